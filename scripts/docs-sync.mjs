// `npm run docs:sync`: copies named regions of examples and tests into README.md and docs/*.md.
// `--check` changes nothing and fails where a document differs from its source.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './lib/prepare.mjs';
import { inProject, root } from './lib/project.mjs';

// <!-- region: examples/foo.ts#name -->, then a fence. Other code in documents must say that it stands for itself: <!-- own -->.
const block = /<!-- region: ([^\s#]+)#([\w-]+) -->\n+(```+)(\w*)[^\n]*\n(?:[\s\S]*?\n)??\3(?=\n|$)/g;
const anyFence = /(?:<!-- ([^\n]*?) -->\n+)?^(```+)(ts|tsx|js|mjs)\b[^\n]*\n[\s\S]*?\n\2$/gm;

const isCheck = process.argv.includes('--check');
const problems = [];
let changed = 0;

for (const document of listDocuments()) {
  const before = readFileSync(join(root, document), 'utf8');
  const after = before.replace(block, (whole, ...groups) => {
    const [file, name, fence, language] = groups;
    const code = readRegion(document, file, name);
    return code === null
      ? whole
      : `<!-- region: ${file}#${name} -->
${fence}${language || 'ts'}
${code}
${fence}`;
  });
  for (const [, comment] of after.matchAll(anyFence)) {
    if (!/^(region: \S+#\S+|own)$/.test(comment ?? '')) {
      problems.push(`${document} has code that is neither a region nor marked <!-- own -->.`);
    }
  }
  if (before === after) continue;
  changed += 1;
  if (isCheck) problems.push(`${document} differs from its regions. Run \`npm run docs:sync\`.`);
  else writeFileSync(join(root, document), after);
}

for (const problem of problems) say(problem);
if (!isCheck) say(changed === 0 ? 'The documents are up to date.' : `${changed} document(s) brought up to date.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function listDocuments() {
  const docs = existsSync(inProject('docs'))
    ? readdirSync(inProject('docs'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`)
    : [];
  return [...docs, 'README.md', 'CONTRIBUTING.md'].filter((document) => existsSync(join(root, document)));
}

/** The lines between `// region name` and `// endregion`, without the indentation they share. */
function readRegion(document, file, name) {
  if (!existsSync(join(root, file))) {
    problems.push(`${document} names a region of ${file}, which is not there.`);
    return null;
  }
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.trim() === `// region ${name}`);
  const end = lines.findIndex((line, index) => index > start && line.trim() === '// endregion');
  if (start === -1 || end === -1) {
    problems.push(`${document} names the region ${file}#${name}, which is not there.`);
    return null;
  }
  const region = lines.slice(start + 1, end);
  const filled = region.filter((line) => line.trim() !== '');
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return region.map((line) => line.slice(indent)).join('\n');
}
