import { performance } from 'node:perf_hooks';
import type { Core } from '@corridor/core';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { serve } from '../child.js';
import { embedCore } from '../../support/embedded-core.js';
import { createPayers, type EmbeddedPayer } from '../../support/embedded-payer.js';
import { payEmbedded } from '../../support/embedded-payment.js';

export interface Run {
  readonly path: string;
  /** Concurrent payments. */
  readonly clients: number;
  readonly seconds: number;
}

interface Setting {
  readonly core: Core;
  readonly payer: EmbeddedPayer;
}

async function open(path: string): Promise<Setting> {
  const storage = createSqliteStorage({ path });
  await storage.migrate();
  const core = embedCore(storage);
  await core.work.refreshRates();
  const [payer] = await createPayers(core);
  return { core, payer: payer! };
}

let setting: Promise<Setting> | null = null;
let runs = 0;

/** Payments per second. */
serve(async ({ path, clients, seconds }: Run) => {
  const opened = await (setting ??= open(path));
  await opened.core.work.refreshRates();
  runs += 1;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let count = 0;
      for (; performance.now() < until; count++)
        await payEmbedded(opened.core, opened.payer, `${runs}-${client}-${count}`);
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
});
