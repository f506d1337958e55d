import { beforeEach, expect, it } from 'vitest';
import { SETTLEMENT_LINES, SETTLEMENT_PARTS } from '../cards/index.js';
import { type BaseRecord, houseTenant, type KindOf, ok, readAll } from '../kernel/index.js';
import { type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { playSettlement } from '../testing/play-settlement.js';

const HOUSE = houseTenant('SANDBOX');

let world: PlayCard;
beforeEach(async () => {
  world = await playCard();
  const settlement = playSettlement(world);
  const totals = { interchange: 15n, fees: [{ name: 'network', amount: 4n }], net: -989n };
  await settlement.told([settlement.line('clearing', 'c1', -1_000n)], { totals });
  await world.payer.auditClean();
});

/** Changes or removes the records of a kind behind the service, and returns what the audit finds. */
async function altered<T extends BaseRecord>(kind: KindOf<T>, patch: object | null): Promise<string> {
  const { core, storage } = world.payer.play;
  const records = await storage.units.read(HOUSE, (reads) => readAll(reads, kind));
  expect(records).not.toEqual([]);
  valueOf(
    await storage.units.run(HOUSE, async (tx) => {
      for (const record of records) {
        tx.remove(kind, record);
        if (patch !== null) tx.add(kind, { ...record, ...patch });
      }
      return ok();
    }),
  );
  return (await core.ledger.audit()).findings.join('\n');
}

it.each([
  ['a removed line', null],
  ['another amount of a line', { amount: -999n }],
])('the audit finds %s', async (_, patch) => {
  expect(await altered(SETTLEMENT_LINES, patch)).toContain('but came with 1 of -10.00 USD');
});

it.each([
  ['other interchange', { totals: { interchange: 14n, fees: [{ name: 'network', amount: 4n }], net: -989n } }],
  ['other fees', { totals: { interchange: 15n, fees: [], net: -989n } }],
  ['a report that is not booked', { bookedAt: null }],
  ['another processor', { processor: 'other' }],
  ['another sum of lines', { lineSum: -1_001n }],
  ['a part without totals', { totals: null, bookedAt: null }],
  ['a removed report', null],
])('the audit finds %s', async (_, patch) => {
  expect(await altered(SETTLEMENT_PARTS, patch)).toMatch(/CardSettlement:/);
});
