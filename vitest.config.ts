import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';
import { findMissingPrograms } from './scripts/find-programs.mjs';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

const config: ViteUserConfig = {
  resolve: {
    alias: [
      { find: /^countersign$/, replacement: source('index.ts') },
      { find: /^countersign\/([a-z-]+)$/, replacement: source('$1/index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    // Tests of a program that this machine does not have are left out whole; `npm test` says which and how to get it.
    exclude: ['**/node_modules/**', ...findMissingPrograms().flatMap(({ tests }) => tests)],
    pool: 'forks',
    // Most tests wait for processes, files and browsers; one core more than the default leaves is well used.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], exclude: ['src/**/*.test.*'] },
  },
};

export default config;
