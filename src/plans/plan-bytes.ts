import type { PlanUnreadableReason } from '../core/index.ts';

/** What a plan's bytes are: text, or the reason why they are none. */
export type PlanText =
  | { readonly isText: true; readonly text: string }
  | { readonly isText: false; readonly reason: PlanUnreadableReason; readonly detail: string };

/** A stored plan as text, a byte order mark and line ends as they are. What is not UTF-8 shows as U+FFFD. */
export function decodePlan(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Checks that bytes can be read as a plan: UTF-8 text that says something. */
export function checkPlanBytes(bytes: Uint8Array): PlanText {
  if (bytes.byteLength === 0) {
    return refuse('empty', 'the file has 0 bytes. Write the plan into it first, then submit it.');
  }
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return refuse('not-utf8', 'it is encoded as UTF-16. Save it as UTF-8 and submit it again.');
  if (bytes.includes(0)) {
    return refuse('binary', 'it holds NUL bytes, so it is no text file. Submit a Markdown file in UTF-8.');
  }
  const text = decodeStrictly(bytes);
  if (text === null) {
    return refuse('not-utf8', 'it holds bytes that are not UTF-8. Save it as UTF-8 and submit it again.');
  }
  if (text.trim() === '') {
    return refuse('blank', 'it holds nothing but white space. Write the plan into it first, then submit it.');
  }
  return { isText: true, text };
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function refuse(reason: PlanUnreadableReason, detail: string): PlanText {
  return { isText: false, reason, detail };
}
