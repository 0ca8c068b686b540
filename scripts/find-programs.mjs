// Programs that some tests drive and that no package brings: where they are on this machine.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome.exe'];
const chromiumPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The programs, and the tests that need them. */
const programs = [
  {
    name: 'Chromium',
    tests: ['test/browser/**', 'src/**/*.browser.test.{ts,tsx}', 'test/**/*.browser.test.{ts,tsx}'],
    advice: 'install it (Debian: apt-get install chromium), or name it in COUNTERSIGN_CHROMIUM',
    find: findChromium,
  },
  {
    name: 'tmux',
    tests: ['test/terminal/**', 'src/**/*.terminal.test.{ts,tsx}', 'test/**/*.terminal.test.{ts,tsx}'],
    advice: 'install it (Debian: apt-get install tmux)',
    find: findTmux,
  },
];

/** The Chromium (or Chrome) that browser tests use, or `null`. `COUNTERSIGN_CHROMIUM` names another one. */
export function findChromium() {
  const named = process.env.COUNTERSIGN_CHROMIUM;
  if (named !== undefined && named !== '') return isProgram(named) ? named : null;
  return findOnPath(chromiumNames) ?? chromiumPlaces.find(isProgram) ?? null;
}

/** The tmux that terminal tests use, or `null`. */
export function findTmux() {
  return findOnPath(['tmux']);
}

/** The programs that are not on this machine, with the tests that are left out because of that. */
export function findMissingPrograms() {
  return programs.filter(({ find }) => find() === null).map(({ name, tests, advice }) => ({ name, tests, advice }));
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // Not there, or not for us: the next place may have it.
  }
}
