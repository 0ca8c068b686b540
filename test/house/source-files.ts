import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The clone's folder. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** One import of a module, or one re-export from it. */
export interface Import {
  readonly specifier: string;
  /** The file it names, relative to the clone; `null` for a package. */
  readonly file: string | null;
  /** Whether it is gone at run time. */
  readonly isType: boolean;
  /** Whether it is `import()`. */
  readonly isLazy: boolean;
}

/** One source file, parsed. */
export interface SourceFile {
  /** Relative to the clone, with `/`. */
  readonly path: string;
  /** The folder of src/ it stands in; `''` for src/ itself. */
  readonly room: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly parsed: ReturnType<typeof parseSync>;
  readonly imports: readonly Import[];
}

/** Reads and parses every source file of src/. */
export function readSourceFiles(): readonly SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readSourceFile(`src/${name.split(sep).join('/')}`))
    .sort((one, other) => one.path.localeCompare(other.path));
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`);
  const [, folder = '', ...rest] = path.split('/');
  return {
    path,
    room: rest.length === 0 ? '' : folder,
    text,
    isTest: /\.test(-d)?\.tsx?$/.test(path),
    parsed,
    imports: readImports(path, text, parsed.module),
  };
}

function readImports(path: string, text: string, module: SourceFile['parsed']['module']): readonly Import[] {
  const toImport = (specifier: string, isType: boolean, isLazy = false): Import => ({
    specifier,
    file: specifier.startsWith('.')
      ? normalize(join(dirname(path), specifier))
          .split(sep)
          .join('/')
      : null,
    isType,
    isLazy,
  });
  const imported = module.staticImports.map(({ moduleRequest, entries }) =>
    toImport(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [toImport(moduleRequest.value, isType)],
    ),
  );
  const lazy = module.dynamicImports.map(({ moduleRequest }) =>
    toImport(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false, true),
  );
  return [...imported, ...exported, ...lazy];
}
