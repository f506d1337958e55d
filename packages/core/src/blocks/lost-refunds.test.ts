import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail, RailRefundStatus } from '../accounts/index.js';
import { BANK, type PlayBank, playBank } from '../testing/play-bank.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { digest } from '../testing/ports.js';

const FAILED = { state: 'failed', reason: 'ACCOUNT_CANNOT_RECEIVE', refundReason: 'TRANSACTION_FAILED' } as const;
const REFUSAL = { state: 'failed', reason: 'closed' } as const;

let bank: PlayBank;
let blocks: PlayBlocks;
/** Whether no answer of the bank arrives, and what it answers otherwise. */
let isDown: boolean;
let answer: RailRefundStatus;
/** The reference whose refund the bank refuses. */
let refusedAs: string | null;
/** The references for which the bank was asked to send money back. */
let asked: string[];

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
              asked.push(reference);
              if (isDown) throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
              return reference === refusedAs ? REFUSAL : answer;
            },
          },
        },
  );

beforeEach(async () => {
  isDown = true;
  refusedAs = null;
  answer = { state: 'completed' };
  asked = [];
  bank = await playBank({ rails: rails() });
  blocks = await playBlocks(bank.payer.play);
});

const open = async () => (await bank.exceptions()).filter(({ status }) => status === 'OPEN');

async function refunded(): Promise<void> {
  const { payer } = bank;
  const quote = await payer.quoted(payer.funded((await payer.external('890')).id));
  valueOf(await bank.arrives(quote.reference!, quote.totalSendingAmount));
}

/** More money for a quote that was paid before. */
async function returned(): Promise<void> {
  const { payer } = bank;
  const quote = await payer.quoted(payer.funded((await payer.external('890')).id));
  isDown = false;
  valueOf(await bank.arrives(quote.reference!, quote.totalSendingAmount));
  await payer.play.pass(0);
  for (let minute = 0; minute < 5; minute += 1) await payer.play.pass(60);
  isDown = true;
  asked = [];
  const { deposit } = valueOf(await bank.arrives(quote.reference!, 7n));
  expect(deposit).toMatchObject({ status: 'IN_SUSPENSE', ownerId: payer.customerId });
}

describe.each([
  ['refund', refunded, 'Transaction:'],
  ['return', returned, 'Deposit:'],
])('a %s that the bank has never answered', (_, begin, subject) => {
  beforeEach(async () => {
    await begin();
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(1);
    expect(new Set(asked).size).toBe(1);
  });

  it('goes on under a block once the bank has answered that it has it', async () => {
    const { play, customerId } = bank.payer;
    isDown = false;
    answer = { state: 'pending', checkAfterSeconds: 60 };
    await play.pass(7_200);
    await blocks.block('customers', customerId);
    answer = { state: 'completed' };
    await play.pass(60);
    expect(await open()).toEqual([]);
    await bank.payer.auditClean();
  });

  describe('and whose owner is blocked', () => {
    let calls: number;
    let reference: string;
    beforeEach(async () => {
      const { play, customerId } = bank.payer;
      await blocks.block('customers', customerId);
      calls = asked.length;
      reference = asked[0]!;
      for (let day = 0; day < 3; day += 1) await play.pass(86_400);
      expect(asked).toHaveLength(calls);
      const held = await open();
      expect(held).toMatchObject([{ kind: 'PAYMENT_HELD', leg: 'FUNDING', isUntold: true }]);
      expect(held[0]!.subject).toContain(subject);
      await bank.payer.auditClean();
    });

    it('is asked for again only after a decision', async () => {
      const { play, customerId } = bank.payer;
      isDown = false;
      const exceptionId = (await open())[0]!.id;
      expect(codeOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }))).toBe('CONFLICT');
      await blocks.unblock('customers', customerId);
      await play.pass(86_400);
      expect(asked).toHaveLength(calls);
      valueOf(await blocks.resolve({ exceptionId, resolution: 'RETRIED' }));
      await play.pass(300);
      await play.pass(1);
      expect(asked).toHaveLength(calls + 1);
      expect(await open()).toEqual([]);
      await bank.payer.auditClean();
    });

    it('has no exception any more once the bank reports that the money was sent', async () => {
      valueOf(await bank.tell({ kind: 'refund', reference, status: answer } as never));
      await bank.payer.play.pass(600);
      expect(await open()).toEqual([]);
      await bank.payer.auditClean();
    });

    it('has another exception once the bank reports a refusal, with which it is sent again after the block', async () => {
      const { play, customerId } = bank.payer;
      valueOf(await bank.tell({ kind: 'refund', reference, status: REFUSAL } as never));
      await play.pass(600);
      const failed = await open();
      expect(failed).toHaveLength(1);
      expect(['REFUND_FAILED', 'DEPOSIT_REFUSED']).toContain(failed[0]!.kind);
      await blocks.unblock('customers', customerId);
      isDown = false;
      refusedAs = reference;
      valueOf(await blocks.resolve({ exceptionId: failed[0]!.id, resolution: 'RETRIED' }));
      for (let hour = 0; hour < 3; hour += 1) await play.pass(3_600);
      expect(new Set(asked).size).toBe(2);
      expect(await open()).toEqual([]);
      await bank.payer.auditClean();
    });
  });
});
