import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import {
  codeOf,
  isMissing,
  moveWithoutReplacing,
  opened,
  PRIVATE,
  readAtMost,
  restoreMoved,
  statOf,
  syncFolder,
  writeWithoutReplacing,
} from './folder-files.js';
import { MAX_OWNER_BYTES, NO_OWNER, OWNER_FILE, ownerIn } from './owner-file.js';
import { type ProbeCalls, probing } from './probe.js';

/** Subfolder of the archive for files that were set aside, with a report beside each. */
const SET_ASIDE = 'set-aside';

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

    processed: () =>
      answered(async () =>
        (await readdir(archive, { withFileTypes: true }))
          .filter((file) => file.isFile() && isComplete(file.name))
          .map(({ name }) => name)
          .sort(),
      ),

    removeArchived: (name) =>
      answered(async () => {
        await rm(join(archive, name), { force: true });
        await syncFolder(archive);
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
