import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, link, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PlanFolder, PlanUnreadableError } from '../core/index.ts';
import { planFolder } from './plan-folder.ts';

const planA = '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';
const controls = /[\p{Cc}\u202e]/u;
const secret = 'the secret of the outside file';

let base: string;
let project: string;
let plans: PlanFolder;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'plan-folder-')));
  project = join(base, 'project');
  await mkdir(join(project, 'plans', 'deep'), { recursive: true });
  await writeFile(join(project, 'plans', 'export-csv.md'), planA);
  await writeFile(join(base, 'outside.md'), `# ${secret}\n`);
  await mkdir(join(base, 'elsewhere'));
  await writeFile(join(base, 'elsewhere', 'x.md'), `# ${secret}\n`);
  plans = planFolder({ root: project });
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function readRefusal(path: string, folder: PlanFolder = plans): Promise<PlanUnreadableError> {
  const error = await folder.read(path).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlanUnreadableError)) throw new Error(`"${path}" was not refused: ${String(error)}`);
  return error;
}

async function writePlan(name: string, content: string | Uint8Array): Promise<void> {
  await writeFile(join(project, 'plans', name), content);
}

describe('a plan inside the folder', () => {
  test('is read with its title and the digest of its bytes', async () => {
    const snapshot = await plans.read('plans/export-csv.md');

    expect(snapshot).toEqual({
      path: 'plans/export-csv.md',
      root: project,
      title: 'Export orders as CSV',
      planSha256: createHash('sha256').update(planA).digest('hex'),
      bytes: new Uint8Array(Buffer.from(planA)),
    });
  });

  test.each([
    './plans/export-csv.md',
    'plans//export-csv.md',
    'plans/./export-csv.md',
    'plans/../plans/export-csv.md',
    'plans/deep/../export-csv.md',
  ])('has one name however it is spelled: %s', async (path) => {
    await expect(plans.read(path)).resolves.toMatchObject({ path: 'plans/export-csv.md' });
  });

  test('is found by its absolute path', async () => {
    await expect(plans.read(join(project, 'plans', 'export-csv.md'))).resolves.toMatchObject({
      path: 'plans/export-csv.md',
    });
  });

  test('is found, by a relative path, when the current folder has changed since', async () => {
    const before = process.cwd();
    try {
      process.chdir(base);
      const relative = planFolder({ root: 'project' });
      process.chdir(tmpdir());

      await expect(relative.read('./plans/export-csv.md')).resolves.toMatchObject({ path: 'plans/export-csv.md' });
      await expect(plans.read('plans/export-csv.md')).resolves.toMatchObject({ path: 'plans/export-csv.md' });
    } finally {
      process.chdir(before);
    }
  });

  test('is found when the project itself lies behind a symbolic link, by either spelling', async () => {
    const linked = join(base, 'linked');
    await symlink(project, linked);
    const folder = planFolder({ root: linked });

    expect(folder.root).toBe(project);
    await expect(folder.read('plans/export-csv.md')).resolves.toMatchObject({
      path: 'plans/export-csv.md',
      root: project,
    });
    await expect(folder.read(join(linked, 'plans/export-csv.md'))).resolves.toMatchObject({
      path: 'plans/export-csv.md',
    });
    await expect(plans.read(join(linked, 'plans/export-csv.md'))).resolves.toMatchObject({
      path: 'plans/export-csv.md',
    });
  });

  test('behind a link inside the folder has the name of what the link leads to', async () => {
    await symlink('export-csv.md', join(project, 'plans', 'current.md'));

    await expect(plans.read('plans/current.md')).resolves.toMatchObject({ path: 'plans/export-csv.md' });
  });

  test('keeps its bytes as they are: byte order mark, CRLF and all', async () => {
    const text = '\ufeff# Élan\r\n\r\n日本語 👩‍💻\r\n';
    await writePlan('odd.md', text);

    const snapshot = await plans.read('plans/odd.md');

    expect(Buffer.from(snapshot.bytes).toString('utf8')).toBe(text);
    expect(snapshot.title).toBe('Élan');
  });

  test('a second hard link of a file inside is the file itself', async () => {
    await link(join(project, 'plans', 'export-csv.md'), join(project, 'plans', 'twin.md'));

    await expect(plans.read('plans/twin.md')).resolves.toMatchObject({ title: 'Export orders as CSV' });
  });

  test('may begin its name with two dots or hold spaces and any letters', async () => {
    await writePlan('..notes – 계획.md', planA);

    await expect(plans.read('plans/..notes – 계획.md')).resolves.toMatchObject({ path: 'plans/..notes – 계획.md' });
  });

  test('is read in a folder that was made only after the reader', async () => {
    const later = planFolder({ root: join(project, 'later', 'plans') });
    expect((await readRefusal('a.md', later)).reason).toBe('missing');
    await mkdir(join(project, 'later', 'plans'), { recursive: true });
    await writeFile(join(project, 'later', 'plans', 'a.md'), planA);

    await expect(later.read('a.md')).resolves.toMatchObject({ path: 'a.md' });
  });
});

describe('what cannot be read as a plan is refused with path and reason', () => {
  test.each([
    ['missing', 'plans/none.md', 'missing'],
    ['a missing folder', 'nowhere/none.md', 'missing'],
    ['below a file', 'plans/export-csv.md/x.md', 'missing'],
    ['a folder', 'plans/', 'not-a-file'],
    ['the root', '.', 'not-a-file'],
  ])('%s', async (_name, path, reason) => {
    const error = await readRefusal(path);

    expect(error).toMatchObject({ path, root: project, reason, code: 'PLAN_UNREADABLE' });
    expect(error.message).toContain(path);
    expect(error.message).toContain(project);
  });

  test.each([
    ['0 bytes', '', 'empty'],
    ['nothing but white space', ' \n\t\r\n\u3000\n', 'blank'],
    ['nothing but a byte order mark', '\ufeff\n', 'blank'],
    ['NUL bytes', '# Plan\0\n', 'binary'],
    ['bytes that are not UTF-8', new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x41]), 'not-utf8'],
    ['half a character', new Uint8Array([0x23, 0x20, 0xe3, 0x81]), 'not-utf8'],
    ['UTF-16', Buffer.from('\ufeff# Plan', 'utf16le'), 'not-utf8'],
  ])('%s', async (_name, content, reason) => {
    await writePlan('bad.md', content);

    expect(await readRefusal('plans/bad.md')).toMatchObject({ path: 'plans/bad.md', reason });
  });

  test('a file larger than the limit, and not one just as large', async () => {
    const small = planFolder({ root: project, maxBytes: 100 });
    await writePlan('100.md', 'x'.repeat(100));
    await writePlan('101.md', 'x'.repeat(101));

    await expect(small.read('plans/100.md')).resolves.toMatchObject({ path: 'plans/100.md' });
    const error = await readRefusal('plans/101.md', small);
    expect(error.reason).toBe('too-large');
    expect(error.message).toContain('101 bytes');
    expect(plans.maxBytes).toBe(1_048_576);
  });

  test('a file without read permission', async () => {
    await writePlan('locked.md', planA);
    await chmod(join(project, 'plans', 'locked.md'), 0o000);
    await chmod(base, 0o755);
    const isRoot = process.geteuid?.() === 0;
    // The superuser may read everything.
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await readRefusal('plans/locked.md')).toMatchObject({ reason: 'unreadable', path: 'plans/locked.md' });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  test.skipIf(process.platform === 'win32')('a fifo, at once and without waiting for a writer', async () => {
    execFileSync('mkfifo', [join(project, 'plans', 'pipe.md')]);

    expect(await readRefusal('plans/pipe.md')).toMatchObject({ reason: 'not-a-file' });
  });

  test.skipIf(process.platform === 'win32')('a socket', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(project, 's.md'), resolve));
    try {
      expect(await readRefusal('s.md')).toMatchObject({ reason: 'not-a-file' });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('a link that goes round in a circle, or nowhere', async () => {
    await symlink('b.md', join(project, 'a.md'));
    await symlink('a.md', join(project, 'b.md'));
    await symlink('none.md', join(project, 'dangling.md'));

    expect((await readRefusal('a.md')).reason).toBe('outside');
    expect((await readRefusal('dangling.md')).reason).toBe('outside');
  });

  test('an ending that is not among those asked for, behind a link too', async () => {
    const folder = planFolder({ root: project, extensions: ['.md', '.Markdown'] });
    await writePlan('notes.env', 'KEY=1\n');
    await writePlan('b.MARKDOWN', planA);
    await symlink('notes.env', join(project, 'plans', 'link.md'));

    expect((await readRefusal('plans/notes.env', folder)).reason).toBe('not-markdown');
    expect((await readRefusal('plans/link.md', folder)).reason).toBe('not-markdown');
    await expect(folder.read('plans/b.MARKDOWN')).resolves.toMatchObject({ path: 'plans/b.MARKDOWN' });
    await expect(plans.read('plans/notes.env')).resolves.toMatchObject({ path: 'plans/notes.env' });
  });
});

describe('what lies outside is refused, and nobody learns what is there', () => {
  beforeEach(async () => {
    await symlink(join(base, 'outside.md'), join(project, 'plans', 'link.md'));
    await symlink(join(base, 'elsewhere'), join(project, 'plans', 'sub'));
    await symlink(join(base, 'nowhere.md'), join(project, 'plans', 'dangling.md'));
  });

  test.each([
    '../../outside.md',
    '../outside.md',
    'plans/../../outside.md',
    'plans/link.md',
    'plans/sub/x.md',
    'plans/sub/none.md',
    'plans/sub',
    'plans/dangling.md',
    '../nowhere.md',
    '..',
    '/etc/passwd',
    '/etc/no-such-file',
  ])('%s', async (path) => {
    const error = await readRefusal(path);

    expect(error).toMatchObject({ path, root: project, reason: 'outside' });
    expect(error.message).toContain(project);
    expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain(secret);
  });

  test('the absolute path of a file outside', async () => {
    expect(await readRefusal(join(base, 'outside.md'))).toMatchObject({ reason: 'outside' });
    expect(await readRefusal(join(base, 'no-such.md'))).toMatchObject({ reason: 'outside' });
  });

  test('a folder whose name begins like the root', async () => {
    await mkdir(`${project}-two`);
    await writeFile(`${project}-two/x.md`, secret);

    expect(await readRefusal('../project-two/x.md')).toMatchObject({ reason: 'outside' });
  });

  test('a root that was replaced by a link after the reader was made', async () => {
    await rename(project, join(base, 'moved'));
    await symlink(join(base, 'elsewhere'), project);

    expect(await readRefusal('x.md')).toMatchObject({ reason: 'outside' });
  });

  test('a root that was made as a link to elsewhere after the reader', async () => {
    const later = planFolder({ root: join(base, 'later') });
    await symlink(join(base, 'elsewhere'), join(base, 'later'));

    expect(await readRefusal('x.md', later)).toMatchObject({ reason: 'outside' });
  });

  test('the outside file is left as it was', async () => {
    await readRefusal('plans/link.md');

    expect(await readFile(join(base, 'outside.md'), 'utf8')).toBe(`# ${secret}\n`);
  });
});

describe('a path that is no path is refused', () => {
  test.each([
    ['NUL', 'plans/export-csv.md\0.png'],
    ['a line feed', 'plans/a\nb.md'],
    ['an escape', 'plans/\u001b[31m.md'],
    ['a C1 control', 'plans/\u009b.md'],
    ['a direction override', 'plans/\u202egnp.md'],
    ['a lone surrogate', 'plans/\ud800.md'],
    ['nothing', ''],
    ['blank', '  '],
  ])('%s', async (_name, path) => {
    const error = await readRefusal(path);

    expect(error).toMatchObject({ reason: 'bad-path', root: project });
    expect(error.message).not.toMatch(controls);
  });

  test('one that is too long for the file system', async () => {
    expect(await readRefusal(`plans/${'x'.repeat(5000)}.md`)).toMatchObject({ reason: 'bad-path' });
  });

  test.skipIf(process.platform === 'win32')(
    'backslashes are told about where folders are separated by "/"',
    async () => {
      const error = await readRefusal('plans\\export-csv.md');

      expect(error.reason).toBe('missing');
      expect(error.message).toContain('separated by "/"');
    },
  );
});
