/**
 * Not a product: the floor. A hand-written loop over `node:sqlite` that does the same work with the fewest commits that
 * keep it correct: suspend, claim the decision, record the tool's result, finish. What countersign costs above it is countersign.
 */
import { DatabaseSync } from 'node:sqlite';

export function openFloor(file) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  db.exec(`CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, status TEXT NOT NULL, call TEXT);
    CREATE INDEX IF NOT EXISTS pending ON runs (status) WHERE status = 'suspended';
    CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, run TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS log_run ON log (run)`);
  const insert = db.prepare(`INSERT INTO runs (id, status, call) VALUES (?, 'suspended', ?)`);
  const update = db.prepare('UPDATE runs SET status = ?, call = ? WHERE id = ?');
  const read = db.prepare('SELECT status FROM runs WHERE id = ?');
  const append = db.prepare('INSERT INTO log (run, body) VALUES (?, ?)');
  const load = db.prepare('SELECT body FROM log WHERE run = ? ORDER BY seq');
  const transact = (work) => {
    db.exec('BEGIN IMMEDIATE');
    const result = work();
    db.exec('COMMIT');
    return result;
  };

  return {
    async start(history) {
      const id = crypto.randomUUID();
      const call = { role: 'assistant', call: { tool: 'submit_plan', args: { path: 'plans/plan.md' } } };
      transact(() => {
        insert.run(id, 'call-1');
        append.run(id, JSON.stringify([...history, call]));
      });
      return id;
    },
    async resume(id) {
      const answer = { role: 'tool', name: 'submit_plan', content: 'Plan approved.' };
      transact(() => {
        if (read.get(id)?.status !== 'suspended') throw new Error(`run ${id} is not suspended`);
        const messages = load.all(id).flatMap(({ body }) => JSON.parse(body));
        update.run('running', 'call-1', id);
        append.run(id, JSON.stringify([answer]));
        return messages;
      });
      const result = { role: 'tool', name: 'apply_change', content: 'changed' };
      transact(() => append.run(id, JSON.stringify([{ role: 'assistant', call: { tool: 'apply_change' } }, result])));
      transact(() => {
        update.run('finished', null, id);
        append.run(id, JSON.stringify([{ role: 'assistant', content: 'All steps of the plan are done.' }]));
      });
    },
    close: () => db.close(),
  };
}
