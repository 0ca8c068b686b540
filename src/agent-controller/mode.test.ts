import { expect, test } from 'vitest';
import { ConfigurationError } from '../core/index.ts';
import { createModeSet } from './index.ts';

const plan = { id: 'plan', transitionsTo: 'build' };
const build = { id: 'build' };

test('the default mode is the named one, else the marked one, else the first', () => {
  const marked = { id: 'review', metadata: { default: true } };

  expect(createModeSet([plan, build], 'build').defaultMode.id).toBe('build');
  expect(createModeSet([plan, build, marked]).defaultMode.id).toBe('review');
  expect(createModeSet([plan, build]).defaultMode.id).toBe('plan');
});

test('an approval leads to transitionsTo, and to the default mode without one', () => {
  const modes = createModeSet([plan, build]);

  expect(modes.resolveTransition(plan).id).toBe('build');
  expect(modes.resolveTransition(build).id).toBe('plan');
});

test('a target that was removed meanwhile leads to the default mode', () => {
  expect(createModeSet([build]).resolveTransition(plan).id).toBe('build');
});

test.each([
  ['no modes', () => createModeSet([]), /no modes/],
  ['two modes of one id', () => createModeSet([build, build]), /two modes have the id "build"/],
  ['a target that is no mode', () => createModeSet([{ id: 'plan', transitionsTo: 'shipit' }]), /"plan".*"shipit"/],
  ['a mode that goes to itself', () => createModeSet([{ id: 'plan', transitionsTo: 'plan' }]), /itself/],
  ['a default that is no mode', () => createModeSet([build], 'plan'), /defaultModeId is "plan"/],
])('%s cannot be built', (_, create, message) => {
  expect(create).toThrow(ConfigurationError);
  expect(create).toThrow(message);
});
