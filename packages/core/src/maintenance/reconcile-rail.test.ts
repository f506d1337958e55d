import { expect, it } from 'vitest';
import type { RailStatements, StatedMovement } from '../accounts/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import { plusSeconds, toIso } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { reconcileRail } from './index.js';

const USD = 'USD' as CurrencyCode;
const SCOPE = { rail: 'sandbox-bank', environment: 'SANDBOX' } as const;
const DAY = 86_400;

const statements = (
  movements: readonly StatedMovement[],
  closing: Awaited<ReturnType<RailStatements['closing']>>,
): RailStatements & { readonly asked: unknown[] } => {
  const asked: unknown[] = [];
  return {
    asked,
    movements: async function* (rail, period) {
      asked.push([rail, period]);
      yield* movements;
    },
    closing: async () => closing,
  };
};

const usd = (reference: string, direction: 'IN' | 'OUT', amount: bigint, date: string | null): StatedMovement => ({
  reference,
  currency: USD,
  direction,
  amount,
  date,
});

async function paid() {
  const payer = await playPayer();
  const { play } = payer;
  const arrives = async (paymentId: string, amount: bigint) => {
    const told = await play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId,
      reference: payer.usd.reference,
      currency: 'USD',
      amount,
      remitter: null,
      valueDate: null,
    });
    return valueOf(told).subject!;
  };
  const today = toIso(play.clock.now()).slice(0, 10);
  return { payer, play, arrives, today };
}

it('compares both balances to the cent, and shows what is in flight', async () => {
  const { payer, play, arrives, today } = await paid();
  const first = await arrives('one', 5_000n);
  const lines = [usd(payer.usd.reference, 'IN', 1_000_000n, today), usd(first, 'IN', 5_000n, today)];
  const closing = { date: today, currency: USD, amount: 1_005_000n, inFlight: 0n };
  const compare = () => reconcileRail(play.storage.units, SCOPE, statements(lines, closing), play.clock.now());
  expect(await compare()).toEqual({
    matched: 2,
    missingInLedger: [],
    missingInStatement: [],
    inFlight: [],
    balances: { date: today, currency: 'USD', closing: 1_005_000n, ledger: 1_005_000n, unexplained: 0n },
  });
  await play.pass(DAY);
  const later = await arrives('two', 7_000n);
  expect(await compare()).toMatchObject({
    missingInStatement: [],
    inFlight: [{ reference: later, amount: 7_000n, direction: 'IN' }],
    balances: { closing: 1_005_000n, ledger: 1_012_000n, unexplained: 0n },
  });
  lines.push(usd('bank charge', 'OUT', 30n, today));
  closing.amount -= 30n;
  expect(await compare()).toMatchObject({
    missingInLedger: [{ reference: 'bank charge', amount: 30n }],
    balances: { closing: 1_004_970n, unexplained: 0n },
  });
  closing.amount -= 1n;
  expect((await compare()).balances).toMatchObject({ unexplained: 1n });
  await payer.auditClean();
});

it('compares a part of the time with the movements near its ends', async () => {
  const { play, arrives, today } = await paid();
  await play.pass(20 * DAY);
  const from = play.clock.now();
  const first = await arrives('one', 5_000n);
  const late = toIso(plusSeconds(from, 3 * DAY)).slice(0, 10);
  const found = statements(
    [usd(first, 'IN', 5_000n, late), usd('before', 'IN', 1n, today), usd('unknown day', 'IN', 2n, null)],
    { date: late, currency: USD, amount: 0n, inFlight: 0n },
  );
  const period = { ...SCOPE, from, to: plusSeconds(from, DAY) };
  expect(await reconcileRail(play.storage.units, period, found, from)).toEqual({
    matched: 1,
    missingInLedger: [expect.objectContaining({ reference: 'unknown day' })],
    missingInStatement: [],
    inFlight: [],
    balances: null,
  });
  const day = (days: number) => toIso(plusSeconds(from, days * DAY)).slice(0, 10);
  expect(found.asked).toEqual([['sandbox-bank', { from: day(-10), to: day(11) }]]);
});

it('matches a payout that came back with less, which is a return and a charge in the ledger', async () => {
  const { payer, play, today } = await paid();
  const sent = 100_000n;
  const out = { sourceId: payer.usd.id, destinationId: (await payer.dollars()).id, amount: sent };
  const { id } = valueOf(await play.run(play.core.transfers.out, out));
  await play.pass(0);
  const told = await play.core.railTells('SANDBOX', {
    kind: 'payout',
    rail: 'sandbox-bank',
    messageId: 'return',
    reference: id,
    status: { state: 'returned', returnId: 'R1', amount: sent - 90n, reason: null },
  });
  expect(valueOf(told).effect).toBe('APPLIED');
  const lines = [
    usd(payer.usd.reference, 'IN', 1_000_000n, today),
    usd(id, 'OUT', sent, today),
    usd(id, 'IN', sent - 90n, today),
  ];
  const closing = { date: today, currency: USD, amount: 999_910n, inFlight: 0n };
  const found = await reconcileRail(play.storage.units, SCOPE, statements(lines, closing), play.clock.now());
  expect(found).toMatchObject({
    matched: 3,
    missingInLedger: [],
    missingInStatement: [],
    balances: { unexplained: 0n },
  });
});
