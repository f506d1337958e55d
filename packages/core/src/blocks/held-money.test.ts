import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail, RailRefundStatus } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import type { PlayPayer } from '../testing/play-payer.js';
import { playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { digest } from '../testing/ports.js';
import { DEPOSITS } from '../transactions/index.js';

const NEUTRAL = 'an operator has to decide about this money';
const WAIT = 3_600;

let bank: PlayBank;
let payer: PlayPayer;
let blocks: PlayBlocks;
/** The references under which the bank was asked to send money back. */
let sent: string[];
/** What the bank answers about it. */
let answer: RailRefundStatus;

const banks = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name === BANK
      ? {
          ...rail,
          funding: {
            ...rail.funding!,
            refund: async ({ reference }) => (sent.push(reference), answer),
          },
        }
      : rail,
  );

beforeEach(async () => {
  sent = [];
  answer = { state: 'completed' };
  bank = await playBank({ rails: banks() });
  ({ payer } = bank);
  blocks = await playBlocks(payer.play);
});

const open = async (): Promise<readonly ExceptionRecord[]> =>
  (await bank.exceptions()).filter(({ status }) => status === 'OPEN');
const only = async (): Promise<ExceptionRecord> => {
  const found = await open();
  expect(found).toHaveLength(1);
  return found[0]!;
};
const statusOf = async (id: string) =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => (await reads.get(DEPOSITS, id))!.status);
const platform = () => blocks.block('platforms', '');
const customer = () => blocks.block('customers', payer.customerId);

/** A second payment for a quote that has its money. It is part of no transaction, but the quote names its customer. */
async function paidTwice(returnAfterSeconds?: number): Promise<string> {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  const over = returnAfterSeconds === undefined ? {} : { returnAfterSeconds };
  valueOf(await bank.arrives(quote.reference!, 100_000n));
  return valueOf(await bank.arrives(quote.reference!, 100_000n, over)).deposit!.id;
}

describe.each([
  ['customer', customer],
  ['platform', platform],
] as const)('money whose %s is blocked', (_, block) => {
  it('does not go back when its time has come, and waits for an operator instead', async () => {
    const id = await paidTwice(WAIT);
    await block();
    await payer.play.pass(2 * WAIT);
    expect(sent).toEqual([]);
    expect(await statusOf(id)).toBe('KEPT');
    const held = (await open()).find(({ subject }) => subject === id);
    expect(held).toMatchObject({ kind: 'DEPOSIT_HELD', reason: NEUTRAL });
    expect(await bank.jobs(id)).toEqual([]);
    const first = (await bank.exceptions()).find(({ subject, isUntold }) => subject === id && !isUntold)!;
    expect(payer.eventsOf(first.id)).toEqual(['EXCEPTION.OPENED', 'EXCEPTION.RESOLVED']);
    expect(payer.eventsOf(held!.id)).toEqual([]);
    await payer.auditClean();
  });

  it('does not go back if its return has not begun', async () => {
    const id = await paidTwice();
    await block();
    await payer.play.pass(100_000);
    expect(sent).toEqual([]);
    expect(await statusOf(id)).toBe('KEPT');
    const held = (await open()).find(({ subject }) => subject === id);
    expect(held).toMatchObject({ kind: 'DEPOSIT_HELD', reason: NEUTRAL });
    await payer.auditClean();
  });

  it('is neither sent back nor paid elsewhere by an operator, and can be written off', async () => {
    const id = await paidTwice(WAIT);
    await block();
    const exceptionId = (await open()).find(({ subject }) => subject === id)!.id;
    expect(await blocks.resolve({ exceptionId, resolution: 'RETRIED' })).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringContaining('is blocked') },
    });
    const elsewhere = { bankReference: 'B1', valueDate: '2026-01-15' } as const;
    expect(codeOf(await blocks.resolve({ exceptionId, resolution: 'PAID_ELSEWHERE', ...elsewhere } as never))).toBe(
      'CONFLICT',
    );
    const choices = valueOf(await payer.play.read(payer.play.core.treasury.choices, { exceptionId }));
    expect(choices.filter(({ refused }) => refused?.code === 'CONFLICT').map(({ resolution }) => resolution)).toEqual([
      'RETRIED',
      'PAID_ELSEWHERE',
    ]);
    valueOf(await blocks.resolve({ exceptionId, resolution: 'WRITTEN_OFF' }));
    await payer.play.pass(2 * WAIT);
    expect(sent).toEqual([]);
    await payer.auditClean();
  });

  it('is not sent by the question about a former attempt that the bank has refused', async () => {
    answer = { state: 'failed', reason: 'the account is closed' };
    const id = await paidTwice();
    await payer.play.pass(0);
    const refused = (await open()).find(({ subject }) => subject === id)!;
    expect(refused.kind).toBe('DEPOSIT_REFUSED');
    await block();
    sent = [];
    answer = { state: 'completed' };
    expect(codeOf(await blocks.resolve({ exceptionId: refused.id, resolution: 'RETRIED' }))).toBe('CONFLICT');
    expect(sent).toEqual([]);
    await payer.auditClean();
  });

  it('for a late quote is not refunded, and a retry after the block sends it once', async () => {
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    payer.play.clock.advance(100_000);
    valueOf(await bank.arrives(quote.reference!, 100_000n));
    await block();
    await payer.play.pass(100_000);
    expect(sent).toEqual([]);
    expect(await payer.payment(quote)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    const held = await only();
    expect(payer.eventsOf(held.id)).toEqual([]);
    expect(held).toMatchObject({
      kind: 'REFUND_FAILED',
      amount: 100_000n,
      reason: `${NEUTRAL}; the money is in transit`,
    });
    await payer.auditClean();
    expect(codeOf(await blocks.resolve({ exceptionId: held.id, resolution: 'RETRIED' }))).toBe('CONFLICT');
    await (block === platform ? blocks.unblock('platforms', '') : blocks.unblock('customers', payer.customerId));
    await payer.play.pass(100_000);
    expect(sent).toEqual([]);
    valueOf(await blocks.resolve({ exceptionId: held.id, resolution: 'RETRIED' }));
    await payer.play.pass(0);
    expect(sent).toHaveLength(1);
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'COMPLETED' });
    await payer.auditClean();
  });

  it('for an account is held when it arrives, and can be credited to that account', async () => {
    await block();
    const { deposit } = valueOf(await bank.arrives(payer.usd.reference, SENT, { returnAfterSeconds: WAIT }));
    await payer.play.pass(2 * WAIT);
    expect(sent).toEqual([]);
    const held = await only();
    expect(held).toMatchObject({ kind: 'DEPOSIT_HELD', subject: deposit!.id, reason: NEUTRAL });
    valueOf(await blocks.resolve({ exceptionId: held.id, resolution: 'CREDITED' }));
    await payer.play.pass(0);
    expect(payer.eventsOf(held.id)).toEqual([]);
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    await payer.auditClean();
  });
});

it('money of a blocked customer that its rail forbids to credit is not credited to another account', async () => {
  const { deposit } = valueOf(await bank.arrives(payer.usd.reference, SENT, { hold: 'a list' }));
  await customer();
  const held = await only();
  expect(held.subject).toBe(deposit!.id);
  const { account } = await payer.internal('USD', 'platform');
  const credit = { exceptionId: held.id, resolution: 'CREDITED' } as const;
  expect(codeOf(await blocks.resolve({ ...credit, account: account.id }))).toBe('CONFLICT');
  valueOf(await blocks.resolve({ ...credit, account: payer.usd.id }));
  await payer.auditClean();
});

it('a refund that its rail has been asked for goes on', async () => {
  bank = await playBank({
    rails: banks().map((rail) =>
      rail.name === BANK
        ? {
            ...rail,
            funding: {
              ...rail.funding!,
              refund: async ({ reference }) => {
                sent.push(reference);
                return sent.length === 1 ? { state: 'pending', checkAfterSeconds: 60 } : { state: 'completed' };
              },
            },
          }
        : rail,
    ),
  });
  ({ payer } = bank);
  blocks = await playBlocks(payer.play);
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, 5n));
  await payer.play.pass(0);
  await customer();
  await payer.play.pass(60);
  expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'COMPLETED' });
  expect(await open()).toEqual([]);
  await payer.auditClean();
});

it('a payout of a blocked customer that comes back is booked to its account', async () => {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(100);
  expect((await payer.payment(quote)).status).toBe('COMPLETED');
  await customer();
  const { receivedAmount } = await payer.payment(quote);
  const status = { state: 'returned', returnId: 'R1', amount: receivedAmount!, reason: 'AC04' } as const;
  valueOf(await bank.tell({ kind: 'payout', reference: quote.transactionId, status }));
  await payer.play.pass(0);
  expect(await bank.balance()).toEqual([FUNDED, 0n]);
  expect(await open()).toEqual([]);
  await payer.auditClean();
});
