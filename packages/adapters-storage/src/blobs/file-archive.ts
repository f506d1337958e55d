import { createCipheriv, createDecipheriv, createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveStore } from '@corridor/core/ports';
import { decodeJson, encodeJson } from '../schema/json.js';
import { removeWhole, unfinished, writeWhole } from './whole-file.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NAME = /^[A-Za-z0-9-]+\.archive$/;
/** Begins each file. */
const FORMAT = 'corridor archive 1\n';

/**
 * Archived events as files: lines of JSON, compressed with gzip and encrypted with AES-256-GCM. A file begins with its
 * format, followed by nonce, ciphertext and tag.
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
      const content = gzipSync(records.map(encodeJson).join('\n'));
      // Derived from the content, so that equal content gives an equal file, and other content another nonce.
      const nonce = createHmac('sha256', key)
        .update(`nonce\n${JSON.stringify(place)}\n`)
        .update(content)
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(place));
      return Buffer.concat([Buffer.from(FORMAT), nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },

    unpack(content, key, place) {
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      const begin = FORMAT.length;
      if (bytes.length < begin + NONCE_BYTES + TAG_BYTES || bytes.toString('latin1', 0, begin) !== FORMAT)
        throw new Error('it is not an archive file of this version');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(begin, begin + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(boundTo(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = gunzipSync(
        Buffer.concat([decipher.update(bytes.subarray(begin + NONCE_BYTES, -TAG_BYTES)), decipher.final()]),
      ).toString('utf8');
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

const boundTo = (place: string): Buffer => Buffer.from(FORMAT + place);
