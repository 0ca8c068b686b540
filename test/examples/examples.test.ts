import { expect, test } from 'vitest';
import { startExample } from './start-example.ts';

for (const name of ['documented', 'review-host', 'hono-route', 'next-route']) {
  test(`the example ${name} runs without network and finds itself right`, async () => {
    const example = startExample(`examples/${name}/main.ts`);

    expect(await example.ended, example.output()).toBe(0);
  });
}
