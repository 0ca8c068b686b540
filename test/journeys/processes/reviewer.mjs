// A reviewer in a process of its own: `node reviewer.mjs <database> <action>`. It so decides on each review whose id it is sent.
import { createInterface } from 'node:readline';
import { createReviewHost } from 'countersign/review';
import { sqliteStorage } from 'countersign/storage';

const [database, action] = process.argv.slice(2);
const host = createReviewHost({ storage: sqliteStorage({ path: database }) });
const by = { name: action, assurance: 'local', surface: 'command' };
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

await host.list();
say('ready');
for await (const id of createInterface({ input: process.stdin })) {
  try {
    const { decision } = await host.decide(id, { action }, { by });
    say({ code: null, action: decision.decision.action });
  } catch (error) {
    say({ code: error.code, action: error.decision?.action });
  }
}
