// One setup at a time in this clone, however many commands are started at once.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

const lock = inProject('.setup-lock');
const pollMs = 100;

/**
 * Does work that no other process of this clone does at the same time. Waits for the others first.
 *
 * @param onWait - called once with the holder's process id when there is somebody to wait for.
 */
export async function withLock(work, { onWait }) {
  for (let waits = 0; !takeLock(); waits += 1) {
    if (waits === 0) onWait(readHolder());
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function takeLock() {
  const holder = readHolder();
  if (holder !== null && !isAlive(holder)) rmSync(lock, { force: true });
  const own = `${lock}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // A link appears with its content or not at all, so a lock without a holder is never seen.
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function readHolder() {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
