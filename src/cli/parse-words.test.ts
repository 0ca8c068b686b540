import { describe, expect, test } from 'vitest';
import { CommandError } from './command-error.ts';
import { parsePort, parseSeconds, parseShaPrefix, settleWait } from './parse-words.ts';

describe('--wait', () => {
  test('without a number does not take the next word for one', () => {
    expect(settleWait(['review', '--wait', 'plan.md'])).toEqual(['review', '--wait=forever', 'plan.md']);
    expect(settleWait(['review', 'plan.md', '--wait'])).toEqual(['review', 'plan.md', '--wait=forever']);
  });

  test('with a number keeps it', () => {
    expect(settleWait(['review', '--wait', '5', 'plan.md'])).toEqual(['review', '--wait', '5', 'plan.md']);
    expect(settleWait(['review', '--wait=0.5', 'plan.md'])).toEqual(['review', '--wait=0.5', 'plan.md']);
  });

  test('behind -- is a word like any other', () => {
    expect(settleWait(['review', '--', '--wait'])).toEqual(['review', '--', '--wait']);
  });
});

describe('numbers and digests', () => {
  test('are read', () => {
    expect(parseSeconds('--wait', '5')).toBe(5);
    expect(parseSeconds('--wait', '0.25')).toBe(0.25);
    expect(parsePort('0')).toBe(0);
    expect(parsePort('65535')).toBe(65_535);
    expect(parseShaPrefix('ABCDEF01')).toBe('abcdef01');
  });

  test.each(['', '-1', '5s', 'NaN', '1e3', ' 5'])('%j is no number of seconds', (text) => {
    expect(() => parseSeconds('--wait', text)).toThrow(CommandError);
  });

  test.each(['', '65536', '80a', '-1'])('%j is no port', (text) => {
    expect(() => parsePort(text)).toThrow(CommandError);
  });

  test.each(['', 'abcdef0', 'abcdefg0', `${'a'.repeat(65)}`])('%j is no beginning of a digest', (text) => {
    expect(() => parseShaPrefix(text)).toThrow(CommandError);
  });
});
