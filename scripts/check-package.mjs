// Packs the package as npm would publish it, and checks that every subpath of it resolves, types too.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './lib/prepare.mjs';
import { findNode, projectEnv, systemEnv } from './lib/project.mjs';
import { capture, toolFile } from './lib/run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pack-'));
try {
  const packed = await capture('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    env: systemEnv(),
    shell: process.platform === 'win32',
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack failed:\n${packed.output}`);

  const file = join(folder, tarball);
  const results = await Promise.all([
    capture(findNode(), [toolFile('publint'), file, '--strict'], { env: projectEnv() }),
    capture(findNode(), [toolFile('attw'), file, '--profile', 'esm-only', '--no-color'], { env: projectEnv() }),
  ]);
  for (const { code, output } of results) if (code !== 0) say(output);
  process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
