import { styleText } from 'node:util';
import { parseMarkdown } from './parse-markdown.ts';
import { planLines } from './plan-lines.ts';
import { showControls } from './show-controls.ts';
import { toTerminalLines } from './terminal-blocks.ts';
import { breakLine, type Line, type Span, toSpan } from './wrap-spans.ts';

/** Options of {@link renderPlanTerminal}. */
export interface RenderTerminalOptions {
  /** Columns of the terminal, from 20. */
  readonly width: number;
  /** Whether to style the text with escape sequences; without, the text alone says everything. */
  readonly color: boolean;
}

const minWidth = 20;
const defaultWidth = 80;

/** The door's `renderPlanTerminal`, whole. */
export async function renderPlanTerminal(text: string, options: RenderTerminalOptions): Promise<string> {
  const width = Number.isFinite(options.width) ? Math.max(minWidth, Math.floor(options.width)) : defaultWidth;
  const parsed = await parseMarkdown(text);
  const lines = parsed === null ? toSource(text, width) : toTerminalLines(parsed.tokens, width);
  return lines.map((line) => `${paint(line, options.color)}\n`).join('');
}

function toSource(text: string, width: number): Line[] {
  const note = 'This plan is nested too deep, or too dense, to be rendered. This is its source.';
  const lines = planLines(text.replace(/^\ufeff/, '')).map((line) => showControls(line).replaceAll('\t', '    '));
  return [...breakLine(note, width, 'bold'), [toSpan('')], ...lines.flatMap((line) => breakLine(line, width))];
}

function paint(line: Line, hasColor: boolean): string {
  const last = line.findLastIndex(({ text }) => text.trim() !== '');
  const spans: Line = line
    .slice(0, last + 1)
    .map((span, index) => (index === last ? { ...span, text: span.text.trimEnd() } : span));
  const text = spans.map((span) => span.text).join('');
  if (!hasColor) return text;
  return joinAlike(spans)
    .map((span) =>
      span.styles.length === 0 ? span.text : styleText([...span.styles], span.text, { validateStream: false }),
    )
    .join('');
}

function joinAlike(spans: Line): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    const isAlike = before !== undefined && before.styles.join() === span.styles.join();
    if (isAlike) joined[joined.length - 1] = { text: before.text + span.text, styles: span.styles };
    else joined.push(span);
  }
  return joined;
}
