import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { heavyPackages, lightRooms, rooms } from './rooms.ts';
import { type Import, readSourceFiles, root, type SourceFile } from './source-files.ts';

const files = readSourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));
const code = files.filter(({ isTest }) => !isTest);
const isPage = ({ path }: SourceFile): boolean => path.startsWith('src/web/page/');
const roomOf = (path: string): string => path.split('/')[1] ?? '';
const packageOf = (specifier: string): string => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier;

/** Every import of another room, with the file it stands in. */
function listCrossings(
  from: readonly SourceFile[],
): readonly { readonly file: SourceFile; readonly imported: Import & { file: string } }[] {
  return from.flatMap((file) =>
    file.imports.flatMap((imported) => {
      const target = imported.file;
      if (target === null || file.room === '' || !target.startsWith('src/')) return [];
      return roomOf(target) === file.room ? [] : [{ file, imported: { ...imported, file: target } }];
    }),
  );
}

/** What is loaded with a file: itself and all that it imports, but for types and lazy imports. */
function loadWith(path: string, seen: Set<string> = new Set()): Set<string> {
  const file = byPath.get(path);
  if (file === undefined || seen.has(path)) return seen;
  seen.add(path);
  for (const imported of file.imports) {
    if (imported.isType || imported.isLazy) continue;
    if (imported.file === null) seen.add(imported.specifier);
    else loadWith(imported.file, seen);
  }
  return seen;
}

describe('the import graph', () => {
  test('every folder of src is a room of the table', () => {
    const found = new Set(files.map(({ room }) => room).filter((room) => room !== ''));

    expect([...found].filter((room) => !Object.hasOwn(rooms, room))).toEqual([]);
  });

  test('rooms are entered through their door', () => {
    const behind = listCrossings(files.filter((file) => !isPage(file)))
      .filter(({ imported }) => !/^src\/[^/]+\/index\.ts$/.test(imported.file))
      .map(({ file, imported }) => `${file.path} imports ${imported.file}`);

    expect(behind).toEqual([]);
  });

  test('a room imports only the rooms of its row', () => {
    const strays = listCrossings(code)
      .filter(({ file, imported }) => rooms[file.room]?.includes(roomOf(imported.file)) !== true)
      .map(({ file, imported }) => `${file.path} imports ${imported.file}`);

    expect(strays).toEqual([]);
  });

  test('nothing imports the command', () => {
    const importers = files.filter(
      ({ room, imports }) => room !== 'cli' && imports.some(({ file }) => file?.startsWith('src/cli/') === true),
    );

    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test('no library code imports tests', () => {
    const importers = code.filter(({ imports }) =>
      imports.some(({ file }) => file !== null && (file.startsWith('test/') || /\.test\.tsx?$/.test(file))),
    );

    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test('the page takes types from anywhere, and code only from itself and the pure functions of plans', () => {
    const strays = code
      .filter(isPage)
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            ({ file, isType }) =>
              !isType && file !== null && !file.startsWith('src/web/page/') && !file.startsWith('src/plans/'),
          )
          .map(({ file }) => `${path} imports ${file}`),
      );
    const impure = code
      .filter((file) => isPage(file) && !file.path.endsWith('vite.config.ts'))
      .flatMap(({ path }) =>
        [...loadWith(path)].filter((name) => name.startsWith('node:')).map((name) => `${path} loads ${name}`),
      );

    expect(strays).toEqual([]);
    expect(impure).toEqual([]);
  });

  test('the doors of light rooms load nothing slow', () => {
    const slow = lightRooms.flatMap((room) =>
      [...loadWith(`src/${room}/index.ts`)]
        .filter((name) => heavyPackages.includes(packageOf(name)))
        .map((name) => `${room} loads ${name}`),
    );

    expect(slow).toEqual([]);
  });

  test('zod is for tests and examples', () => {
    const importers = code.filter(({ imports }) => imports.some(({ specifier }) => packageOf(specifier) === 'zod'));

    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test("Biome's overrides say the same as the table", () => {
    const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    const found = overrides.filter((override: { linter: { rules: { style?: object } } }) =>
      Object.hasOwn(override.linter.rules.style ?? {}, 'noRestrictedImports'),
    );

    expect(found).toEqual(
      Object.entries(rooms)
        .filter(([room]) => room !== 'cli')
        .map(([room, allowed]) => toBiomeOverride(room, allowed)),
    );
  });
});

function toBiomeOverride(room: string, allowed: readonly string[]): object {
  const message =
    allowed.length === 0
      ? `${room} imports no other room.`
      : `${room} imports only the doors of ${allowed.join(', ')}.`;
  const group = ['../*/**', ...allowed.map((name) => `!../${name}/index.ts`)];
  return {
    includes: [`src/${room}/*`, '!**/*.test.ts'],
    linter: {
      rules: { style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } } },
    },
  };
}
