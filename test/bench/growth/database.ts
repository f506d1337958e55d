import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instant } from '@corridor/core';
import type { Storage } from '@corridor/adapters-storage';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { embedCore } from '../../support/embedded-core.js';
import { MASTER_KEY } from '../service/host.js';
import { type Grown, grow } from './grow.js';
import type { Grower, Size } from './world.js';

/** Enough customers that each of them has as many payments as a customer of a busy platform has in a year. */
const SIZE: Size = { platforms: 4, customers: 10 };

/** Fills an empty database with this many payments, and reports its progress to standard error. */
export async function fill(storage: Storage, payments: number): Promise<Grown> {
  const begun = performance.now();
  let next = 0;
  return grow(storage, {
    payments,
    size: SIZE,
    masterKey: MASTER_KEY,
    until: instant(Date.now()),
    onProgress: (written) => {
      if (written < next) return;
      next = written + Math.ceil(payments / 10);
      const rate = Math.round(written / ((performance.now() - begun) / 1000));
      process.stderr.write(`  ${written} payments written, ${rate}/s\n`);
    },
  });
}

/** Seconds of an audit. Throws if it finds anything. */
export async function audited(storage: Storage): Promise<number> {
  const begun = performance.now();
  const { findings } = await embedCore(storage, { masterKey: MASTER_KEY }).ledger.audit();
  if (findings.length > 0) throw new Error(`the audit found:\n${findings.slice(0, 20).join('\n')}`);
  return (performance.now() - begun) / 1000;
}

const databaseIn = (folder: string): string => join(folder, 'corridor.db');
const growersIn = (folder: string): string => join(folder, 'growers.json');

/** A database in a folder, which later runs use again: the growers are kept beside it. */
export async function sqliteIn(
  folder: string,
  payments: number,
): Promise<{ readonly growers: readonly Grower[]; readonly grown: Grown | null }> {
  const kept = growersIn(folder);
  if (existsSync(kept)) return { growers: JSON.parse(readFileSync(kept, 'utf8')) as readonly Grower[], grown: null };
  const storage = createSqliteStorage({ path: databaseIn(folder) });
  try {
    const grown = await fill(storage, payments);
    writeFileSync(kept, JSON.stringify(grown.growers));
    return { growers: grown.growers, grown };
  } finally {
    await storage.close();
  }
}

export const bytesIn = (folder: string): number => statSync(databaseIn(folder)).size;

export const openIn = (folder: string): Storage => createSqliteStorage({ path: databaseIn(folder) });
