import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceFiles } from '../house/source-files.ts';
import { publicExports } from './public-exports.ts';

const files = new Map(readSourceFiles().map((file) => [file.path, file]));

/** What a door gives, as it stands in its source: values, and types. */
function readExports(subpath: string): { readonly values: readonly string[]; readonly types: readonly string[] } {
  const file = files.get(subpath === '.' ? 'src/index.ts' : `src/${subpath.slice(2)}/index.ts`);
  const entries = file?.parsed.module.staticExports.flatMap((each) => each.entries) ?? [];
  const list = (isType: boolean): readonly string[] =>
    entries
      .flatMap(({ exportName, ...entry }) =>
        entry.isType === isType && exportName.name !== null ? [exportName.name] : [],
      )
      .sort();
  return { values: list(false), types: list(true) };
}

test('the package has these subpaths', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

  expect(Object.keys(exports).sort()).toEqual([...Object.keys(publicExports), './package.json'].sort());
});

for (const [subpath, names] of Object.entries(publicExports)) {
  test(`${subpath} gives these names`, () => {
    expect(readExports(subpath)).toEqual(names);
  });
}
