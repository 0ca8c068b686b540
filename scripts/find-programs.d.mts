/** The Chromium (or Chrome) that browser tests use, or `null`. `COUNTERSIGN_CHROMIUM` names another one. */
export function findChromium(): string | null;
/** The tmux that terminal tests use, or `null`. */
export function findTmux(): string | null;
/** The programs that are not on this machine, with the tests that are left out because of that. */
export function findMissingPrograms(): readonly {
  readonly name: string;
  readonly tests: readonly string[];
  readonly advice: string;
}[];
