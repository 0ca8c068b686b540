/**
 * The lines of a plan, without their ends. Line 1 is at index 0; all line numbers of this room count these lines.
 *
 * LF, CRLF and CR end a line, as in CommonMark. A line end at the end of the text opens no further line.
 */
export function planLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
