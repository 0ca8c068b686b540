import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatCsv } from './format-csv.ts';
import { readOrders } from './read-orders.ts';

const usage = 'Usage: order-export --in FILE [--out FILE]';

process.exitCode = main(process.argv.slice(2));

function main(words: readonly string[]): number {
  const options = readOptions(words);
  if (options?.in === undefined) {
    console.error(usage);
    return 64;
  }
  try {
    const orders = readOrders(readFileSync(options.in, 'utf8'));
    write(formatCsv(orders), options.out);
    return 0;
  } catch (error) {
    console.error(`order-export: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function readOptions(words: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...words], options: { in: { type: 'string' }, out: { type: 'string' } } });
    return values;
  } catch {
    return undefined;
  }
}

function write(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
