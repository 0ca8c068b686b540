/** What marks a database file as ours: `CSGN`. @see https://www.sqlite.org/pragma.html#pragma_application_id */
export const applicationId = 0x4353474e;

/** A run or a review can have 2 to this power, less one, rows of one kind. */
const keyBits = 24;
const keyMask = 2 ** keyBits - 1;

/** The first key of an owner's rows, where `seq` is the owner's. No message or call has it; a decision that stands does. */
export const firstKey: string = `(seq << ${keyBits})`;

/** Which rows are an owner's, where `seq` is the owner's and `key` the row's. */
export const areOwn: string = `key BETWEEN ${firstKey} AND ${firstKey} + ${keyMask}`;

/** A row's number among its owner's, where `key` is the row's. */
export const keyNumber: string = `(key & ${keyMask})`;

/** The key of the next row of an owner in this table, where `seq` is the owner's. */
export function nextKey(table: 'decisions' | 'deliveries'): string {
  return `coalesce((SELECT max(key) FROM ${table} WHERE ${areOwn}), ${firstKey}) + 1`;
}

/** The first and the last key of an owner's rows. */
export function keysOf({ seq }: { readonly seq: number }): readonly [first: number, last: number] {
  const first = seq * 2 ** keyBits;
  return [first, first + keyMask];
}

/** The key of a run's next row, for a statement that binds {@link keysOf} the run first. */
export const nextRunKey: string = 'coalesce((SELECT max(key) FROM run_rows WHERE key BETWEEN ?1 AND ?2), ?1) + 1';

/**
 * The steps from an empty file to the present schema; a file's `user_version` says how many it has behind it. A step that
 * was once released is never changed: a change of the schema is a new step.
 *
 * What is asked for has a column, the rest of a record is JSON in `body`. Ids stand in columns as `encodeKey` writes them;
 * what people and models write stands in JSON alone, whose escapes keep every string exact. `format` is the version of a row's JSON.
 *
 * What a commit costs beside the disk's own time is the pages it touches, at least one for each table and index. So what
 * belongs to a run or a review, and may be large, has a `key` made of its owner's `seq`, shifted, and a number in
 * it: the rows of one owner lie together and are found without an index.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    agent_id TEXT NOT NULL,
    thread_id TEXT,
    resource_id TEXT,
    status TEXT NOT NULL,
    ended INTEGER NOT NULL,
    version INTEGER NOT NULL,
    -- suspendedAt, else createdAt: it stays while a run runs, and with it the index
    sort_at TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  -- Holds all that a list of open runs filters by, so that counting 10,000 of them reads no row. Lists read it backwards, so
  -- that what is new comes at its end, where pages fill up.
  CREATE INDEX open_runs ON runs (status, sort_at, id DESC, agent_id, thread_id, resource_id) WHERE ended = 0;

  CREATE TABLE run_options (
    run INTEGER PRIMARY KEY,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  -- Of a run: its messages, its calls and its events, in the order in which they came. One place for all three, since a
  -- commit writes some of each.
  CREATE TABLE run_rows (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    -- the id of a call; the thread of messages; the time of an event
    name TEXT,
    step INTEGER,
    -- the place of a call in its step; the number of an event in its chain
    number INTEGER,
    -- the origin of messages; the state of a call; the hash of an event
    detail TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE plans (
    sha256 TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reviews (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    plan_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    status TEXT NOT NULL,
    run_id TEXT,
    tool_call_id TEXT,
    agent_id TEXT,
    submitted_at TEXT NOT NULL,
    expires_at TEXT,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (plan_id, revision)
  ) STRICT;
  CREATE INDEX reviews_of_call ON reviews (run_id, tool_call_id);
  CREATE INDEX waiting_reviews ON reviews (submitted_at, seq, agent_id) WHERE status = 'waiting';
  CREATE INDEX expiring_reviews ON reviews (expires_at) WHERE status = 'waiting' AND expires_at IS NOT NULL;

  -- Of a review. The one that stands has the number 0 in its key, so there cannot be two; it gets its own when it is undone.
  CREATE TABLE decisions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    undone_at TEXT,
    format INTEGER NOT NULL,
    -- As it was recorded, whatever became of it: the text whose digest stands in the event.
    body TEXT NOT NULL
  ) STRICT;

  -- Of a review.
  CREATE TABLE deliveries (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    review_id TEXT NOT NULL,
    agent_id TEXT,
    status TEXT NOT NULL,
    due_at TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX pending_deliveries ON deliveries (due_at, id, agent_id) WHERE status = 'pending';

  CREATE TABLE drafts (
    review_id TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (review_id, reviewer)
  ) STRICT, WITHOUT ROWID;

  -- The chain of a plan: of its first review.
  CREATE TABLE plan_events (
    key INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    changes TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  `,
];
