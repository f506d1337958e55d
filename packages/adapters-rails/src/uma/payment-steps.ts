import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../files/create-folder.js';

/** The steps of simulated payments, each a file that can be created once only, by one of several hosts. */
export function paymentSteps(directory: string) {
  const ready = lazily(() => createFolder(directory));
  const pathOf = (hash: string, step: string): string => join(directory, `${hash}.${step}`);

  /** Records that a payment was issued, paid or ended; false if that was already recorded. */
  async function record(hash: string, step: string, content: object): Promise<boolean> {
    await ready();
    const draft = pathOf(hash, `${randomBytes(8).toString('hex')}.draft`);
    await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
    try {
      await link(draft, pathOf(hash, step));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function recorded<T>(hash: string, step: string): Promise<T | null> {
    try {
      return JSON.parse(await readFile(pathOf(hash, step), 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  return { record, recorded };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}
