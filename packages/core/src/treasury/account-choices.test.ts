import { beforeEach, expect, it } from 'vitest';
import type { ExceptionRecord } from '../exceptions/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playBlocks } from '../testing/play-blocks.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

/** A payment whose refund failed: 1,000.00 USD wait for an operator. */
async function stuckRefund(): Promise<ExceptionRecord> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  await payer.play.pass(31);
  return valueOf(await payer.play.core.exceptions.list({ status: 'OPEN' })).data[0]!;
}

const choicesFor = (exceptionId: string, find?: string) =>
  payer.play.read(payer.play.core.treasury.accountChoices, { exceptionId, find });

it('offers the accounts of the customer and of the platform in the currency, and no other ones', async () => {
  const { play } = payer;
  const other = valueOf(
    await play.run(play.core.customers.create, {
      ...{ customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', region: 'US', currencies: ['USD'] },
    } as never),
  );
  const { id } = await stuckRefund();
  const { accounts, isPartial } = valueOf(await choicesFor(id));
  expect(isPartial).toBe(false);
  expect(accounts.map(({ account }) => account.currency)).not.toContain('EUR');
  expect(accounts.map(({ account }) => account.customerId)).not.toContain(other.id);
  const own = accounts.find(({ account }) => account.id === payer.usd.id);
  expect(own).toMatchObject({ holder: 'Ada Lovelace', available: 900_000n, resolutions: ['CREDITED'] });
  expect(accounts.some(({ account }) => account.customerId === null)).toBe(true);
});

it('every account that it offers can be named, and is credited', async () => {
  const exception = await stuckRefund();
  const { accounts } = valueOf(await choicesFor(exception.id));
  for (const { account } of accounts) {
    const input = { exceptionId: exception.id, resolution: 'CREDITED', account: account.id } as const;
    const prepared = valueOf(await payer.play.core.treasury.planResolution.prepare(payer.play.context(), input));
    const planned = await payer.play.core.units.run(payer.play.tenant, async (tx) => {
      const done = await payer.play.core.treasury.planResolution.finish(tx, payer.play.context(), prepared);
      return done;
    });
    expect(valueOf(planned).subject).toBe(exception.id);
  }
});

it('finds accounts by a part of the holder, and offers none once the exception is resolved', async () => {
  const { id } = await stuckRefund();
  expect(valueOf(await choicesFor(id, 'LOVEL')).accounts.map(({ account }) => account.id)).toContain(payer.usd.id);
  expect(valueOf(await choicesFor(id, 'nowhere')).accounts).toEqual([]);
  const by = { id: 'Operator:018bcfe5-6800-7000-8000-000000000003', name: 'Ann' } as never;
  valueOf(
    await payer.play.run(payer.play.core.treasury.resolve, { exceptionId: id, resolution: 'WRITTEN_OFF', by } as never),
  );
  expect(valueOf(await choicesFor(id)).accounts).toEqual([]);
  expect(codeOf(await choicesFor('Exception:1'))).toBe('REFERENCE_NOT_FOUND');
});

it('says that a block keeps the accounts of others from the money of its customer', async () => {
  payer = await playPayer({}, { currencies: ['USD'] });
  const { play, customerId } = payer;
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  await (await playBlocks(play)).block('customers', customerId);
  // The customer has no account in this currency, and the quote wants another one.
  const money = { reference: quote.reference!, currencyCode: 'EUR', amount: 700n };
  expect(valueOf(await play.run(play.core.sandbox.deposit, money)).outcome).toBe('HELD');
  await play.pass(60);
  const [held] = valueOf(await play.core.exceptions.list({ status: 'OPEN', kind: 'DEPOSIT_HELD' })).data;
  const { accounts, refusals } = valueOf(await choicesFor(held!.id));
  expect(accounts).toEqual([]);
  expect(refusals.CREDITED?.message).toContain(`${customerId} is blocked`);
});
