import { findFrontMatter } from './front-matter.ts';
import { headingText } from './heading-text.ts';
import { planLines } from './plan-lines.ts';
import { scanHeadings } from './scan-headings.ts';

/** A heading of a plan. */
export interface PlanSection {
  /** 1 to 6. */
  readonly level: number;
  /** As plain text on one line. */
  readonly text: string;
  /** Where it stands, from 1. */
  readonly line: number;
}

/** The headings of a plan in order. A light scan: headings inside quotes and list items are left out. */
export function planSections(text: string): readonly PlanSection[] {
  const lines = planLines(text);
  const skipped = findFrontMatter(lines)?.lineCount ?? 0;
  return Array.from(scanHeadings(lines, skipped), ({ level, source, line }) => ({
    level,
    text: headingText(source),
    line,
  }));
}
