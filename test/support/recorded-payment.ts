import { setImmediate } from 'node:timers';
import { instant } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import type { OnStatement, Storage } from '@corridor/adapters-storage';
import { embedCore } from './embedded-core.js';
import { serveEmbedded } from './embedded-host.js';
import { createPayers } from './embedded-payer.js';

/** A statement that was sent to the database. */
export interface Sent {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Statements with the same number were sent together, before an answer could arrive: one round trip. */
  readonly trip: number;
}

/** The number of round trips in which the statements were sent. */
export const tripsOf = (sent: readonly Sent[]): number => new Set(sent.map(({ trip }) => trip)).size;

const CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i;

/**
 * Records the statements of the two requests of a payment over HTTP, without those that begin and end transactions. The
 * second payment is recorded, because the first one fills the caches. The clock does not move, so that no cache
 * expires.
 */
export async function recordPayment(
  open: (onStatement: OnStatement) => Storage,
): Promise<{ readonly quote: readonly Sent[]; readonly execute: readonly Sent[] }> {
  let sent: Sent[] = [];
  const take = (): readonly Sent[] => {
    const taken = sent.filter(({ sql }) => !CONTROL.test(sql));
    sent = [];
    return taken;
  };
  let trip = 0;
  let isUnderWay = false;
  const storage = open((sql, parameters) => {
    if (!isUnderWay) {
      trip += 1;
      isUnderWay = true;
      // Answers arrive on a later turn of the event loop.
      setImmediate(() => (isUnderWay = false));
    }
    sent.push({ sql, parameters, trip });
  });
  try {
    await storage.migrate();
    const now = instant(Date.now());
    const clock: Clock = { now: () => now };
    const core = embedCore(storage, { clock });
    await core.work.refreshRates();
    const [payer] = await createPayers(core);
    const host = await serveEmbedded(core);
    try {
      await host.execute(payer!, await host.quote(payer!, 'first'), 'first');
      take();
      const quoteId = await host.quote(payer!, 'second');
      const quote = take();
      await host.execute(payer!, quoteId, 'second');
      return { quote, execute: take() };
    } finally {
      await host.stop();
    }
  } finally {
    await storage.close();
  }
}
