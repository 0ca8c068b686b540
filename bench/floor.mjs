// Not a product: the floor. The same work by hand over node:sqlite, with the fewest commits that keep it right: suspend,
// claim with the decision, record the tool's result, finish. What stands above it is what the package costs.
import { randomUUID } from 'node:crypto';

const approved = 'APPROVED: go ahead with the plan.';

const floor = {
  name: 'floor',
  label: 'Floor: a hand-written loop, node:sqlite, WAL, synchronous FULL',
  packages: [],
  load: () => import('node:sqlite'),
  open: async ({ DatabaseSync }, { file, hooks }) => createFloor(new DatabaseSync(file), hooks),
};

export default floor;

function createFloor(db, hooks) {
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, status TEXT NOT NULL, owner INTEGER, call TEXT);
    CREATE INDEX IF NOT EXISTS waiting ON runs (status) WHERE status = 'suspended';
    CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, run TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS log_run ON log (run);`);
  const insert = db.prepare(`INSERT INTO runs (id, status, call) VALUES (?, 'suspended', ?)`);
  const update = db.prepare('UPDATE runs SET status = ?, owner = ? WHERE id = ? AND status = ?');
  const append = db.prepare('INSERT INTO log (run, body) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM log WHERE run = ?');
  const read = db.prepare('SELECT body FROM log WHERE run = ? ORDER BY seq');
  const waiting = db.prepare(`SELECT id FROM runs WHERE status = 'suspended' LIMIT ?`);
  const count = db.prepare(`SELECT count(*) AS total FROM runs WHERE status = 'suspended'`);
  const inTransaction = (work) => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  const write = (id, messages) => append.run(id, JSON.stringify(messages));

  return {
    async start({ history }) {
      const id = randomUUID();
      const call = { id: randomUUID(), tool: 'submit_plan', args: { path: 'plans/plan.md' } };
      inTransaction(() => {
        insert.run(id, call.id);
        write(id, [...history, { role: 'assistant', call }]);
      });
      return id;
    },
    async resume(id) {
      const messages = inTransaction(() => {
        if (update.run('running', process.pid, id, 'suspended').changes !== 1) throw new Error(`${id} does not wait.`);
        write(id, [{ role: 'tool', name: 'submit_plan', content: approved }]);
        return read.all(id).flatMap(({ body }) => JSON.parse(body));
      });
      const call = { id: randomUUID(), tool: 'apply_change', args: { note: 'step 1' } };
      await hooks.apply(call.args);
      const result = { role: 'tool', name: call.tool, content: 'changed' };
      inTransaction(() => write(id, [{ role: 'assistant', call }, result]));
      messages.push({ role: 'assistant', call }, result, {
        role: 'assistant',
        content: 'All steps of the plan are done.',
      });
      inTransaction(() => {
        update.run('finished', null, id, 'running');
        forget.run(id);
      });
      return 'finished';
    },
    async list({ limit = -1 } = {}) {
      return { ids: waiting.all(limit).map(({ id }) => id), total: count.get().total };
    },
    async close() {
      db.close();
    },
  };
}
