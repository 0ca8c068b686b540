import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clone, findOldNode, type InstalledPackage, installPackage, readCloneFile } from './installed-package.ts';

const installTimeoutMs = 180_000;
let installed: InstalledPackage;

beforeAll(() => {
  installed = installPackage();
}, installTimeoutMs);

afterAll(() => installed.remove());

describe('the packed package', () => {
  test('holds the built library, the page, the command and what the README links to, and nothing else', () => {
    const others = installed.files.filter(
      (path) => !/^(dist\/|bin\/|(package\.json|README\.md|CONTRIBUTING\.md|LICENSE|docs\/page\.png)$)/.test(path),
    );
    const internal = installed.files.filter(
      (path) => /\.test[.-]|fixtures|\.stamp|\.tsx?$/.test(path) && !path.endsWith('.d.ts'),
    );

    expect(others).toEqual([]);
    expect(internal).toEqual([]);
    expect(installed.files).toContain('dist/web/page/index.html');
    expect(installed.files).toContain('bin/countersign.js');
    process.stdout.write(
      `The package: ${toKilobytes(installed.tarballBytes)} packed, ${toKilobytes(installed.unpackedBytes)} unpacked.\n`,
    );
    expect(installed.tarballBytes).toBeLessThan(1_000_000);
  });

  test('runs the documented example where it is installed', () => {
    cpSync(join(clone, 'examples', 'documented'), join(installed.folder, 'documented'), { recursive: true });

    const { code, stdout, stderr } = installed.runNode(['documented/main.ts']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('submitted, read, approved, done');
  });

  test('gives every subpath', () => {
    const { exports } = JSON.parse(readCloneFile('package.json'));
    const names = Object.keys(exports)
      .filter((name) => name !== './package.json')
      .map((name) => name.replace(/^\./, 'countersign'));
    const script = names
      .map(
        (name) =>
          `console.log(${JSON.stringify(name)}, Object.keys(await import(${JSON.stringify(name)})).length > 0);`,
      )
      .join('\n');
    writeFileSync(join(installed.folder, 'subpaths.mjs'), script);

    const { stdout } = installed.runNode(['subpaths.mjs']);

    expect(stdout.trim().split('\n')).toEqual(names.map((name) => `${name} true`));
  });
});

describe('the installed command', () => {
  const plan = '# Rotate signing keys\n\n1. Add the second key.\n2. Sign with both.\n';

  test('says its version', () => {
    const { version } = JSON.parse(readCloneFile('package.json'));

    expect(installed.runNpx(['countersign', '--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  test('takes a plan from submission to the approval that whoever waits for it reads', () => {
    mkdirSync(join(installed.folder, 'plans'), { recursive: true });
    writeFileSync(join(installed.folder, 'plans', 'rotate-keys.md'), plan);

    const submitted = installed.runNpx(['countersign', 'review', 'plans/rotate-keys.md', '--json']);
    const { reviewId, planSha256 } = JSON.parse(submitted.stdout);
    const listed = installed.runNpx(['countersign', 'list']);
    const blind = installed.runNpx(['countersign', 'approve', reviewId]);
    const approved = installed.runNpx(['countersign', 'approve', reviewId, '--sha256', planSha256.slice(0, 12)]);
    const waited = installed.runNpx(['countersign', 'wait', reviewId]);

    expect(submitted.code).toBe(4);
    expect(listed.stdout).toContain('rotate-keys.md');
    expect(blind.code).toBe(64);
    expect(approved.code).toBe(0);
    expect(waited.code).toBe(0);
  });

  test('says in one line that a Node is too old', () => {
    const old = findOldNode();
    const bin = join(installed.folder, 'node_modules', 'countersign', 'bin', 'countersign.js');
    // Without an old Node on this machine, one that says it is.
    const pretend = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.1.0"})`;
    const args = old === null ? ['--import', pretend, bin] : [bin];

    const { status, stdout, stderr } = spawnSync(old ?? process.execPath, [...args, 'list'], {
      encoding: 'utf8',
      cwd: installed.folder,
    });

    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain('22.13');
  });
});

function toKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
