import { expect, test } from 'vitest';
import { checkAgainst, toJsonSchema } from '../core/index.ts';
import { createSubmitPlanTool, submitPlanTool } from './index.ts';

const approved = 'Plan approved. Proceed with implementation following the approved plan.';
const plan = { path: 'plans/a.md', revision: 2 };
const answer = (decision: Parameters<NonNullable<typeof submitPlanTool.planSubmission>['answer']>[0]) =>
  submitPlanTool.planSubmission?.answer(decision, plan);

test('outside a run the tool answers with words that name the path', async () => {
  expect(await submitPlanTool.execute({ path: '.mastracode/plans/add-dark-mode.md' }, {})).toContain(
    '.mastracode/plans/add-dark-mode.md',
  );
});

test('an approval gives exactly the documented sentence, and echoes what the decision carried', () => {
  const result = answer({ action: 'approved', path: 'p.md', title: 'T', plan: 'Body' });

  expect(result).toEqual({
    content: approved,
    isError: false,
    action: 'approved',
    submittedPlan: { path: 'p.md', title: 'T', plan: 'Body' },
  });
});

test('the model reads the content alone, as text', () => {
  const result = { content: approved, isError: false, action: 'approved' as const, submittedPlan: {} };

  expect(submitPlanTool.toModelOutput?.(result)).toBe(approved);
});

test('in another framework’s run, resume data is checked before it becomes an answer', async () => {
  const context = (resumeData: unknown) => ({ agent: { suspend: async () => undefined, resumeData } }) as never;

  expect(await submitPlanTool.execute({ path: 'p.md' }, context({ action: 'approved' }))).toMatchObject({
    content: approved,
  });
  await expect(submitPlanTool.execute({ path: 'p.md' }, context({ action: 'APPROVED' }))).rejects.toMatchObject({
    code: 'INVALID_RESUME_DATA',
  });
});

test('in another framework’s run, the first call suspends with the path', async () => {
  const asked: unknown[] = [];
  const suspend = async (payload: unknown): Promise<void> => void asked.push(payload);

  await submitPlanTool.execute({ path: 'p.md' }, { agent: { suspend, resumeData: undefined } as never });

  expect(asked).toEqual([{ path: 'p.md' }]);
});

test('an answer too long for a model is refused, never cut', () => {
  expect(() => answer({ action: 'rejected', feedback: 'x'.repeat(5_000_000) })).toThrow(/Shorten/);
});

test('the schemas say what they take, to models and to hosts', async () => {
  const { inputSchema, resumeSchema } = submitPlanTool;
  if (inputSchema === undefined || resumeSchema === undefined) throw new Error('the tool has its schemas');

  expect(toJsonSchema(inputSchema, 'input')).toMatchObject({ type: 'object', required: ['path'] });
  expect(toJsonSchema(resumeSchema, 'answer')).toMatchObject({
    properties: { action: { enum: ['approved', 'rejected'] } },
  });
  expect(await checkAgainst(inputSchema, { path: ' ' })).toMatchObject({ isValid: false });
  expect(await checkAgainst(resumeSchema, { action: 'approved', stop: true })).toMatchObject({ isValid: false });
});

test('a tool of one’s own name tells the model to call that name again', () => {
  const tool = createSubmitPlanTool({ id: 'hand_in_plan' });

  const result = tool.planSubmission?.answer({ action: 'rejected', feedback: 'more' }, plan);

  expect(JSON.stringify(result)).toContain('call hand_in_plan again');
});
