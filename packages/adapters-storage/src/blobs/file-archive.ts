import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveStore } from '@corridor/core/ports';
import { decodeJson, encodeJson } from '../schema/json.js';
import { decrypt, encrypt } from './encrypted.js';
import { removeWhole, unfinished, writeWhole } from './whole-file.js';

const NAME = /^[A-Za-z0-9-]+\.archive$/;
/** Begins each file. */
const FORMAT = 'corridor archive 1\n';

/**
 * Archived events as files: lines of JSON, compressed with gzip and encrypted. A file begins with its format.
 */
export function createFileArchive(folder: string): ArchiveStore {
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error('not a valid name of an archive file');
    return join(folder, name);
  };

  async function allNames(): Promise<readonly string[]> {
    try {
      return await readdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  return {
    pack(records, key, place) {
      return encrypt(gzipSync(records.map(encodeJson).join('\n')), { format: FORMAT, key, place });
    },

    unpack(content, key, place) {
      const text = gunzipSync(decrypt(content, { format: FORMAT, key, place })).toString('utf8');
      return text === '' ? [] : text.split('\n').map((line) => decodeJson(line) as object);
    },

    write: (name, content) => writeWhole(pathOf(name), content, unfinished(`${pathOf(name)}.${randomUUID()}`)),

    read(name) {
      try {
        return readFileSync(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async remove(name) {
      // An interrupted write leaves a file whose name begins in the same way.
      if (!NAME.test(name)) throw new Error('not a valid name of an archive file');
      const found = (await allNames()).filter((each) => each === name || each.startsWith(`${name}.`));
      await removeWhole(folder, found);
    },

    names: async () => (await allNames()).filter((name) => NAME.test(name)).sort(),
  };
}
