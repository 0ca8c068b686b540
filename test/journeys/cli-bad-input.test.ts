import { chmod, chown, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { csvPlanFile, openCommandProject } from '../builders/command-project.ts';
import { makeProject, putFile, runCommand } from '../builders/run-command.ts';

// Each of these starts the command several times, on machines of all speeds.
vi.setConfig({ testTimeout: 60_000 });

describe('a file that is no plan', () => {
  test.each([
    ['missing', 'plans/none.md', async () => undefined],
    ['empty', 'plans/empty.md', async (folder: string) => putFile(folder, 'plans/empty.md', '')],
    ['blank', 'plans/blank.md', async (folder: string) => putFile(folder, 'plans/blank.md', ' \n\n\t\n')],
    ['a folder', 'plans', async () => undefined],
    ['too large', 'plans/big.md', async (folder: string) => putFile(folder, 'plans/big.md', '# Big\n'.repeat(200_000))],
    ['binary', 'plans/bin.md', async (folder: string) => putFile(folder, 'plans/bin.md', Buffer.from([35, 32, 0, 1]))],
    [
      'not UTF-8',
      'plans/l1.md',
      async (folder: string) => putFile(folder, 'plans/l1.md', Buffer.from('# caf\xe9', 'latin1')),
    ],
    ['outside', '../outside.md', async () => undefined],
    [
      'a link outside',
      'plans/link.md',
      async (folder: string) => symlink('/etc/hostname', join(folder, 'plans/link.md')),
    ],
  ] as const)('(%s) is refused with its path and the reason, and nothing waits', async (_, path, prepare) => {
    const { folder, run, json } = await openCommandProject();
    await prepare(folder);

    const { code, stdout, stderr } = await run('review', path);

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^The plan ".*" cannot be read: .+\n$/);
    expect(stderr).toContain(path.split('/').at(-1));
    expect(await json('list')).toEqual([]);
  });

  test('because this account may not read it is refused too', async () => {
    const { folder, json } = await openCommandProject();
    const secret = join(folder, csvPlanFile);
    await chmod(secret, 0o000);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await handOver(folder, 65_534);

    const { code, stderr } = await runCommand(['review', csvPlanFile], {
      cwd: folder,
      ...(isRoot ? { uid: 65_534 } : {}),
    });

    expect(code).toBe(1);
    expect(stderr).toContain(`The plan "${secret}" cannot be read`);
    expect(await json('list')).toEqual([]);
  });

  test('is not what a plan behind a link to its project is', async () => {
    const { folder, json } = await openCommandProject();
    const elsewhere = await makeProject();
    const link = join(elsewhere, 'link');
    await symlink(folder, link);

    const inside = await runCommand(['review', csvPlanFile], { cwd: link, env: { PWD: link } });
    const absolute = await runCommand(['review', join(link, csvPlanFile), '--dir', link], { cwd: elsewhere });

    expect(inside.code).toBe(4);
    expect(absolute.code).toBe(4);
    expect(await json('list')).toMatchObject([{ path: csvPlanFile }]);
  });
});

/** Gives a project to another account. */
async function handOver(folder: string, uid: number): Promise<void> {
  for (const path of ['', 'plans', csvPlanFile]) await chown(join(folder, path), uid, uid);
}

describe('a database that cannot be used', () => {
  test('of a newer version is named, and left as it is', async () => {
    const { folder, run, submit } = await openCommandProject();
    await submit();
    const file = join(folder, '.countersign/countersign.db');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();

    const { code, stderr } = await run('list');

    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(stderr).toContain('newer countersign');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('because it is damaged is named, and left as it is', async () => {
    const { folder, run } = await openCommandProject();
    const file = join(folder, '.countersign/countersign.db');
    await putFile(
      folder,
      '.countersign/countersign.db',
      'no database at all, but long enough to be read as one'.repeat(20),
    );
    const before = await readFile(file);

    const { code, stderr } = await run('review', csvPlanFile);

    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(await readFile(file)).toEqual(before);
  });

  test('because its folder is a file is named', async () => {
    const { folder, run } = await openCommandProject();
    await putFile(folder, '.countersign', 'a file');

    const { code, stderr } = await run('review', csvPlanFile);

    expect(code).toBe(1);
    expect(stderr).toContain(join(folder, '.countersign'));
  });
});
