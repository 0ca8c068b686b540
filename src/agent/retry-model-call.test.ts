import { expect, test, vi } from 'vitest';
import { planner } from '../../test/builders/planner.ts';
import { fail, say, scriptedModel } from '../testing/index.ts';

function providerError(headers: Record<string, string>, isRetryable = true): Error {
  return Object.assign(new Error('overloaded'), { isRetryable, responseHeaders: headers });
}

const soon = { 'retry-after-ms': '1' };

test('a call that failed before its first part is made again when its provider says so', async () => {
  const model = scriptedModel([providerError(soon), [fail(providerError({ 'retry-after': '0' }))], [say('Hello.')]]);

  const output = await planner({ model }).generate('hi');

  expect(output.text).toBe('Hello.');
  expect(model.requests).toHaveLength(3);
});

test('nothing is repeated once something was said', async () => {
  const model = scriptedModel([[say('Half'), fail(providerError(soon))], [say('Whole.')]]);

  const output = await planner({ model }).generate('hi');

  expect(output).toMatchObject({ finishReason: 'error', text: 'Half' });
  expect(model.requests).toHaveLength(1);
});

test('an error that another try cannot mend ends the run at once', async () => {
  const model = scriptedModel([providerError(soon, false), [say('Hello.')]]);

  expect((await planner({ model }).generate('hi')).finishReason).toBe('error');
  expect(model.requests).toHaveLength(1);
});

test('maxRetries is the number of further calls', async () => {
  const model = scriptedModel([providerError(soon), providerError(soon), [say('Hello.')]]);

  expect((await planner({ model }).generate('hi', { maxRetries: 1 })).finishReason).toBe('error');
  expect(model.requests).toHaveLength(2);
});

test('an abort ends the wait for the next try', async () => {
  const stop = new AbortController();
  const warn = vi.fn(() => stop.abort(new Error('enough')));
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const model = scriptedModel([providerError({ 'retry-after': '50' }), [say('Hello.')]]);

  const output = await planner({ model, logger }).generate('hi', { abortSignal: stop.signal });

  expect(output.finishReason).toBe('aborted');
  expect(warn).toHaveBeenCalledOnce();
});
