import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { type FileFailure, hasCode, isMissing, toFileFailure } from './file-failure.ts';

/** A file's bytes, or why they could not be read. */
export type FileBytes =
  | { readonly isRead: true; readonly bytes: Uint8Array }
  /** `wasReplaced`: something was moved or linked while it was read; another try may succeed. */
  | ({ readonly isRead: false; readonly wasReplaced?: boolean } & FileFailure);

/**
 * Reads a regular file whole. Never waits for anything that is no regular file, and never follows a link put in its place
 * between the look and the reading.
 *
 * @param path - absolute and without links, as `realpath` gives it.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<FileBytes> {
  try {
    const seen = await lstat(path);
    return seen.isFile() ? await openAndRead(path, seen, maxBytes) : refuseKind(seen);
  } catch (error) {
    return hasCode(error, 'ELOOP') ? refuseSwap() : { isRead: false, ...toFileFailure(error) };
  }
}

async function openAndRead(path: string, seen: Stats, maxBytes: number): Promise<FileBytes> {
  // Both flags are 0 or missing on Windows, which has neither fifos nor links that open without a look.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags);
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) return refuseKind(opened);
    if (!isSameFile(opened, seen) || !(await isOpenAt(handle, path, opened))) return refuseSwap();
    if (opened.size > maxBytes) return refuseSize(opened.size, maxBytes);
    const bytes = await readUpTo(handle, opened.size, maxBytes + 1);
    return bytes.byteLength > maxBytes ? refuseSize(null, maxBytes) : { isRead: true, bytes };
  } finally {
    await handle.close();
  }
}

/** Whether the opened file is the one that stands at the path, whatever was moved or linked meanwhile. */
async function isOpenAt(handle: FileHandle, path: string, opened: Stats): Promise<boolean> {
  try {
    return (await readlink(`/proc/self/fd/${handle.fd}`)) === path;
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Only Linux tells the path of an open file. Elsewhere the path is followed once more.
    return (await realpath(path)) === path && isSameFile(await lstat(path), opened);
  }
}

function isSameFile(left: Stats, right: Stats): boolean {
  return left.dev === right.dev && left.ino === right.ino;
}

/** Reads to the end or to the limit: the size of a file that is being written is only a hint. */
async function readUpTo(handle: FileHandle, sizeHint: number, limit: number): Promise<Uint8Array> {
  let buffer = new Uint8Array(Math.min(sizeHint + 1, limit));
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.byteLength - length, length);
    if (bytesRead === 0) return buffer.slice(0, length);
    length += bytesRead;
    if (length === limit) return buffer;
    if (length === buffer.byteLength) {
      const larger = new Uint8Array(Math.min(buffer.byteLength * 2, limit));
      larger.set(buffer);
      buffer = larger;
    }
  }
}

function refuseKind(stats: Stats): FileBytes {
  const kind = stats.isDirectory() ? 'it is a folder' : 'it is no regular file';
  return { isRead: false, reason: 'not-a-file', detail: `${kind}. Submit the path of the Markdown file itself.` };
}

function refuseSwap(): FileBytes {
  return {
    isRead: false,
    wasReplaced: true,
    reason: 'unreadable',
    detail: 'it was replaced while it was read. Submit it again.',
  };
}

function refuseSize(size: number | null, maxBytes: number): FileBytes {
  const found = size === null ? 'it is larger than' : `it has ${size} bytes, more than`;
  const detail = `${found} the ${maxBytes} bytes a plan may have. Shorten it, or move parts of it into other files.`;
  return { isRead: false, reason: 'too-large', detail };
}
