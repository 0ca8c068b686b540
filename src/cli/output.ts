import { styleText } from 'node:util';
import { wrapWords } from './display-width.ts';

/** What a command sees of the world around it: `process`, or a stand-in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  cwd(): string;
}

/** A look of text in a terminal. */
type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'underline';

/** Where a command writes: data to stdout, words for people to stderr. */
export interface Output {
  /** Whether data is written as JSON, one object a line. */
  readonly isJson: boolean;
  /** Whether a person sits at stdin and stdout and may be asked. Never with `--json`. */
  readonly isTerminal: boolean;
  /** Columns of the terminal, at least 20; `Infinity` where stdout is none. */
  readonly width: number;
  /** Lines of the terminal; `Infinity` where stdout is none. */
  readonly height: number;
  readonly hasColor: boolean;
  /** Writes text and a line end to stdout. The caller has made it safe to show. */
  print(text: string): void;
  /** Writes a value as one line of JSON to stdout. */
  printJson(value: object): void;
  /** Writes words for people to stderr, wrapped to the terminal. The caller has made them safe to show. */
  say(text: string): void;
  /** The same to stdout, for words that belong to a conversation at the terminal. */
  tell(text: string): void;
  /** Gives text a look, where there are colours. */
  paint(look: Look, text: string): string;
}

/** Characters that JSON may hold raw and a terminal obeys: DEL, C1 controls, and marks that reorder or break lines. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Looks at stdout and the environment once, and writes accordingly. `NO_COLOR` and `TERM=dumb` turn colours off. */
export function createOutput({ env, stdin, stdout, stderr }: Surroundings, isJson: boolean): Output {
  const hasColor = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    isJson,
    isTerminal: stdin.isTTY === true && stdout.isTTY === true && !isJson,
    hasColor,
    get width() {
      return stdout.isTTY ? Math.max(20, stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
    },
    get height() {
      return stdout.isTTY ? Math.max(5, stdout.rows ?? 24) : Number.POSITIVE_INFINITY;
    },
    print: (text) => void stdout.write(`${text}\n`),
    printJson: (value) => void stdout.write(`${formatJsonLine(value)}\n`),
    say: (text) => void stderr.write(`${wrapFor(stderr, text)}\n`),
    tell: (text) => void stdout.write(`${wrapFor(stdout, text)}\n`),
    paint: (look, text) => (hasColor ? styleText(look, text, { validateStream: false }) : text),
  };
}

function wrapFor(stream: NodeJS.WriteStream, text: string): string {
  return stream.isTTY === true ? wrapWords(text, Math.max(20, stream.columns ?? 80)) : text;
}

/** JSON on one line that a terminal can show: the same value, its dangerous characters written as `\u` escapes. */
export function formatJsonLine(value: object): string {
  return JSON.stringify(value).replace(obeyed, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
