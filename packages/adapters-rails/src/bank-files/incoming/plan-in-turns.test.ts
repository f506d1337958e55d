import { ok } from '@corridor/core';
import type { RailStore } from '@corridor/core/ports';
import { seededRandom } from '@corridor/core/testing';
import { expect, it } from 'vitest';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  FILES_ENTRY,
  playBank,
  RAIL_OF,
} from '../../testing/bank-reports.js';
import { digest } from '../../testing/ports.js';
import type { Known } from './identity.js';
import { createIncomingReports } from './index.js';
import { recognize } from './recognize.js';

/** Another host of the same installation, which does something at its reads. */
function otherHost(bank: ReturnType<typeof playBank>, atRead: (read: number) => Promise<void>) {
  let reads = 0;
  const store: RailStore = {
    run: (work) => bank.store.run(work),
    read: async (work) => {
      const found = await bank.store.read(work);
      await atRead((reads += 1));
      return found;
    },
  };
  return createIncomingReports({
    ...{ entry: FILES_ENTRY, railOf: RAIL_OF, store, clock: bank.clock, digest, random: seededRandom() },
    payments: { findMany: async (all: readonly unknown[]) => all.map(() => null) } as never,
    log: { info: () => undefined, warn: () => undefined },
  });
}

const credits = (count: number, text: (index: number) => string | null) =>
  Array.from({ length: count }, (_, index) =>
    bankEntry({ amount: 10n, details: [bankDetail({ amount: 10n, text: text(index) })] }),
  );
const source = { fileName: 'file.xml', digest: 'digest' };

it('a report is planned again if another host books one between the reads of the plan', async () => {
  const entries = credits(3, (index) => `invoice ${index}`);
  const statement = bankReport('053', {
    ...{ id: 'S1', electronicSequence: '1', entries },
    balances: [balanceOf('OPBD', 0n), balanceOf('CLBD', 30n)],
  } as never);
  for (const other of [bankReport('054', { entries }), bankReport('052', { entries }), statement]) {
    let isBooked = true;
    for (let at = 1; isBooked; at += 1) {
      const bank = playBank();
      isBooked = false;
      const host = otherHost(bank, async (read) => {
        if (read < at || isBooked) return;
        isBooked = true;
        await bank.apply(other);
      });
      expect(await host.apply(statement, source, bank.tell)).toEqual({ kind: 'applied' });
      expect(bank.arrivals().map(({ amount }) => amount)).toEqual([10n, 10n, 10n]);
      expect(isBooked || at > 5).toBe(true);
      const { backlog } = await bank.reports.condition();
      expect(Object.values(backlog)).toEqual([0, 0, 0, 0]);
    }
  }
});

it('a report with thousands of entries lets the thread do other work while it is planned', async () => {
  const bank = playBank();
  const entries = credits(2_000, () => null);
  await bank.apply(bankReport('054', { entries }));
  let others = 0;
  let isRunning = true;
  const other = (): void => {
    others += 1;
    if (isRunning) setImmediate(other);
  };
  let planned = 0;
  // The first unit that is stored ends the plan.
  const host = createIncomingReports({
    ...{ entry: FILES_ENTRY, railOf: RAIL_OF, clock: bank.clock, digest, random: seededRandom() },
    store: {
      read: (work) => bank.store.read(work),
      run: async () => {
        planned = others;
        isRunning = false;
        throw new Error('planned');
      },
    },
    payments: {} as never,
    log: { info: () => undefined, warn: () => undefined },
  });
  setImmediate(other);
  const statement = bankReport('053', { entries });
  await expect(host.apply(statement, source, async () => ok({ effect: 'NONE', subject: null }))).rejects.toThrow(
    'planned',
  );
  // The entries are converted in 10 turns before.
  expect(planned).toBeGreaterThan(13);
});

it('equal payments are compared once each', async () => {
  const COUNT = 500;
  let compared = 0;
  const ids = { servicer: [], transactionId: null, uetr: null, endToEndId: null, instructionId: null };
  const movement = {
    ...{ part: 'payment', direction: 'IN', amount: 10n, isReversal: false, date: '2026-01-05', valueDate: null, ids },
    ...{ groups: [], batches: [], codes: [], returned: null, counterparty: { name: null, account: null } },
    ...{ texts: [], information: null },
  } as const;
  const all = Array.from({ length: COUNT }, (_, index): Known => {
    const known = { key: `k${index}`, date: movement.date, ids, wording: movement, batches: [], groups: [] };
    const rest = { claims: {}, parts: [] };
    return {
      ...known,
      ...rest,
      get isDetail() {
        compared += 1;
        return false;
      },
    };
  });
  const one = { movement, names: [{ identity: 'content', hash: 'h' }], form: 'payment', entryServicer: [] } as const;
  const reading = { stream: 'statement', report: 'R', isCopy: false, isNext: false } as const;
  const bounds = { reserved: new Map(), isOther: () => false, turn: async () => {} };
  const matches = await recognize(
    Array.from({ length: COUNT }, () => one),
    () => all,
    reading,
    bounds,
  );
  expect(matches).toEqual(all.map(({ key }) => ({ known: key, by: 'content' })));
  expect(compared).toBeLessThan(10 * COUNT);
});
