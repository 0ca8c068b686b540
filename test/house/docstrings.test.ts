import { describe, expect, test } from 'vitest';
import { privateRooms, rooms } from './rooms.ts';
import { readSourceFiles, type SourceFile } from './source-files.ts';

const byPath = new Map(readSourceFiles().map((file) => [file.path, file]));
const publicDoors = [
  'src/index.ts',
  ...Object.keys(rooms)
    .filter((room) => !privateRooms.includes(room))
    .map((room) => `src/${room}/index.ts`),
];

/** Where a name that a file exports is declared. */
function findDeclaration(path: string, name: string): { readonly file: SourceFile; readonly name: string } | null {
  const file = byPath.get(path);
  if (file === undefined) return null;
  const entry = file.parsed.module.staticExports
    .flatMap(({ entries }) => entries)
    .find((each) => each.exportName.name === name);
  if (entry === undefined) return null;
  const from = entry.moduleRequest;
  if (from === null) return { file, name: entry.localName.name ?? name };
  const target = file.imports.find(({ specifier }) => specifier === from.value)?.file;
  return target == null ? null : findDeclaration(target, entry.importName.name ?? name);
}

function listExports(path: string): readonly string[] {
  const entries = byPath.get(path)?.parsed.module.staticExports.flatMap((each) => each.entries) ?? [];
  return entries.flatMap(({ exportName }) => (exportName.name === null ? [] : [exportName.name]));
}

/** Whether a docstring ends right before the declaration of this name. */
function hasDocstring({ text, parsed }: SourceFile, name: string): boolean {
  const declaration = new RegExp(
    `^export (declare )?(default )?(abstract )?(async )?(const|function\\*?|class|interface|type) ${name}\\b`,
    'gm',
  );
  return [...text.matchAll(declaration)].some(({ index }) =>
    parsed.comments.some(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        text
          .slice(end, index)
          .replace(/\/\/.*$/gm, '')
          .trim() === '',
    ),
  );
}

describe('docstrings', () => {
  test('every public name is declared in this package', () => {
    const lost = publicDoors.flatMap((door) =>
      listExports(door)
        .filter((name) => findDeclaration(door, name) === null)
        .map((name) => `${door}: ${name}`),
    );

    expect(lost).toEqual([]);
  });

  test('every public name has one', () => {
    const silent = publicDoors.flatMap((door) =>
      listExports(door).flatMap((name) => {
        const found = findDeclaration(door, name);
        return found === null || hasDocstring(found.file, found.name) ? [] : [`${found.file.path}: ${found.name}`];
      }),
    );

    expect([...new Set(silent)]).toEqual([]);
  });
});
