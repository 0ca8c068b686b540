import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** The clone's folder. */
export const clone: string = fileURLToPath(new URL('../../', import.meta.url));

/** What a program printed, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The package, packed as npm would publish it and installed in an empty folder. */
export interface InstalledPackage {
  /** Where it is installed: a project of its own, outside of the clone. */
  readonly folder: string;
  /** What the tarball holds, relative to the package. */
  readonly files: readonly string[];
  readonly tarballBytes: number;
  readonly unpackedBytes: number;
  /** Runs JavaScript or TypeScript in that project. */
  runNode(args: readonly string[]): Ended;
  /** Runs `npx` there, without a terminal, on the Node that runs this. */
  runNpx(args: readonly string[]): Ended;
  remove(): void;
}

const packedSchema = v.pipe(
  v.tuple([
    v.object({
      filename: v.string(),
      size: v.number(),
      unpackedSize: v.number(),
      files: v.array(v.object({ path: v.string() })),
    }),
  ]),
  v.transform(([packed]) => packed),
);

/**
 * Packs the clone (which builds it when it is stale) and installs the tarball.
 *
 * @throws {Error} npm failed.
 */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-package-'));
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder], clone);
  const { filename, size, unpackedSize, files } = v.parse(
    packedSchema,
    JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n'))),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'somewhere-else', private: true, type: 'module' }),
  );
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename)], folder);
  return {
    folder,
    files: files.map(({ path }) => path),
    tarballBytes: size,
    unpackedBytes: unpackedSize,
    runNode: (args) => start(process.execPath, args, folder),
    runNpx: (args) => start('npx', ['--no-install', ...args], folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A Node of this machine, not of the clone, that is too old for the package; `null` where there is none. */
export function findOldNode(): string | null {
  const nodes = listSystemFolders()
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file));
  return nodes.find((node) => isOld(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout)) ?? null;
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major < 22 || (major === 22 && minor < 13);
}

/** Reads a file of the clone. */
export function readCloneFile(path: string): string {
  return readFileSync(join(clone, path), 'utf8');
}

function run(command: string, args: readonly string[], folder: string): Ended {
  const ended = start(command, args, folder);
  if (ended.code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${ended.stdout}${ended.stderr}`);
  return ended;
}

function start(command: string, args: readonly string[], folder: string): Ended {
  // Without what npm told the test run: this is another project, and the clone's own programs are not on its path.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|INIT_CWD|TEST$)/i.test(name)),
  );
  const path = [dirname(process.execPath), ...listSystemFolders()].join(delimiter);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: { ...env, PATH: path },
    encoding: 'utf8',
    input: '',
    shell: process.platform === 'win32',
  });
  return { code: status, stdout, stderr };
}

function listSystemFolders(): readonly string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !`${folder}${sep}`.includes(`${sep}node_modules${sep}`));
}
