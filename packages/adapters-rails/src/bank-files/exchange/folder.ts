import { constants, createWriteStream, type Stats } from 'node:fs';
import {
  access,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { instant } from '@corridor/core';
import type { FolderEntry } from '../entry.js';
import {
  type ArchivedAs,
  type Exchange,
  type ExchangeSession,
  ExchangeUnavailable,
  type IncomingFile,
} from './exchange.js';
import { isComplete, numbered, withEnding } from './file-names.js';
import { MAX_OWNER_BYTES, NO_OWNER, OWNER_FILE, ownerIn } from './owner-file.js';
import { type ProbeCalls, probing } from './probe.js';

/** Subfolder of the archive for files that were set aside, with a report beside each. */
const SET_ASIDE = 'set-aside';

/** Files have names and account numbers: the group of the folder may read them, others may not. */
const PRIVATE = 0o640;

/** Exchanges files in folders that the bank, or a program that speaks to it, reads and writes. */
export function folderExchange(entry: FolderEntry): Exchange {
  const session = folderSession(entry);
  return { use: (work) => work(session) };
}

const PROBES: ProbeCalls = {
  list: (folder) => readdir(folder),
  write: (folder, name) => writeFile(join(folder, name), 'probe\n', { mode: PRIVATE, flush: true }),
  rename: (folder, from, to) => rename(join(folder, from), join(folder, to)),
  remove: (folder, name) => rm(join(folder, name)),
};

function folderSession({ outgoing, incoming, archive }: FolderEntry): ExchangeSession {
  const setAside = join(archive, SET_ASIDE);
  const folders = Object.entries({ outgoing, incoming, archive });
  const probes = probing(folders.map(([member, path]) => ({ member, path, isWritten: true })));
  const folderOf = (as: ArchivedAs): string => (as === 'processed' ? archive : setAside);

  return {
    async check() {
      const problems = await Promise.all([
        folderProblem(outgoing, 'outgoing'),
        folderProblem(incoming, 'incoming'),
        folderProblem(archive, 'archive'),
        namesProblem(incoming),
      ]);
      const found = problems.filter((problem) => problem !== null);
      return found.length > 0 ? found : probes.problems(PROBES);
    },

    owner: (id) =>
      answered(async () => {
        const path = join(archive, OWNER_FILE);
        const write = (flag: 'wx' | 'w') => writeFile(path, `${id}\n`, { flag, mode: PRIVATE });
        const written = async (): Promise<string> => {
          const file = await opened(path);
          return ownerIn(file === null ? null : await readAtMost(file, MAX_OWNER_BYTES));
        };
        await write('wx').catch((cause: unknown) => {
          if (codeOf(cause) !== 'EEXIST') throw cause;
        });
        const owner = await written();
        if (owner !== NO_OWNER) return owner;
        await write('w');
        return written();
      }),

    list: () =>
      answered(async () => {
        await restoreMoved(incoming);
        const names = (await readdir(incoming)).filter(isComplete).sort();
        const files: IncomingFile[] = [];
        for (const name of names) {
          const found = await statOf(join(incoming, name));
          if (found?.isFile() === true) {
            files.push({ name, size: found.size, modifiedAt: instant(Math.floor(found.mtimeMs)) });
          }
        }
        return files;
      }),

    read: (name, maxBytes) =>
      answered(async () => {
        const file = await opened(join(incoming, name));
        return file === null ? 'gone' : readAtMost(file, maxBytes);
      }),

    archive: (name, as) =>
      answered(async () => {
        if (as === 'set-aside') await mkdir(setAside, { recursive: true });
        return moveWithoutReplacing(join(incoming, name), folderOf(as), name);
      }),

    freeNumber: (name, as) =>
      answered(async () => {
        let number = 1;
        while ((await statOf(join(folderOf(as), numbered(name, number)))) !== null) number += 1;
        return number;
      }),

    readArchived: (name, as, maxBytes) =>
      answered(async () => {
        const file = await opened(join(folderOf(as), name));
        return file === null ? 'gone' : readAtMost(file, maxBytes);
      }),

    putBack: (archived, as, name) =>
      answered(async () => {
        await moveWithoutReplacing(join(folderOf(as), archived), incoming, name);
      }),

    isSetAside: (name) => answered(async () => (await statOf(join(setAside, name))) !== null),

    explain: (name, text) =>
      answered(() => writeWithoutReplacing(setAside, withEnding(name, '.report.txt'), `${text}\n`)),

    upload: (temporaryName, content) =>
      answered(async () => {
        const file = await open(join(outgoing, temporaryName), 'w', PRIVATE);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await syncFolder(outgoing);
      }),

    isUploaded: (temporaryName, content) =>
      answered(async () => {
        const file = await opened(join(outgoing, temporaryName));
        const found = file === null ? 'too-large' : await readAtMost(file, content.length);
        return found !== 'too-large' && Buffer.compare(found, content) === 0;
      }),

    publish: (temporaryName, finalName) =>
      answered(async () => {
        const to = join(outgoing, finalName);
        if ((await statOf(join(outgoing, temporaryName))) === null) return 'gone';
        if ((await statOf(to)) !== null) throw new ExchangeUnavailable(`the outgoing folder already has ${finalName}`);
        try {
          await rename(join(outgoing, temporaryName), to);
        } catch (cause) {
          if (isMissing(cause)) return 'gone';
          throw cause;
        }
        await syncFolder(outgoing);
        return 'published';
      }),

    isOutgoing: (name) => answered(async () => (await statOf(join(outgoing, name))) !== null),

    discard: (temporaryName) => answered(() => rm(join(outgoing, temporaryName), { force: true })),
  };
}

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ExchangeUnavailable) throw cause;
    throw new ExchangeUnavailable(`the folder exchange failed: ${codeOf(cause)}`, { cause });
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);

const isMissing = (cause: unknown): boolean => codeOf(cause) === 'ENOENT';

/** Null if there is no such file. A symbolic link is not followed. */
async function statOf(path: string) {
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
async function opened(path: string): Promise<FileHandle | null> {
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
async function readAtMost(file: FileHandle, maxBytes: number): Promise<Uint8Array | 'too-large'> {
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
async function moveWithoutReplacing(from: string, folder: string, name: string): Promise<string> {
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
async function restoreMoved(folder: string): Promise<void> {
  for (const taken of await readdir(folder)) {
    const name = MOVED.exec(taken)?.[1];
    if (name !== undefined) await restore(join(folder, taken), join(folder, name));
  }
}

/** A bank may use the name of a report for a file of its own, so no file is replaced. A repeated report is one report. */
async function writeWithoutReplacing(folder: string, name: string, text: string): Promise<void> {
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

async function isSameFile(first: string, second: string): Promise<boolean> {
  const [a, b] = [await statOf(first), await statOf(second)];
  return a !== null && b !== null && a.ino === b.ino && a.dev === b.dev;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function folderProblem(path: string, member: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isDirectory()) return `the ${member} folder ${path} is not a folder`;
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (cause) {
    const code = codeOf(cause);
    return code === 'ENOENT'
      ? `the ${member} folder ${path} does not exist`
      : `the ${member} folder ${path} cannot be read and written (${code})`;
  }
}

/** Node reads the bytes of a name that are not UTF-8 as this character, and then finds no file of the name. */
const NOT_UTF8 = '\uFFFD';

async function namesProblem(incoming: string): Promise<string | null> {
  const names = await readdir(incoming).catch((): string[] => []);
  const count = names.filter((name) => name.includes(NOT_UTF8)).length;
  return count === 0
    ? null
    : `the incoming folder has ${count} files that cannot be read, because their names are not UTF-8`;
}
