import { constants, createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExchangeUnavailable } from './exchange.js';
import { numbered, withEnding } from './file-names.js';

/** Files have names and account numbers: the group of the folder may read them, others may not. */
export const PRIVATE = 0o640;

export const codeOf = (cause: unknown): string =>
  cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);

export const isMissing = (cause: unknown): boolean => codeOf(cause) === 'ENOENT';

/** Null if there is no such file. A symbolic link is not followed. */
export async function statOf(path: string) {
  try {
    return await lstat(path);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

/** Without `O_NONBLOCK`, the opening of a named pipe waits for its writer. */
const FOR_READING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The open file; null if there is none, or if it is a folder or a pipe. A symbolic link is not followed. */
export async function opened(path: string): Promise<FileHandle | null> {
  let file: FileHandle;
  try {
    file = await open(path, FOR_READING);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** Reads and closes the file. A file that grows while it is read stays within the limit too. */
export async function readAtMost(file: FileHandle, maxBytes: number): Promise<Uint8Array | 'too-large'> {
  try {
    const { size } = await file.stat();
    if (size > maxBytes) return 'too-large';
    const content = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(content, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return content.subarray(0, length);
  } finally {
    await file.close();
  }
}

const MOST_OF_ONE_NAME = 10_000;

/**
 * Moves a file under its name, or under a numbered one if that is taken, and returns the name. A link fails if the name
 * is taken, whereas a rename would replace the file.
 */
export async function moveWithoutReplacing(from: string, folder: string, name: string): Promise<string> {
  for (let number = 1; number < MOST_OF_ONE_NAME; number += 1) {
    const newName = numbered(name, number);
    const to = join(folder, newName);
    try {
      await link(from, to);
    } catch (cause) {
      const code = codeOf(cause);
      if (code === 'ENOENT') return name;
      // A crash may have come between link and unlink.
      if (code === 'EEXIST' && !(await isSameFile(from, to))) continue;
      if (code === 'EXDEV') return copyAway(from, folder, name);
      if (code !== 'EEXIST') {
        if (!WITHOUT_LINKS.includes(code)) throw cause;
        if ((await statOf(to)) !== null) continue;
        await rename(from, to);
        await syncFolder(folder);
        return newName;
      }
    }
    await syncFolder(folder);
    const moved = await statOf(to);
    if (moved !== null) await removeIfSame(from, moved);
    return newName;
  }
  throw new ExchangeUnavailable(`the archive has too many files named ${name}`);
}

const WITHOUT_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * The archive is on another file system: the copy is complete before it gets its name and the original goes. The file
 * may have been replaced, so the copy does not follow a symbolic link.
 */
async function copyAway(from: string, folder: string, name: string): Promise<string> {
  const file = await opened(from);
  if (file === null) return name;
  const copy = join(folder, withEnding(`.${name}`, '.copy.tmp'));
  await rm(copy, { force: true });
  const copied = await file.stat();
  await pipeline(file.createReadStream(), createWriteStream(copy, { flags: 'wx', mode: PRIVATE, flush: true }));
  const newName = await moveWithoutReplacing(copy, folder, name);
  await removeIfSame(from, copied);
  return newName;
}

/** A name under which `list` does not show a file. */
const MOVED = /^\.(.+)\.moved\.tmp$/;

type Inode = Pick<Stats, 'ino' | 'dev'>;

/**
 * Removes a name if it still means this file. A program that has put another file there meanwhile gets it back: it takes
 * one step to take what is there, whatever that is, and the name is free before it is decided.
 */
async function removeIfSame(path: string, { ino, dev }: Inode): Promise<void> {
  const taken = join(dirname(path), withEnding(`.${basename(path)}`, '.moved.tmp'));
  try {
    await rename(path, taken);
  } catch (cause) {
    if (isMissing(cause)) return;
    throw cause;
  }
  const found = await statOf(taken);
  if (found?.ino === ino && found.dev === dev) await rm(taken, { force: true });
  else await restore(taken, path);
}

/** Gives a file its name again, or a numbered one if the name is taken. */
async function restore(taken: string, path: string): Promise<void> {
  const name = basename(path);
  for (let number = 1; number < MOST_OF_ONE_NAME; number += 1) {
    const to = join(dirname(path), numbered(name, number));
    if ((await statOf(to)) !== null) continue;
    return rename(taken, to);
  }
}

/** Files that a crash left between the two steps of a removal. */
export async function restoreMoved(folder: string): Promise<void> {
  for (const taken of await readdir(folder)) {
    const name = MOVED.exec(taken)?.[1];
    if (name !== undefined) await restore(join(folder, taken), join(folder, name));
  }
}

/** A bank may use the name of a report for a file of its own, so no file is replaced. A repeated report is one report. */
export async function writeWithoutReplacing(folder: string, name: string, text: string): Promise<void> {
  const content = Buffer.from(text);
  for (let number = 1; number < MOST_OF_ONE_NAME; number += 1) {
    const path = join(folder, numbered(name, number));
    try {
      return await writeFile(path, content, { flag: 'wx', mode: PRIVATE });
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') throw cause;
    }
    const file = await opened(path);
    const found = file === null ? 'too-large' : await readAtMost(file, content.length);
    if (found !== 'too-large' && content.equals(found)) return;
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await statOf(one), await statOf(other)];
  return a !== null && b !== null && a.ino === b.ino && a.dev === b.dev;
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
