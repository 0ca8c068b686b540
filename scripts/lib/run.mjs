// Running other programs: their exit codes and our signals are passed on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { inProject, root } from './project.mjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with our terminal until it ends.
 *
 * @returns its exit code; 128 and the signal's number when a signal ended it.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: false, ...options });
    const forward = (signal) => child.kill(signal);
    // A Ctrl-C in a terminal reaches the child by itself; here it only must not end us before the child has ended.
    for (const signal of passedOn) process.on(signal, signal === 'SIGINT' && process.stdin.isTTY ? ignore : forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of passedOn) process.off(name, forward).off(name, ignore);
      resolve(signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/**
 * Runs a program and keeps what it prints.
 *
 * @returns its exit code and its output, both streams in the order they came. It ends when we end.
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const end = () => child.kill();
    process.once('exit', end);
    const output = [];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('exit', end);
      resolve({ code: signal === null ? (code ?? 1) : 1, output: Buffer.concat(output).toString() });
    });
  });
}

/** The JavaScript file behind a dependency's command, to be run with a Node of our choice. */
export function toolFile(name) {
  const files = {
    attw: ['@arethetypeswrong', 'cli', 'dist', 'index.js'],
    biome: ['@biomejs', 'biome', 'bin', 'biome'],
    knip: ['knip', 'bin', 'knip.js'],
    publint: ['publint', 'src', 'cli.js'],
    tsc: ['typescript', 'bin', 'tsc'],
    vite: ['vite', 'bin', 'vite.js'],
    vitest: ['vitest', 'vitest.mjs'],
  };
  return inProject('node_modules', ...files[name]);
}

function ignore() {
  // The terminal has sent the signal to the child as well.
}
