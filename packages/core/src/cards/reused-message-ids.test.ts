import { beforeEach, describe, expect, it } from 'vitest';
import { amountText } from '../money/index.js';
import { type ExceptionRecord, EXCEPTIONS, type Resolution } from '../exceptions/index.js';
import { POSTINGS } from '../ledger/index.js';
import { type CardMessage, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { operatorNamed } from '../testing/ports.js';
import { saidPayment } from '../testing/said-payment.js';
import { CARD_LOG, type CardTransaction, type CardUse } from './index.js';

let world: PlayCard;
let spent: CardTransaction;
beforeEach(async () => {
  world = await playCard();
  spent = await world.approved({ issuerToken: 'use' });
});

const exceptions = (): Promise<readonly ExceptionRecord[]> => world.rows(EXCEPTIONS);
const ask = (over: Partial<CardUse> = {}) => world.asked({ issuerToken: 'use', ...over });
const send = (what: CardMessage, of: CardTransaction, amount: bigint, id: string) => world.send(what, of, amount, id);
const CONFLICT = { ok: false, error: { code: 'CONFLICT' } };

/** Sends other content twice: both are refused, one exception is opened, and nothing is booked. */
async function contradicts(again: () => Promise<unknown>): Promise<ExceptionRecord> {
  const [before, postings] = [await world.latest(spent), (await world.rows(POSTINGS)).length];
  const first = await again();
  expect(first).toMatchObject(CONFLICT);
  const [opened, ...others] = await exceptions();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ error: { message: expect.stringContaining(opened!.id) as string } });
  expect(await again()).toEqual(first);
  expect(await exceptions()).toEqual([opened]);
  expect([await world.latest(spent), (await world.rows(POSTINGS)).length]).toEqual([before, postings]);
  await world.payer.auditClean();
  return opened!;
}

describe('a message under a known id', () => {
  it.each<[string, CardMessage, bigint, () => Promise<CardTransaction>]>([
    ['another amount', 'clear', 401n, async () => spent],
    ['another kind', 'return', 400n, async () => spent],
    ['another transaction', 'clear', 400n, () => world.approved()],
  ])('with %s is stored as a contradiction with both contents', async (_, what, amount, of) => {
    const answer = valueOf(await send('clear', spent, 400n, 'm-1'));
    const other = await of();
    const opened = await contradicts(() => send(what, other, amount, 'm-1'));
    expect(opened).toMatchObject({
      ...{ kind: 'RAIL_CONTRADICTION', status: 'OPEN', subject: other.id, leg: 'DELIVERY' },
      ...{ rail: 'sandbox-cards', currency: 'USD', amount },
    });
    const kind = what === 'clear' ? 'CLEARING' : 'RETURN';
    expect(opened.reason).toBe(
      `sandbox-cards sent the message m-1 as "CLEARING of 4.00 USD about ${spent.id}", and then as ` +
        `"${kind} of ${amountText(amount, 'USD')} about ${other.id}"; nothing was booked for the second one`,
    );
    expect(await send('clear', spent, 400n, 'm-1')).toEqual({ ok: true, value: answer });
  });

  it('with a third content is another contradiction', async () => {
    valueOf(await send('clear', spent, 400n, 'm-1'));
    await send('clear', spent, 401n, 'm-1');
    await send('clear', spent, 402n, 'm-1');
    expect((await exceptions()).map(({ amount }) => amount)).toEqual([401n, 402n]);
  });

  it('that reverses a whole return is a contradiction over the smallest amount, because it names none', async () => {
    valueOf(await send('clear', spent, 400n, 'm-1'));
    expect((await contradicts(() => send('reverseReturn', spent, 0n, 'm-1'))).amount).toBe(1n);
  });

  it('has the same refusal after an operator has decided', async () => {
    valueOf(await send('clear', spent, 400n, 'm-1'));
    const first = await send('clear', spent, 401n, 'm-1');
    await resolve('REFUSED');
    expect(await send('clear', spent, 401n, 'm-1')).toEqual(first);
    expect(await exceptions()).toHaveLength(1);
  });
});

describe('a use under a known id', () => {
  it.each<[string, Partial<CardUse>]>([
    ['a larger amount', { amount: 2_000n }],
    ['a smaller amount', { amount: 999n }],
    ['the other direction', { direction: 'CREDIT' }],
    ['a clearing at once', { mode: 'settle' }],
  ])('that was approved is not answered for %s, and stored as a contradiction', async (_, over) => {
    const opened = await contradicts(() => ask(over));
    expect(opened).toMatchObject({ kind: 'RAIL_CONTRADICTION', subject: spent.id, rail: 'sandbox-cards' });
    expect(opened).toMatchObject({ amount: over.amount ?? 1_000n, leg: 'DELIVERY' });
    expect(opened.reason).toContain(
      `sent the message use as "DEBIT of 10.00 USD with ${world.card.id}", and then as "`,
    );
    expect(valueOf(await ask())).toMatchObject({ approved: true, transaction: { id: spent.id } });
  });

  it('of another card is a contradiction about the use that was approved', async () => {
    const { id: cardId } = await world.ordered();
    const opened = await contradicts(() => ask({ cardId }));
    expect(opened.subject).toBe(spent.id);
    expect(opened.reason).toContain(cardId);
  });

  it('has the first answer with the same content, also after an advice and a clearing, and once the network has decided', async () => {
    await world.told('advise', spent, 700n);
    for (const over of [{}, { mode: 'told' }] as const) expect(valueOf(await ask(over)).approved).toBe(true);
    const cleared = await world.told('clear', spent, 700n);
    expect(valueOf(await ask())).toMatchObject({
      approved: true,
      transaction: { id: spent.id, status: cleared.status },
    });
    const merchant = { ...spent.card.merchant, descriptor: 'THE SHOP' };
    expect(valueOf(await ask({ merchant })).approved).toBe(true);
    expect(await exceptions()).toEqual([]);
  });

  it('that was declined has no other answer for other content, and opens nothing, because no money is involved', async () => {
    const declined = { issuerToken: 'no', amount: 3_000_000n };
    expect(valueOf(await ask(declined)).approved).toBe(false);
    const { id: cardId } = await world.ordered();
    for (const over of [{ amount: 1n }, { cardId }, { amount: 1n, mode: 'settle' as const }])
      expect(await ask({ ...declined, ...over })).toMatchObject(CONFLICT);
    expect(valueOf(await ask(declined)).approved).toBe(false);
    expect(await world.rows(CARD_LOG)).toHaveLength(1);
    expect(await exceptions()).toEqual([]);
    // A use that the network has decided is booked whatever was answered before.
    expect(valueOf(await ask({ ...declined, amount: 1n, mode: 'told' })).approved).toBe(true);
  });
});

async function resolve(resolution: Resolution, account?: string): Promise<void> {
  const { play } = world.payer;
  const exceptionId = (await exceptions()).find(({ status }) => status === 'OPEN')!.id;
  const by = operatorNamed('Ann');
  const input = { exceptionId, resolution, account, by, ...saidPayment(resolution) };
  valueOf(await play.run(play.core.treasury.resolve, input));
}

describe('a contradiction of a card network', () => {
  it.each<[Resolution, boolean]>([
    ['CREDITED', true],
    ['ADJUSTED', true],
    ['PAID_ELSEWHERE', false],
    ['WRITTEN_OFF', false],
    ['REFUSED', false],
  ])('can be resolved by %s', async (resolution, hasAccount) => {
    valueOf(await send('clear', spent, 400n, 'm-1'));
    await send('clear', spent, 300n, 'm-1');
    await resolve(resolution, hasAccount ? world.payer.usd.id : undefined);
    expect(await exceptions()).toMatchObject([{ status: 'RESOLVED', resolution }]);
    await world.payer.auditClean();
  });

  it('that an operator credited counts as returned: a later return gives the customer no more than the use has cost', async () => {
    const before = await world.balance();
    valueOf(await send('clear', spent, 1_000n, 'm-1'));
    await send('return', spent, 600n, 'm-1');
    await resolve('CREDITED', world.payer.usd.id);
    valueOf(await send('return', spent, 1_000n, 'm-2'));
    expect(await world.balance()).toBe(before + 1_000n);
    expect((await exceptions()).at(-1)).toMatchObject({ kind: 'DEPOSIT_HELD', amount: 600n });
    await world.payer.auditClean();
  });
});
