import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutInstruction, Rail } from '../accounts/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import type { ActionOutcome, Caller } from '../operators/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { addOperator } from '../testing/operators.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { digest } from '../testing/ports.js';
import { SCREENINGS } from './index.js';

const GRACE = 'Grace Hopper';
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;

let lists: PlayScreening;
let bank: PlayBank;
/** Movements above these need a second operator. */
let amounts: Map<CurrencyCode, bigint>;
let paid: PayoutInstruction[];
let ann: Caller;
let bob: Caller;

const banks = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name === BANK
      ? {
          ...rail,
          payouts: { ...rail.payouts!, submit: async (to) => (paid.push(to), PENDING), status: async () => PENDING },
        }
      : rail,
  );

beforeEach(async () => {
  paid = [];
  amounts = new Map([['USD' as CurrencyCode, SENT - 1n]]);
  lists = playScreening();
  const options = {
    ...{ ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' },
    approvalAmounts: amounts,
  };
  bank = await playBank({ rails: banks(), screening: [lists.connection], options });
  await bank.payer.play.pass(60);
  const { units } = bank.payer.play.storage;
  ann = await addOperator(units, 'Ann', 'OPERATOR');
  bob = await addOperator(units, 'Bob', 'APPROVER');
  lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
});

const { payoutTo, heldFor, clear, approve } = {
  /** A payout to Grace that its match holds. */
  async payoutTo(account: string): Promise<string> {
    const { payer } = bank;
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, account));
    valueOf(await payer.play.run(payer.play.core.quotes.execute, { id: quote.id }));
    await payer.play.pass(0);
    return quote.transactionId;
  },
  heldFor: (subject: string | null) =>
    bank.payer.play.storage.units.read(bank.payer.play.tenant, async (reads) => {
      const where = { status: 'HELD' as const, ...(subject !== null && { subject }) };
      return (await reads.list(SCREENINGS, { where, order: 'desc', limit: 1 })).rows[0]!;
    }),
  async clear(id: string, match?: string): Promise<ActionOutcome<unknown>> {
    const { play } = bank.payer;
    const input = { id, reason: 'another birth date', ...(match !== undefined && { match }) };
    const request = { tenant: play.tenant, action: 'screening.clear', input } as never;
    return valueOf(await play.core.operators.actions.request(ann, request)) as never;
  },
  async approve(asked: ActionOutcome<unknown>): Promise<void> {
    const { play } = bank.payer;
    if (asked.kind !== 'awaiting') throw new Error(`the clearance is ${asked.kind}`);
    valueOf(await play.core.operators.actions.approve(bob, play.tenant, asked.awaiting));
    await play.pass(0);
  },
};
/** No second operator is needed for what a payout delivers so many times. */
async function allow(id: string, times: bigint): Promise<void> {
  const { receivedCurrency, receivedAmount } = await bank.read(id);
  amounts.set(receivedCurrency!, receivedAmount! * times);
}
const account = async () => (await bank.payer.external()).id;

describe('the clearance of the last match of a payout above the amount', () => {
  it('waits for a second operator, and pays after the approval', async () => {
    const id = await payoutTo(await account());
    const asked = await clear((await heldFor(id)).id);
    await bank.payer.play.pass(60);
    expect([asked.kind, paid]).toEqual(['awaiting', []]);
    await approve(asked);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
  });

  it('is done by one operator at the amount', async () => {
    const id = await payoutTo(await account());
    await allow(id, 1n);
    expect((await clear((await heldFor(id)).id)).kind).toBe('done');
    await bank.payer.play.pass(0);
    expect(paid).toHaveLength(1);
  });

  it('needs the second operator for the sum of all payments that it lets go on', async () => {
    const to = await account();
    const [first] = [await payoutTo(to), await payoutTo(to)];
    await allow(first, 1n);
    const asked = await clear((await heldFor(first)).id);
    await approve(asked);
    expect(paid).toHaveLength(2);
  });

  it('is done by one operator while another match keeps the payment', async () => {
    lists.change([
      { entry: 'E1', version: '1', matches: GRACE },
      { entry: 'E2', version: '1', matches: GRACE },
    ]);
    const held = await heldFor(await payoutTo(await account()));
    expect((await clear(held.id, held.matches[0])).kind).toBe('done');
    expect((await clear(held.id, held.matches[1])).kind).toBe('awaiting');
  });
});

it('the clearance of an arrival above the amount waits, and credits it after the approval', async () => {
  valueOf(await bank.arrives(bank.payer.usd.reference));
  await bank.payer.play.pass(0);
  const asked = await clear((await heldFor(null)).id);
  await bank.payer.play.pass(60);
  expect([asked.kind, await bank.balance()]).toEqual(['awaiting', [FUNDED, 0n]]);
  await approve(asked);
  expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
});

it('the clearance of a party that holds no money needs one operator', async () => {
  lists.change([]);
  const to = await account();
  await bank.payer.play.pass(60);
  lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
  await bank.payer.play.pass(4_000);
  const held = await heldFor(null);
  expect(held.subject).not.toContain('Transaction');
  expect([(await clear(held.id)).kind, to.length > 0]).toEqual(['done', true]);
});
