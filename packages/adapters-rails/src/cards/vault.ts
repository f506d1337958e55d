import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../files/create-folder.js';

/**
 * The store in which an issuer keeps card numbers. It is separate from the core's database, so neither the database nor
 * its backups ever hold a card number. Entries are written once and never changed.
 */
export interface CardVault {
  get(name: string): Promise<string | null>;
  /** Returns false if the name exists; the existing entry stays. Of two simultaneous writers one wins. */
  putNew(name: string, content: string): Promise<boolean>;
  /** The names in a folder. `drop` removes an entry. */
  list(folder: string): Promise<readonly string[]>;
  drop(name: string): Promise<void>;
}

/** A vault in memory, lost when the process ends. */
export function memoryVault(): CardVault {
  const entries = new Map<string, string>();
  return {
    get: async (name) => entries.get(name) ?? null,
    async putNew(name, content) {
      if (entries.has(name)) return false;
      entries.set(name, content);
      return true;
    },
    list: async (folder) =>
      [...entries.keys()].filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1)),
    drop: async (name) => void entries.delete(name),
  };
}

/** Files in a folder of its own, readable by the user of the process only. Hosts of one database share the folder. */
export function fileVault(folder: string): CardVault {
  const pathOf = (name: string): string => join(folder, ...name.split('/'));
  return {
    async get(name) {
      try {
        return await readFile(pathOf(name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async putNew(name, content) {
      const path = pathOf(name);
      await createFolder(dirname(path));
      // Written to a temporary file and then linked: the entry is always complete, and only one writer can link it.
      const unfinished = `${path}.${randomBytes(8).toString('hex')}.part`;
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      try {
        await link(unfinished, path);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(unfinished, { force: true });
      }
    },

    async list(of) {
      try {
        return (await readdir(pathOf(of))).filter((name) => !name.endsWith('.part'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    },

    drop: (name) => rm(pathOf(name), { force: true }),
  };
}
