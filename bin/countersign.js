#!/usr/bin/env node
// Kept in syntax that old versions of Node can read, so that they too can say what is missing.
const needed = [22, 13];

function isOldNode(version) {
  const parts = version.split('.');
  const major = Number(parts[0]);
  return major < needed[0] || (major === needed[0] && Number(parts[1]) < needed[1]);
}

// Node 22 warns that node:sqlite is new. The person at the terminal can do nothing about it.
function silenceSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, options, ...others) => {
    const type = typeof options === 'string' ? options : Object(options).type;
    if (type === 'ExperimentalWarning' && String(warning).indexOf('SQLite') !== -1) return;
    emitWarning.call(process, warning, options, ...others);
  };
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

if (isOldNode(process.versions.node)) {
  fail(
    `countersign needs Node ${needed.join('.')} or newer; this is ${process.version}. ` +
      'Install a newer Node from https://nodejs.org, or run: npx -p node@24 -p countersign countersign',
  );
} else {
  silenceSqliteWarning();
  import('../dist/cli/main.js')
    .then((cli) => cli.main(process.argv.slice(2)))
    .then((exitCode) => {
      process.exitCode = exitCode;
    })
    .catch((error) => {
      fail(`countersign cannot start: ${error.message}. In a clone, run "npm run build" first; else install it again.`);
    });
}
