import { createHash, randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../files/create-folder.js';

/** The effect of one order in the smallest units of the token; a burn is negative. */
export interface Issued {
  readonly reference: string;
  readonly amount: bigint;
}

/** The issuer's own record of what it minted and burned, independent of Corridor's ledger. */
export interface IssuerBook {
  /** Records an order once: further calls with its reference have no effect. */
  record(token: string, issued: Issued): Promise<void>;
  /** The sum of all orders for a token. */
  supply(token: string): Promise<bigint>;
}

/** An issuer's record in memory, lost when the process ends. */
export function memoryBook(): IssuerBook {
  const tokens = new Map<string, Map<string, bigint>>();
  return {
    async record(token, { reference, amount }) {
      const orders = tokens.get(token) ?? new Map<string, bigint>();
      tokens.set(token, orders);
      if (!orders.has(reference)) orders.set(reference, amount);
    },
    supply: async (token) => [...(tokens.get(token) ?? new Map<string, bigint>()).values()].reduce(sum, 0n),
  };
}

const sum = (total: bigint, amount: bigint): bigint => total + amount;

/**
 * An issuer's record in a folder, with a subfolder for each token and a file for each order. A file is created once
 * only, so that hosts in several processes agree on the record even after a crash.
 */
export function folderBook(directory: string): IssuerBook {
  const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex');

  return {
    async record(token, { reference, amount }) {
      const folder = join(directory, nameOf(token));
      await createFolder(folder);
      const draft = join(folder, `${randomBytes(8).toString('hex')}.draft`);
      await writeFile(draft, amount.toString(), { mode: 0o600 });
      try {
        await link(draft, join(folder, `${nameOf(reference)}.done`));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },

    async supply(token) {
      const folder = join(directory, nameOf(token));
      const files = (await namesIn(folder)).filter((name) => name.endsWith('.done'));
      let total = 0n;
      for (const file of files) total += BigInt(await readFile(join(folder, file), 'utf8'));
      return total;
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
