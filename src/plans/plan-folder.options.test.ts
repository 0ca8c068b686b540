import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigurationError } from '../core/index.ts';
import { planFolder } from './plan-folder.ts';

test.each([
  ['no root', { root: '' }],
  ['a root with NUL', { root: 'a\0b' }],
  ['no bytes', { root: '.', maxBytes: 0 }],
  ['half a byte', { root: '.', maxBytes: 1.5 }],
  ['a file as root', { root: fileURLToPath(import.meta.url) }],
])('%s is a configuration error', (_name, options) => {
  expect(() => planFolder(options)).toThrow(ConfigurationError);
});
