import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail, RailRefundStatus } from '../accounts/index.js';
import { BANK, type PlayBank, playBank } from '../testing/play-bank.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { digest } from '../testing/ports.js';

const FAILED = { state: 'failed', reason: 'ACCOUNT_CANNOT_RECEIVE', refundReason: 'TRANSACTION_FAILED' } as const;

let bank: PlayBank;
let blocks: PlayBlocks;
/** Whether the bank can be reached, and what it answers then. */
let isDown: boolean;
let answer: RailRefundStatus;
/** The references that have reached the bank. */
let reached: string[];

const rails = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: { ...rail.payouts!, submit: async () => ({ ...FAILED, refundable: true }) },
          funding: {
            ...rail.funding!,
            refund: async ({ reference }) => {
              if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
              reached.push(reference);
              return answer;
            },
          },
        },
  );

beforeEach(async () => {
  isDown = true;
  answer = { state: 'completed' };
  reached = [];
  bank = await playBank({ rails: rails() });
  blocks = await playBlocks(bank.payer.play);
});

const open = async () => (await bank.exceptions()).filter(({ status }) => status === 'OPEN');

async function refunded(): Promise<void> {
  const { payer } = bank;
  const quote = await payer.quoted(payer.funded((await payer.external('890')).id));
  valueOf(await bank.arrives(quote.reference!, quote.totalSendingAmount));
}

async function returned(): Promise<void> {
  const { payer } = bank;
  const quote = await payer.quoted(payer.funded((await payer.external('890')).id));
  await payer.play.pass(4_000);
  valueOf(await bank.arrives(quote.reference!, 777n));
}

describe.each([
  ['refund', refunded],
  ['return', returned],
])('a %s for which the bank could not be reached', (_, begin) => {
  beforeEach(async () => {
    await begin();
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(1);
    expect(reached).toEqual([]);
  });

  it('is held while its owner is blocked, and asked for only after a decision', async () => {
    const { play, customerId } = bank.payer;
    await blocks.block('customers', customerId);
    isDown = false;
    for (let day = 0; day < 3; day += 1) await play.pass(86_400);
    expect(reached).toEqual([]);
    const held = await open();
    expect(held).toMatchObject([{ kind: 'PAYMENT_HELD', leg: 'FUNDING', isUntold: true }]);
    const exceptionId = held[0]!.id;
    expect(codeOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }))).toBe('CONFLICT');
    await blocks.unblock('customers', customerId);
    await play.pass(86_400);
    expect(reached).toEqual([]);
    valueOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }));
    await play.pass(300);
    await play.pass(1);
    expect(reached).toHaveLength(1);
    expect(await open()).toEqual([]);
    await bank.payer.auditClean();
  });

  it('goes on under a block once the bank has answered that it has it', async () => {
    const { play, customerId } = bank.payer;
    isDown = false;
    answer = { state: 'pending', checkAfterSeconds: 60 };
    await play.pass(7_200);
    expect(new Set(reached).size).toBe(1);
    await blocks.block('customers', customerId);
    answer = { state: 'completed' };
    await play.pass(60);
    expect(await open()).toEqual([]);
    await bank.payer.auditClean();
  });
});
