/** What marks a database file as ours: `CSGN`. @see https://www.sqlite.org/pragma.html#pragma_application_id */
export const applicationId = 0x4353474e;

/**
 * The steps from an empty file to the present schema; a file's `user_version` says how many it has behind it. A step that
 * was once released is never changed: a change of the schema is a new step.
 *
 * What is asked for has a column, the rest of a record is JSON in `body`. Ids stand in columns as `encodeKey` writes them;
 * what people and models write stands in JSON alone, whose escapes keep every string exact. `format` is the version of a row's JSON.
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
    -- suspendedAt, else updatedAt
    sort_at TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  -- Holds all that a list of open runs filters by, so that counting 10,000 of them reads no row.
  CREATE INDEX open_runs ON runs (status, sort_at DESC, id, agent_id, thread_id, resource_id) WHERE ended = 0;

  CREATE TABLE run_options (
    run INTEGER PRIMARY KEY REFERENCES runs (seq),
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE messages (
    run INTEGER NOT NULL REFERENCES runs (seq),
    number INTEGER NOT NULL,
    thread_id TEXT,
    origin TEXT NOT NULL,
    step INTEGER NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE calls (
    run INTEGER NOT NULL REFERENCES runs (seq),
    tool_call_id TEXT NOT NULL,
    step INTEGER NOT NULL,
    position INTEGER NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (run, tool_call_id)
  ) STRICT, WITHOUT ROWID;

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
  -- One waiting review a call, and any number of others.
  CREATE UNIQUE INDEX reviews_of_call ON reviews (run_id, tool_call_id, CASE status WHEN 'waiting' THEN 0 ELSE seq END);
  CREATE INDEX waiting_reviews ON reviews (submitted_at, seq, agent_id) WHERE status = 'waiting';
  CREATE INDEX expiring_reviews ON reviews (expires_at) WHERE status = 'waiting' AND expires_at IS NOT NULL;

  CREATE TABLE decisions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    review_id TEXT NOT NULL,
    status TEXT NOT NULL,
    undone_at TEXT,
    format INTEGER NOT NULL,
    -- As it was recorded, whatever became of it: the text whose digest stands in the event.
    body TEXT NOT NULL
  ) STRICT;
  -- One standing decision a review, and any number of undone ones.
  CREATE UNIQUE INDEX decisions_of_review ON decisions (review_id, CASE status WHEN 'standing' THEN 0 ELSE seq END);

  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    review_id TEXT NOT NULL,
    agent_id TEXT,
    status TEXT NOT NULL,
    due_at TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deliveries_of_review ON deliveries (review_id);
  CREATE INDEX pending_deliveries ON deliveries (due_at, id, agent_id) WHERE status = 'pending';

  CREATE TABLE drafts (
    review_id TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (review_id, reviewer)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    chain TEXT NOT NULL,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    changes TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (chain, number)
  ) STRICT;
  `,
];
