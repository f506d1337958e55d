import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import type { BaseRecord, KindOf } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { fixedClock } from '../testing/ports.js';
import type { Quote } from './index.js';

const VALID_SECONDS = 300;

let payer: PlayPayer;
let destination: string;
beforeEach(async () => {
  payer = await playPayer();
  destination = (await payer.external()).id;
});

const quoted = (): Promise<Quote> => payer.quoted(payer.fromAccount(payer.usd.id, destination));
const statusOf = async ({ id }: Quote): Promise<string> => (await payer.quote(id)).status;

const pass = async (seconds: number): Promise<number> => {
  payer.play.clock.advance(seconds);
  return payer.play.core.work.expireOverdue();
};

async function countOf<T extends BaseRecord>(kind: KindOf<T>): Promise<number> {
  return payer.play.storage.units.read(payer.play.tenant, async (reads) => {
    let count = 0;
    for await (const record of everyRecord(reads, kind)) if (record.id !== '') count++;
    return count;
  });
}

describe('a quote', () => {
  it('schedules no job, and expires at its deadline, not before', async () => {
    const jobs = await countOf(JOBS);
    const quote = await quoted();
    expect(await countOf(JOBS)).toBe(jobs);
    expect(await pass(VALID_SECONDS - 0.001)).toBe(0);
    expect(await statusOf(quote)).toBe('PENDING');
    expect(await pass(0.001)).toBe(1);
    const expired = await payer.quote(quote.id);
    expect(expired).toEqual({ ...quote, status: 'EXPIRED', version: 2, updatedAt: quote.expiresAt });
    expect(await pass(60)).toBe(0);
    await payer.auditClean();
  });

  it('emits QUOTE.EXPIRED when it expires, once', async () => {
    const quote = await quoted();
    expect(payer.eventsOf(quote.id)).toEqual([]);
    await pass(VALID_SECONDS);
    await payer.play.pass(VALID_SECONDS);
    expect(payer.eventsOf(quote.id)).toEqual(['QUOTE.EXPIRED']);
  });

  it('that is executed in time does not expire', async () => {
    const quote = await quoted();
    payer.play.clock.advance(VALID_SECONDS - 1);
    valueOf(await payer.execute(quote.id));
    expect(await pass(1)).toBe(0);
    expect(await statusOf(quote)).toBe('PROCESSING');
  });

  it('refuses an execution at its deadline with the same error before and after it has expired', async () => {
    const quote = await quoted();
    payer.play.clock.advance(VALID_SECONDS);
    const late = await payer.execute(quote.id);
    expect(late).toMatchObject({
      error: {
        code: 'CONFLICT',
        message: 'the quote is EXPIRED; create a new quote',
        details: { reason: 'QUOTE_EXPIRED' },
      },
    });
    expect(await statusOf(quote)).toBe('PENDING');
    await payer.play.core.work.expireOverdue();
    expect(await payer.execute(quote.id)).toEqual(late);
  });

  it('with real-time funding expires, and money that arrives afterwards is refunded', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    expect(await pass(VALID_SECONDS)).toBe(1);
    expect(valueOf(await payer.pay(quote))).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('that money has expired already is left as it is', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    payer.play.clock.advance(VALID_SECONDS);
    valueOf(await payer.pay(quote));
    expect(await statusOf(quote)).toBe('EXPIRED');
    expect(await payer.play.core.work.expireOverdue()).toBe(0);
  });

  it('expires on a host that starts after its deadline, and once if several hosts run', async () => {
    const storage = createMemoryStorage();
    const clock = fixedClock();
    payer = await playPayer({ storage, clock });
    destination = (await payer.external()).id;
    const quotes = [await quoted(), await quoted(), await quoted()];
    clock.advance(VALID_SECONDS);
    const [one, two] = [
      await playCore({ storage, clock }, { existing: true }),
      await playCore({ storage, clock }, { existing: true }),
    ];
    const counts = await Promise.all([one.core.work.expireOverdue(), two.core.work.expireOverdue()]);
    expect(counts[0]! + counts[1]!).toBe(3);
    for (const quote of quotes) expect(await payer.quote(quote.id)).toMatchObject({ status: 'EXPIRED', version: 2 });
  });

  it('expires before the request that moves the test clock is answered, though no work has run', async () => {
    const { play } = payer;
    const quote = await quoted();
    valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: VALID_SECONDS - 1 }));
    await play.core.work.catchUp(play.tenant);
    expect(await statusOf(quote)).toBe('PENDING');
    valueOf(await play.run(play.core.sandbox.advanceClock, { seconds: 1 }));
    await play.core.work.catchUp(play.tenant);
    expect(await payer.quote(quote.id)).toMatchObject({ status: 'EXPIRED', updatedAt: quote.expiresAt });
  });

  it('expires by the test clock on another host, which learns of the move within a second', async () => {
    const storage = createMemoryStorage();
    const clock = fixedClock();
    payer = await playPayer({ storage, clock });
    destination = (await payer.external()).id;
    const quote = await quoted();
    const other = await playCore({ storage, clock }, { existing: true });
    expect(await other.core.work.expireOverdue()).toBe(0);
    valueOf(await payer.play.run(payer.play.core.sandbox.advanceClock, { seconds: VALID_SECONDS }));
    clock.advance(1);
    expect(await other.core.work.expireOverdue()).toBe(1);
    expect(await statusOf(quote)).toBe('EXPIRED');
  });
});
