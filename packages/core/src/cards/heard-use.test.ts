import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { Tx } from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { type CardMessage, NETWORK_MESSAGES } from './index.js';

const CONFLICT = { ok: false, error: { code: 'CONFLICT' } };

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

const exceptions = () => world.rows(EXCEPTIONS);
const tokens = async () => (await world.rows(TRANSACTIONS)).map(({ issuerToken }) => issuerToken).filter(Boolean);
const moved = async () => (await world.balance()) - CARD_BALANCE;

/** Sends a message twice: it is refused both times, one exception is opened, and nothing is booked. */
async function contradicts<K extends CardMessage['kind']>(
  kind: K,
  over: Parameters<typeof processor.message<K>>[1],
): Promise<void> {
  const before = [await tokens(), await world.balance()];
  const message = processor.message(kind, over);
  const first = await processor.tells(kind, message);
  expect(first).toMatchObject(CONFLICT);
  expect(await processor.tells(kind, message)).toEqual(first);
  expect([await tokens(), await world.balance()]).toEqual(before);
  expect(await exceptions()).toMatchObject([{ kind: 'RAIL_CONTRADICTION', status: 'OPEN' }]);
  await world.payer.auditClean();
}

describe('a second message about money without an authorization', () => {
  it.each([
    ['clearing', null, 'use 9', -1_000n],
    ['clearing', 'use 9', null, -1_000n],
    ['return', null, 'use 9', 1_000n],
    ['return', 'use 9', null, 1_000n],
  ] as const)('as a %s is booked once, first with %s and then with %s', async (kind, first, second, amount) => {
    const booked = await processor.told(kind, { messageId: 'm1', authorizationId: first });
    expect(await processor.told(kind, { messageId: 'm1', authorizationId: second })).toEqual(booked);
    expect(await tokens()).toHaveLength(1);
    expect(await moved()).toBe(amount);
    expect(await exceptions()).toEqual([]);
    await world.payer.auditClean();
  });

  it.each(['clearing', 'return'] as const)('as a %s of another amount is a contradiction', async (kind) => {
    await processor.told(kind, { messageId: 'm1', authorizationId: null });
    await contradicts(kind, { messageId: 'm1', authorizationId: 'use 9', amount: 400n });
  });

  it.each(['clearing', 'return'] as const)('as a %s about an unknown use is a contradiction', async (kind) => {
    await processor.told('authorization');
    await processor.told('clearing', { messageId: 'm1' });
    await contradicts(kind, { messageId: 'm1', authorizationId: 'use 9' });
  });

  it('about another card is a contradiction', async () => {
    await processor.told('clearing', { messageId: 'm1', authorizationId: null });
    const { id: cardId } = await world.ordered();
    await contradicts('clearing', { messageId: 'm1', authorizationId: null, cardId });
  });

  it('without its authorization is a repeat', async () => {
    await processor.told('authorization');
    const booked = await processor.told('clearing', { messageId: 'm1' });
    expect(await processor.told('clearing', { messageId: 'm1', authorizationId: null })).toEqual(booked);
    expect(await moved()).toBe(-1_000n);
  });
});

describe('a decision of the network under the id of another message', () => {
  it.each([
    ['another amount', 500n],
    ['the same amount', 1_000n],
  ])('opens no use: %s', async (_, amount) => {
    await processor.told('authorization', { decision: 'APPROVED', messageId: 'm1' });
    const other = { messageId: 'm1', authorizationId: 'use 2', amount, isFinal: true } as const;
    await contradicts('authorization', { decision: 'APPROVED', ...other });
  });
});

describe('a decision of the network about the other direction', () => {
  it.each([
    ['APPROVED', 1_500n],
    ['DECLINED', 1_000n],
  ] as const)('is a contradiction: %s', async (decision, amount) => {
    await processor.told('authorization');
    await contradicts('authorization', { decision, direction: 'CREDIT', amount });
    expect(await processor.use()).toMatchObject({ status: 'AUTHORIZED', card: { reserved: 1_000n } });
  });
});

describe('a message whose id another unit uses at the same time for another use', () => {
  /** Runs the next unit as if it had looked for an earlier message before that one was stored. */
  const unaware = async <T>(work: () => Promise<T>): Promise<T> => {
    const { units } = world.payer.play.storage;
    const runs = vi.spyOn(units, 'run').mockImplementationOnce((tenant, unit) => {
      runs.mockRestore();
      return units.run(tenant, (tx) => {
        let looks = 0;
        const find: Tx['find'] = async (kind, ...key) =>
          kind.name === NETWORK_MESSAGES.name && (looks += 1) === 1 ? null : tx.find(kind, ...key);
        return unit({ ...tx, find });
      });
    });
    return work();
  };

  it.each<[CardMessage['kind'], object]>([
    ['clearing', {}],
    ['return', {}],
    ['authorization', { decision: 'APPROVED', amount: 500n, isFinal: true }],
  ])('leaves no use without its message: %s', async (kind, over) => {
    await processor.told('authorization');
    await processor.told('clearing', { messageId: 'm1' });
    const before = [await tokens(), await world.balance()];
    const late = { ...over, messageId: 'm1', authorizationId: 'use 9' };
    const again = { error: { code: 'CONFLICT', details: { retryAfter: 1 } } };
    expect(await unaware(() => processor.tells(kind, late))).toMatchObject(again);
    expect([await tokens(), await world.balance(), await exceptions()]).toEqual([...before, []]);
    await contradicts(kind, late);
  });
});

describe('a refund of a use that is unknown', () => {
  it('does not turn the clearing that follows into a credit', async () => {
    await processor.told('return', { messageId: 'gift', authorizationId: 'use 9', amount: 500n });
    await processor.told('clearing', { authorizationId: 'use 9' });
    expect(await processor.use('use 9')).toMatchObject({ direction: 'DEBIT', card: { settled: 1_000n } });
    expect(await moved()).toBe(-500n);
    await processor.told('return', { messageId: 'gift', authorizationId: 'use 9', amount: 500n });
    expect(await moved()).toBe(-500n);
    expect(await exceptions()).toEqual([]);
    await world.payer.auditClean();
  });
});

describe('a return that names its clearing but no use', () => {
  it.each([null, 'use 9'])('is a return of that clearing: %s', async (authorizationId) => {
    await processor.told('authorization');
    await processor.told('clearing', { messageId: 'm2', amount: 5_000n });
    const back = processor.message('return', { authorizationId, clearingId: 'm2', amount: 5_000n });
    for (let times = 0; times < 2; times += 1) await processor.told('return', back);
    expect(await moved()).toBe(0n);
    expect(await processor.use()).toMatchObject({ status: 'REFUNDED', card: { excess: 0n } });
    await world.payer.auditClean();
  });

  it('is a return of a clearing that had no authorization either', async () => {
    await processor.told('clearing', { messageId: 'm2', authorizationId: null });
    const { transactionId } = (await processor.told('return', { authorizationId: null, clearingId: 'm2' })) as {
      transactionId: string;
    };
    expect((await world.rows(TRANSACTIONS)).find(({ id }) => id === transactionId)).toMatchObject({
      status: 'REFUNDED',
    });
    expect(await moved()).toBe(0n);
  });

  it('is a return of a use that was cleared at once, which is named by its own id', async () => {
    await processor.told('authorization', { isFinal: true });
    await processor.told('return', { authorizationId: null, clearingId: 'use 1' });
    expect(await processor.use()).toMatchObject({ status: 'REFUNDED' });
    expect(await moved()).toBe(0n);
  });

  it('is a credit if the clearing is unknown, or of another card', async () => {
    await processor.told('clearing', { messageId: 'm2', authorizationId: null });
    const { id: cardId } = await world.ordered();
    await processor.told('return', { authorizationId: null, clearingId: 'm2', cardId });
    await processor.told('return', { authorizationId: null, clearingId: 'm9' });
    expect(await tokens()).toHaveLength(3);
    expect(await moved()).toBe(1_000n);
    await world.payer.auditClean();
  });
});

describe('the id of a message and that of a use', () => {
  it('are not mixed up: a use may have the id of a message about other money', async () => {
    await processor.told('clearing', { messageId: '17', authorizationId: null });
    expect(await processor.told('authorization', { authorizationId: '17', amount: 400n })).toMatchObject({
      kind: 'approved',
    });
    expect(await tokens()).toEqual(['message:17', '17']);
    expect(await moved()).toBe(-1_400n);
  });

  it('are not mixed up: an inquiry may have the id of a declined use', async () => {
    const declined = { kind: 'declined', reason: 'INSUFFICIENT_FUNDS' };
    const question = { authorizationId: '17', amount: CARD_BALANCE + 1n };
    expect(await processor.told('authorization', question)).toEqual(declined);
    for (let times = 0; times < 2; times += 1)
      expect(await processor.told('balance', { messageId: '17' })).toMatchObject({ kind: 'balance' });
    expect(await processor.told('authorization', question)).toEqual(declined);
  });
});
