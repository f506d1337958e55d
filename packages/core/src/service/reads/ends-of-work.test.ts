import { beforeEach, expect, it } from 'vitest';
import type { PayoutStatus } from '../../accounts/index.js';
import { type PlayBank, playBank } from '../../testing/play-bank.js';
import { playBlocks, type PlayBlocks } from '../../testing/play-blocks.js';
import { valueOf } from '../../testing/play-core.js';
import { bankRails } from '../../testing/play-payer.js';

const PENDING = { state: 'pending', checkAfterSeconds: 86_400 } as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const REFUSED = {
  state: 'failed',
  reason: 'ACCOUNT_INVALID',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
} as const;

let bank: PlayBank;
let blocks: PlayBlocks;
/** What the bank answers; null while it is down. */
let answer: PayoutStatus | null;
let status: PayoutStatus | null;
let id: string;

const given = <T>(of: T | null): T => {
  if (of === null) throw new Error('connect ECONNREFUSED');
  return of;
};

beforeEach(async () => {
  answer = null;
  status = null;
  bank = await playBank({
    rails: bankRails({
      submit: async () => given(answer),
      status: async () => given(status),
      cancel: async () => 'cancelled' as const,
    }),
  });
  blocks = await playBlocks(bank.payer.play);
  ({ id } = await bank.transferOut());
});

const ends = async () => {
  const { core, tenant } = bank.payer.play;
  const work = await core.operators.reads.failedAttempts(tenant, id);
  return work.map((each) => [each.work, each.end]);
};
const pass = (seconds: number) => bank.payer.play.pass(seconds);

it('work that is tried again has no end', async () => {
  expect(await ends()).toEqual([['payout.submit', null]]);
});

it.each([
  ['was accepted', PENDING, 'SUCCEEDED'],
  ['delivered at once', DELIVERED, 'SUCCEEDED'],
  ['was refused', REFUSED, 'REFUSED'],
])('a later attempt that %s ends it', async (_name, later, end) => {
  answer = later;
  await pass(600);
  expect(await ends()).toEqual([['payout.submit', end]]);
});

it('a block holds it: it was not tried again; after the decision the answer of the rail counts', async () => {
  await blocks.block('customers', bank.payer.customerId);
  await pass(600);
  expect(await ends()).toEqual([['payout.submit', 'HELD']]);
  await blocks.unblock('customers', bank.payer.customerId);
  const [held] = await bank.exceptions();
  answer = PENDING;
  valueOf(await blocks.resolve({ exceptionId: held!.id, resolution: 'RETRIED', note: 'cleared' } as never));
  expect(await ends()).toEqual([['payout.submit', 'ENDED']]);
  await pass(600);
  expect(await ends()).toEqual([['payout.submit', 'SUCCEEDED']]);
});

it('a cancellation ends it, also of a payment that a block holds', async () => {
  await blocks.block('customers', bank.payer.customerId);
  await pass(600);
  await blocks.cancel(id);
  expect(await ends()).toEqual([['payout.submit', 'CANCELLED']]);
});

it('a cancellation ends it at once, while the job waits for its next attempt', async () => {
  answer = null;
  await blocks.cancel(id);
  expect(await ends()).toEqual([['payout.submit', 'CANCELLED']]);
});

it('a report that the payment failed ends it', async () => {
  valueOf(await bank.tell({ kind: 'payout', reference: id, status: REFUSED } as never));
  await pass(600);
  expect(await ends()).toEqual([['payout.submit', 'FAILED']]);
});

it('a failed check ends with the delivery, and with the failure that a later one reports', async () => {
  answer = { state: 'pending', checkAfterSeconds: 60 } as never;
  await pass(600);
  await pass(61);
  expect(await ends()).toEqual([
    ['payout.submit', 'SUCCEEDED'],
    ['payout.check', null],
  ]);
  status = DELIVERED;
  await pass(600);
  expect(await ends()).toEqual([
    ['payout.submit', 'SUCCEEDED'],
    ['payout.check', 'SUCCEEDED'],
  ]);
});
