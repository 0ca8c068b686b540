/** The front matter of a plan: between a `---` on its first line and the next `---`. */
export interface FrontMatter {
  /** How many lines it takes, both rules included. */
  readonly lineCount: number;
  /** Its own lines, between the rules. */
  readonly lines: readonly string[];
}

const rule = /^---[ \t]*$/;

/** Finds the front matter at the very start of a plan; `null` where there is none or it is never closed. */
export function findFrontMatter(lines: readonly string[]): FrontMatter | null {
  if (!rule.test((lines[0] ?? '').replace(/^\ufeff/, ''))) return null;
  const end = lines.findIndex((line, index) => index > 0 && rule.test(line));
  return end === -1 ? null : { lineCount: end + 1, lines: lines.slice(1, end) };
}

/** The `title` of a front matter; `null` without one. Reads plain, quoted and block scalars, and no other YAML. */
export function readFrontMatterTitle({ lines }: FrontMatter): string | null {
  const index = lines.findIndex((line) => /^(?:title|"title"|'title')[ \t]*:(?:[ \t]|$)/.test(line));
  if (index === -1) return null;
  const line = lines[index] ?? '';
  const value = line.slice(line.indexOf(':') + 1).trim();
  if (!/^[|>][-+\d]*(?:[ \t]+#.*)?$/.test(value)) return readScalar(value);
  return (lines[index + 1] ?? '').match(/^[ \t]+(.*)$/)?.[1]?.trim() || null;
}

function readScalar(value: string): string | null {
  const double = value.match(/^"((?:[^"\\]|\\.)*)"/)?.[1];
  if (double !== undefined) return double.replace(/\\(["\\/])/g, '$1').replace(/\\[nrt]/g, ' ') || null;
  const single = value.match(/^'((?:[^']|'')*)'/)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'") || null;
  return value.replace(/(?:^|[ \t])#.*$/, '').trim() || null;
}
