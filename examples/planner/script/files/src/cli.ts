import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatCsv } from './format-csv.ts';
import { formatJsonl } from './format-jsonl.ts';
import { readOrders } from './read-orders.ts';
import { selectSince } from './select-orders.ts';

const usage = 'Usage: order-export --in FILE [--out FILE] [--format csv|jsonl] [--since YYYY-MM-DD]';
const formats = new Map([
  ['csv', formatCsv],
  ['jsonl', formatJsonl],
]);

process.exitCode = main(process.argv.slice(2));

function main(words: readonly string[]): number {
  const options = readOptions(words);
  const format = formats.get(options?.format ?? 'csv');
  if (options?.in === undefined || format === undefined) {
    console.error(usage);
    return 64;
  }
  try {
    const orders = readOrders(readFileSync(options.in, 'utf8'));
    const selected = options.since === undefined ? orders : selectSince(orders, options.since);
    write(format(selected), options.out);
    return 0;
  } catch (error) {
    console.error(`order-export: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function readOptions(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...words], options: { in: text, out: text, format: text, since: text } });
    return values;
  } catch {
    return undefined;
  }
}

function write(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
