import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { ok } from '../kernel/index.js';
import { BALANCES, receivableOf } from '../ledger/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { pulledFor } from '../transactions/index.js';

const OVER = 200_000n;

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

const core = () => world.payer.play.core;
const owed = async (): Promise<bigint> => {
  const { play, usd } = world.payer;
  const found = await play.storage.units.read(null, (reads) => reads.get(BALANCES, receivableOf(usd.id)));
  return found?.available ?? 0n;
};
const accountBecomes = async (status: 'FROZEN' | 'CLOSED'): Promise<void> => {
  const { play, usd } = world.payer;
  const forged = await play.core.units.run(play.tenant, async (tx) => {
    const account = (await tx.get(INTERNAL_ACCOUNTS, usd.id))!;
    tx.change(INTERNAL_ACCOUNTS, account, { ...account, status, version: account.version + 1 });
    return ok();
  });
  valueOf(forged);
};
const approvedByNetwork = (amount: bigint) => processor.told('authorization', { decision: 'APPROVED', amount });
const has = (status: string, card: object) => ({ status, card });

describe('a use that the network approved in place of the service', () => {
  it('holds what the balance has, and at the clearing the account owes the rest', async () => {
    await approvedByNetwork(CARD_BALANCE + OVER);
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { reserved: CARD_BALANCE, decidedByNetwork: true }));
    expect([await world.balance(), await owed()]).toEqual([0n, 0n]);
    await processor.told('clearing', { amount: CARD_BALANCE + OVER });
    expect(await processor.use()).toMatchObject(
      has('SETTLED', { settled: CARD_BALANCE + OVER, reserved: 0n, lost: 0n, moved: { CARD_OWED: { total: OVER } } }),
    );
    expect([await world.balance(), await owed()]).toEqual([0n, OVER]);
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    expect((await world.rows(JOBS)).some(({ kind }) => kind === 'receivable.overdue')).toBe(true);
    await world.payer.auditClean();
  });

  it('is cleared once, however often the clearing comes', async () => {
    await approvedByNetwork(CARD_BALANCE + OVER);
    const clearing = processor.message('clearing', { amount: CARD_BALANCE + OVER });
    const first = await processor.told('clearing', clearing);
    expect(await processor.told('clearing', clearing)).toEqual(first);
    expect(await owed()).toBe(OVER);
  });

  it('takes from the balance what has arrived since', async () => {
    await approvedByNetwork(CARD_BALANCE + OVER);
    valueOf(await world.run(core().sandbox.fund, { accountId: world.payer.usd.id, amount: 50_000n }));
    await processor.told('clearing', { amount: CARD_BALANCE + OVER });
    expect([await world.balance(), await owed()]).toEqual([0n, OVER - 50_000n]);
    expect(await processor.use()).toMatchObject({
      card: { moved: { CARD_PULL: { total: 50_000n }, CARD_OWED: { total: OVER - 50_000n } } },
    });
  });

  it('is settled by the next credit, also by a return of the merchant', async () => {
    await approvedByNetwork(CARD_BALANCE + OVER);
    await processor.told('clearing', { amount: CARD_BALANCE + OVER });
    valueOf(await world.run(core().sandbox.fund, { accountId: world.payer.usd.id, amount: 50_000n }));
    expect([await world.balance(), await owed()]).toEqual([0n, OVER - 50_000n]);
    await processor.told('return', { amount: CARD_BALANCE + OVER });
    expect([await world.balance(), await owed()]).toEqual([CARD_BALANCE + 50_000n, 0n]);
    expect(await processor.use()).toMatchObject(has('REFUNDED', { refunded: CARD_BALANCE + OVER }));
    await world.payer.auditClean();
  });

  it('is owed above the tolerance no more than today: the excess is the service’s', async () => {
    await approvedByNetwork(CARD_BALANCE);
    await processor.told('clearing', { amount: CARD_BALANCE + CARD_BALANCE });
    expect(await owed()).toBe(0n);
    expect(await processor.use()).toMatchObject({ card: { settled: CARD_BALANCE, excess: CARD_BALANCE } });
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'CARD_EXCESS', amount: CARD_BALANCE }]);
  });

  it('is cleared at once if the network says so', async () => {
    const told = { decision: 'APPROVED', amount: CARD_BALANCE + OVER, isFinal: true } as const;
    await processor.told('authorization', told);
    expect(await processor.use()).toMatchObject(
      has('SETTLED', { settled: CARD_BALANCE + OVER, atOnce: CARD_BALANCE + OVER }),
    );
    expect(await owed()).toBe(OVER);
    await processor.told('authorization', told);
    expect(await owed()).toBe(OVER);
    await world.payer.auditClean();
  });
});

describe('what the network approved is debited from the account', () => {
  it.each(['FROZEN', 'CLOSED'] as const)('of a card that is %s', async (state) => {
    valueOf(await world.run(core().cards.update, { id: world.card.id, state }));
    await approvedByNetwork(CARD_BALANCE + OVER);
    await processor.told('clearing', { amount: CARD_BALANCE + OVER });
    expect([await world.balance(), await owed()]).toEqual([0n, OVER]);
    await world.payer.auditClean();
  });

  it('although it is frozen: first its balance, then what it owes', async () => {
    await approvedByNetwork(1_000n);
    await accountBecomes('FROZEN');
    await processor.told('clearing', { amount: 1_100n });
    expect([await world.balance(), await owed()]).toEqual([CARD_BALANCE - 1_100n, 0n]);
  });

  it('except if the account is closed, which can owe nothing that is paid later', async () => {
    await world.approved({ amount: CARD_BALANCE, mode: 'settle' });
    valueOf(await world.run(core().customers.delete, { id: world.payer.customerId }));
    await approvedByNetwork(1_000n);
    await processor.told('clearing', { amount: 1_000n });
    expect(await owed()).toBe(0n);
    expect(await processor.use()).toMatchObject({ card: { settled: 0n, excess: 1_000n } });
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'CARD_EXCESS', amount: 1_000n }]);
    await world.payer.auditClean();
  });
});

describe('a use that failed before the network decided about it', () => {
  /** The merchant has collected 1,000 more than the balance covers. */
  const failed = async (): Promise<void> => {
    await processor.told('authorization', { amount: CARD_BALANCE });
    await processor.told('clearing', { amount: CARD_BALANCE + 1_000n });
    expect(await processor.use()).toMatchObject(has('EXCEPTION', { lost: 1_000n, reserved: 0n }));
  };

  it('loses nothing more: the account owes what the network approves afterwards', async () => {
    await failed();
    await processor.told('increment', { decision: 'APPROVED', amount: 5_000n });
    await processor.told('clearing', { amount: 4_000n });
    expect(await processor.use()).toMatchObject(
      has('EXCEPTION', { lost: 1_000n, settled: CARD_BALANCE + 5_000n, moved: { CARD_OWED: { total: 4_000n } } }),
    );
    expect([await world.balance(), await owed()]).toEqual([0n, 4_000n]);
    await world.payer.auditClean();
  });

  it('pays from the balance first, and the earlier loss is recovered by itself', async () => {
    await failed();
    await processor.told('increment', { decision: 'APPROVED', amount: 5_000n });
    valueOf(await world.run(core().sandbox.fund, { accountId: world.payer.usd.id, amount: 1_500n }));
    await processor.told('clearing', { amount: 4_000n });
    expect([await world.balance(), await owed()]).toEqual([0n, 2_500n]);
    valueOf(await world.run(core().sandbox.fund, { accountId: world.payer.usd.id, amount: 3_500n }));
    valueOf(await world.run(core().cards.recover, { id: (await processor.use())!.id }));
    expect(await processor.use()).toMatchObject(has('SETTLED', { lost: 0n }));
    expect([await world.balance(), await owed()]).toEqual([0n, 0n]);
    await world.payer.auditClean();
  });
});

describe('the reversal of a return of what the network decided', () => {
  const spent = () =>
    processor.told('authorization', { authorizationId: 'spends', amount: CARD_BALANCE, isFinal: true });

  it('takes what the balance has, and the account owes the rest', async () => {
    await approvedByNetwork(1_000n);
    await processor.told('clearing');
    await processor.told('return', { messageId: 'back' });
    await spent();
    valueOf(await world.run(core().sandbox.fund, { accountId: world.payer.usd.id, amount: 400n }));
    await processor.told('return.reversal', { returnId: 'back', amount: null });
    expect([await world.balance(), await owed()]).toEqual([0n, 600n]);
    expect(await processor.use()).toMatchObject(
      has('SETTLED', {
        ...{ lost: 0n, settled: 1_000n, refunded: 0n },
        moved: { CARD_RETURN_REVERSAL: { total: 400n }, CARD_REVERSAL_OWED: { total: 600n } },
      }),
    );
    expect(pulledFor((await processor.use())!.card).total).toBe(1_000n);
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    await world.payer.auditClean();
  });

  it('is a loss if the account is closed', async () => {
    await approvedByNetwork(1_000n);
    await processor.told('clearing');
    await processor.told('return', { messageId: 'back' });
    await spent();
    valueOf(await world.run(core().customers.delete, { id: world.payer.customerId }));
    await processor.told('return.reversal', { returnId: 'back', amount: null });
    expect(await owed()).toBe(0n);
    expect(await processor.use()).toMatchObject(has('EXCEPTION', { lost: 1_000n }));
    await world.payer.auditClean();
  });
});
