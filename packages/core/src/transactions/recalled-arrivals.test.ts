import { beforeEach, describe, expect, it } from 'vitest';
import { FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { operatorNamed } from '../testing/ports.js';

let lists: PlayScreening;
let bank: PlayBank;
beforeEach(async () => {
  lists = playScreening();
  bank = await playBank({ screening: [lists.connection] });
  await bank.payer.play.pass(60);
});

const reference = (): string => bank.payer.usd.reference;
const reverse = async (amount: bigint, messageId: string) =>
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount, reason: null, messageId })).effect;
const recall = async () =>
  valueOf(await bank.tell({ kind: 'recall', paymentId: 'p1', amount: SENT, reason: null, messageId: 'recall 1' }));
const open = async () => (await bank.exceptions()).filter(({ status }) => status === 'OPEN');
const adjust = (exceptionId: string) => {
  const { core, run } = bank.payer.play;
  const by = operatorNamed('Ann');
  return run(core.treasury.resolve, { exceptionId, resolution: 'ADJUSTED', account: bank.payer.usd.id, by } as never);
};

describe('money that was credited after an answer, and that its bank takes back', () => {
  it.each(['reversal', 'recall', 'id'] as const)(
    'goes back once, whatever an operator decides about a report of another %s',
    async (kind) => {
      valueOf(await bank.arrives(reference(), SENT, { paymentId: 'p1' }));
      await bank.payer.play.pass(0);
      expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
      if (kind === 'recall') await recall();
      else if (kind === 'id') {
        await recall();
        valueOf(await bank.tell({ kind: 'recall', paymentId: 'p1', amount: 1n, reason: null, messageId: 'recall 1' }));
      } else expect(await reverse(SENT + 1n, 'too much')).toBe('CONTRADICTED');
      const exception = (await open()).at(-1);
      expect(exception!.subject).toMatch(/^Transaction:/);
      expect(await reverse(SENT, 'whole')).toBe('APPLIED');
      expect(await bank.balance()).toEqual([FUNDED, 0n]);
      expect(await adjust(exception!.id)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
      expect(await bank.balance()).toEqual([FUNDED, 0n]);
      await bank.payer.auditClean();
    },
  );
});

describe('money that its bank takes back before the answer', () => {
  it('is not credited by the answer: an operator decides about it', async () => {
    lists.isAway = true;
    valueOf(await bank.arrives(reference(), SENT, { paymentId: 'p1' }));
    await bank.payer.play.pass(0);
    await recall();
    lists.isAway = false;
    await bank.payer.play.pass(400);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect((await open()).map(({ kind }) => kind)).toEqual(['RECALL', 'DEPOSIT_HELD']);
    await bank.payer.auditClean();
  });
});
