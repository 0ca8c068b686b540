import type { ChainHead, NewEvent } from './event-chain.ts';
import type { KnownChain } from './known-rows.ts';
import { RowFlaw } from './row-shape.ts';
import { rowFormat } from './run-codec.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { keyNumber, keysOf, nextRunKey } from './sqlite-schema.ts';
import { encodeKey } from './text-key.ts';

const insertRunEvent = `INSERT INTO run_rows (key, kind, name, number, detail, format, body) VALUES (${nextRunKey}, 'event', ?, ?, ?, ?, ?)`;

/** Appends the next entry to the chain of a run or of a plan. */
export function appendEvent(database: SqliteDatabase, chain: string, build: (head: ChainHead) => NewEvent): void {
  const known = database.known.getChain(chain) ?? readChain(database, chain);
  const event = build(known.head);
  if (known.owner === 'run') insertIntoRun(database, known, event);
  else insertIntoPlan(database, known, event);
  database.known.setChain(chain, { ...known, head: { number: event.number, hash: event.hash } });
}

function insertIntoRun(database: SqliteDatabase, run: KnownChain, event: NewEvent): void {
  database.run(insertRunEvent, ...keysOf(run), encodeKey(event.at), event.number, event.hash, rowFormat, event.text);
}

function insertIntoPlan(database: SqliteDatabase, plan: KnownChain, event: NewEvent): void {
  const [first] = keysOf(plan);
  const insert = 'INSERT INTO plan_events (key, at, changes, hash) VALUES (?, ?, ?, ?)';
  database.run(insert, first + event.number, encodeKey(event.at), event.text, event.hash);
}

function readChain(database: SqliteDatabase, chain: string): KnownChain {
  const found = findChain(database, chain) ?? failOnChain(chain);
  const last = database.get(`${selectEvents(found)} DESC LIMIT 1`, ...keysOf(found));
  const head = last === undefined ? null : { number: Number(last['number']), hash: String(last['hash']) };
  return { ...found, head };
}

/** Whose the events of a chain are; `null` where there is neither such a run nor such a plan. */
export function findChain(database: SqliteDatabase, chain: string): Pick<KnownChain, 'owner' | 'seq'> | null {
  const id = encodeKey(chain);
  const run = database.get('SELECT seq FROM runs WHERE id = ?', id)?.['seq'];
  if (typeof run === 'number') return { owner: 'run', seq: run };
  const plan = database.get('SELECT min(seq) AS seq FROM reviews WHERE plan_id = ?', id)?.['seq'];
  return typeof plan === 'number' ? { owner: 'plan', seq: plan } : null;
}

/** Reads the events of a chain, in order, for a statement that binds {@link keysOf} its owner. */
export function selectEvents({ owner }: Pick<KnownChain, 'owner'>): string {
  return owner === 'run'
    ? `SELECT name AS at, number, detail AS hash, body AS changes FROM run_rows
       WHERE key BETWEEN ? AND ? AND kind = 'event' ORDER BY key`
    : `SELECT at, ${keyNumber} AS number, hash, changes FROM plan_events WHERE key BETWEEN ? AND ? ORDER BY key`;
}

/** A commit whose changes were applied has the run or the plan that they are about. */
function failOnChain(chain: string): never {
  throw new RowFlaw(`there is neither a run nor a plan "${chain}", but a change of it`);
}
