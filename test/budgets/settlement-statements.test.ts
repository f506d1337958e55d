import type { Core } from '@corridor/core';
import type { Storage } from '@corridor/adapters-storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Backend,
  postgres,
  sqlite,
  type TestDatabase,
} from '../../packages/adapters-storage/src/testing/backends.js';
import { embedCore } from '../support/embedded-core.js';
import { serveEmbedded } from '../support/embedded-host.js';
import { createPayers } from '../support/embedded-payer.js';

const PAYMENTS = 64;

/** The most statements of one payment among many, with those that begin and end transactions. */
const MOST = {
  sqlite: { settle: 5.5, deliver: 9, expire: 1.3 },
  postgres: { settle: 0.75, deliver: 2, expire: 0.25 },
} as const;
/** The most statements in which a host looks for overdue quotes and authorizations of cards. */
const MOST_TO_LOOK = 5;
/** The most statements more, once an hour, in which it looks for authorizations of cards without an end. */
const MOST_ONCE_AN_HOUR = 3;

describe.each([
  ['sqlite', sqlite],
  ['postgres', postgres],
] as [keyof typeof MOST, Backend][])('payments that settle together on %s', (name, backend) => {
  let database: TestDatabase;
  let storage: Storage;
  let core: Core;
  let sent = 0;
  let now = Date.now();
  let quoteMore: () => Promise<void>;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    database = await backend.create();
    storage = database.open({ onStatement: () => (sent += 1) });
    await storage.migrate();
    core = embedCore(storage, { clock: { now: () => now as never } });
    await core.work.refreshRates();
    const [payer] = await createPayers(core);
    const host = await serveEmbedded(core);
    for (let i = 0; i < PAYMENTS; i++) await host.execute(payer!, await host.quote(payer!, `quote ${i}`), `${i}`);
    quoteMore = async () => {
      for (let i = 0; i < PAYMENTS; i++) await host.quote(payer!, `abandoned ${i}`);
    };
    stop = () => host.stop();
  }, 60_000);
  afterAll(async () => {
    await stop();
    await storage.close();
    await database.drop();
  });

  const perPayment = async (work: () => Promise<number>): Promise<number> => {
    sent = 0;
    expect(await work()).toBeGreaterThanOrEqual(PAYMENTS);
    return sent / PAYMENTS;
  };

  test(`take at most ${MOST[name].settle} statements each to settle`, async () => {
    expect(await perPayment(() => core.work.runJobs())).toBeLessThanOrEqual(MOST[name].settle);
  });

  test(`take at most ${MOST[name].deliver} statements each to deliver their three events`, async () => {
    expect(await perPayment(() => core.work.deliverEvents())).toBeLessThanOrEqual(MOST[name].deliver);
  });

  test('cost nothing to end the validity of their quotes, and others that expire together share a unit', async () => {
    now += 3_600_000;
    await core.work.refreshRates();
    sent = 0;
    expect(await core.work.expireOverdue()).toBe(0);
    expect(sent).toBeLessThanOrEqual(MOST_TO_LOOK + MOST_ONCE_AN_HOUR);
    sent = 0;
    expect(await core.work.expireOverdue()).toBe(0);
    expect(sent).toBeLessThanOrEqual(MOST_TO_LOOK);
    await quoteMore();
    now += 3_600_000;
    sent = 0;
    expect(await core.work.expireOverdue()).toBe(PAYMENTS);
    expect(sent).toBeLessThanOrEqual(MOST[name].expire * PAYMENTS + MOST_ONCE_AN_HOUR);
  });
});
