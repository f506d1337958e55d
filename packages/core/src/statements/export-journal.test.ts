import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import {
  createIds,
  type CurrencyCode,
  houseTenant,
  type Instant,
  instant,
  ok,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, post, POSTINGS } from '../ledger/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { balancesAt, exportJournal } from './index.js';

const MINUTES_5 = 300_000;
const EVERYTHING = () => true;
const USD = 'USD' as CurrencyCode;
const HOUSE = houseTenant('PRODUCTION');

async function linesOf(payer: PlayPayer, from: number, to: number) {
  const request = { from: instant(from), to: instant(to), within: EVERYTHING };
  const lines = [];
  for await (const some of valueOf(await payer.play.core.ledger.journal(request)).lines()) lines.push(...some);
  return lines;
}

describe('the end of a period', () => {
  it('is at least five minutes ago, in the time of each platform of the scope', async () => {
    const { play } = await playPayer();
    const { core, tenant, clock } = play;
    const at = (to: number, within = EVERYTHING as (each: string) => boolean) =>
      core.ledger.journal({ to: instant(to), within });
    const now = clock.now();
    expect((await at(now - MINUTES_5)).ok).toBe(true);
    const message = `must be at least five minutes ago, ${new Date(now - MINUTES_5).toISOString()} at the latest, because entries before it can still be booked`;
    expect(await at(now - MINUTES_5 + 1)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'to', message }] } },
    });
    valueOf(await play.run(core.sandbox.advanceClock, { seconds: 86_400 }));
    const own = (each: string): boolean => each === tenant;
    expect((await at(now + 86_400_000 - MINUTES_5, own)).ok).toBe(true);
    expect((await at(now + 86_400_000 - MINUTES_5 + 1, own)).ok).toBe(false);
    expect((await at(now - MINUTES_5 + 1)).ok).toBe(false);
    expect((await core.ledger.positionsAt({ at: instant(now - MINUTES_5 + 1), within: EVERYTHING })).ok).toBe(false);
  });
});

describe('the beginning of a period', () => {
  it('has the entries that a platform booked while its test clock was ahead', async () => {
    const payer = await playPayer();
    const { play } = payer;
    const { core, clock } = play;
    valueOf(await play.run(core.sandbox.advanceClock, { seconds: 40 * 86_400 }));
    // The host reads the new lead with the work that became due.
    await play.pass(2);
    const ahead = clock.now() + 40 * 86_400_000;
    expect(play.context().now).toBe(ahead);
    valueOf(await play.run(core.sandbox.fund, { accountId: payer.usd.id, amount: 5n }));
    // Entries of the service itself, which come later in the journal and have an earlier time.
    const unit = {
      ctx: core.context(HOUSE, { kind: 'system' }, 'test'),
      ids: createIds(clock, { bytes: (n) => new Uint8Array(n) }),
    };
    for (let day = 0; day < 39; day++) {
      clock.advance(86_400);
      await play.storage.units.run(HOUSE, async (tx) => {
        const ctx = core.context(HOUSE, { kind: 'system' }, 'test');
        const lines = [
          { account: chart.ownFunds('PRODUCTION', USD), amount: -1n },
          { account: chart.revenue('PRODUCTION', USD), amount: 1n },
        ];
        post({ ...unit, tx, ctx }, { kind: 'TREASURY_CHARGE', cause: `Booking:${day}`, lines }, NEVER_SHORT);
        return ok();
      });
    }
    clock.advance(3 * 86_400);
    const lines = await linesOf(payer, ahead, ahead + 1);
    expect(lines.map((line) => line.kind === 'POSTING' && line.posting.amount)).toEqual([-5n, 5n]);
  });
});

it('reads a page of postings when the one before was taken, and the postings since the moment of a trial balance', async () => {
  const { units } = createMemoryStorage();
  const now = 1_700_000_000_000;
  const day = 86_400_000;
  let serial = 0;
  for (let at = now - 300 * day; at < now; at += day) {
    await units.run(HOUSE, async (tx) => {
      for (let n = 0; n < 20; n++) {
        serial += 1;
        const base = { id: `${serial}`, tenant: HOUSE, version: 1, createdAt: at as Instant, updatedAt: at as Instant };
        const own = { entryId: `JournalEntry:${serial}`, kind: 'DEPOSIT', cause: 'c', entryCause: 'c', currency: USD };
        tx.add(POSTINGS, { ...base, ...own, account: 'revenue:PRODUCTION:USD', amount: 1n } as never);
      }
      return ok();
    });
  }
  let read = 0;
  const counted: UnitOfWork = {
    ...units,
    read: async (tenant, work) => {
      const answer = await units.read(tenant, work);
      if (Array.isArray(answer)) read += answer.length;
      return answer;
    },
  };
  const request = { from: instant(now - 250 * day), to: instant(now - day), within: EVERYTHING };
  const journal = valueOf(await exportJournal(counted, instant(now), request));
  read = 0;
  let taken = 0;
  for await (const some of journal.lines()) {
    taken += some.length;
    expect(read - taken).toBeLessThan(1_100);
  }
  expect(taken).toBe(249 * 20);
  expect(read).toBeLessThan(251 * 20 + 100);

  read = 0;
  const early = { from: instant(now - 250 * day), to: instant(now - 200 * day), within: EVERYTHING };
  taken = 0;
  for await (const some of valueOf(await exportJournal(counted, instant(now), early)).lines()) taken += some.length;
  expect(taken).toBe(50 * 20);
  // The classes of the journal, and the period.
  expect(read).toBeLessThan(2 * 1_000 + 52 * 20);

  read = 0;
  const balances = valueOf(
    await balancesAt(counted, instant(now), { at: instant(now - 30 * day), within: EVERYTHING }),
  );
  expect(balances.map(({ balance }) => balance)).toEqual([270n * 20n]);
  expect(read).toBeLessThan(33 * 20);
});
