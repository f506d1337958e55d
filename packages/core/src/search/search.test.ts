import { beforeEach, describe, expect, it } from 'vitest';
import { type TenantKey, tenantKey } from '../kernel/index.js';
import { playBlocks } from '../testing/play-blocks.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import type { GroupName } from './groups.js';
import type { SearchAnswer, SearchRequest } from './search.js';

const HOLDER = { source: 'MASTER_KEY', name: 'root', requestId: 'command line' } as const;

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const search = async (text: string, patch: Partial<SearchRequest> = {}): Promise<SearchAnswer> =>
  valueOf(await payer.play.core.operators.search(HOLDER, { text, platforms: null, showsBlocks: true, ...patch }));

/** The ids of a group; empty if the group is absent. */
const found = async (text: string, group: GroupName, patch: Partial<SearchRequest> = {}): Promise<readonly string[]> =>
  (await search(text, patch)).groups.find((each) => each.group === group)?.hits.map(({ id }) => id) ?? [];

async function customer(fields: object): Promise<string> {
  const { play } = payer;
  const body = { customerType: 'INDIVIDUAL', region: 'US', ...fields };
  return valueOf(await play.run(play.core.customers.create, body as never)).id;
}

async function paid(amount: bigint, payee: string) {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee, { lockedCurrencyAmount: amount }));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(30);
  return quote;
}

describe('a customer is found', () => {
  it('by the beginning of each word of the name, without case and accents, in any order', async () => {
    const id = await customer({ fullName: 'José Müller-Ørsted' });
    for (const text of ['jose', 'JOSÉ', 'orsted', 'mull', 'orst jos', 'müller-ørsted'])
      expect([text, await found(text, 'customers')]).toEqual([text, [id]]);
    for (const text of ['ose', 'jose x', 'mueller']) expect(await found(text, 'customers')).toEqual([]);
  });

  it('by the email, the phone, the id of the platform and the UMA address', async () => {
    const id = await customer({
      fullName: 'Grace Hopper',
      email: 'Grace.H@navy.example',
      phoneNumber: '+447700900123',
      platformCustomerId: 'cust-77',
    });
    const { umaAddress } = (await payer.play.core.operators.reads.customer(payer.play.tenant, id))!;
    for (const text of [
      'grace.h@navy.example',
      'GRACE.H@nav',
      'navy',
      '+44 7700 900123',
      '07700 900123',
      '…0123',
      'cust-77',
      umaAddress,
      umaAddress.toUpperCase(),
      id,
      id.slice('Customer:'.length),
      'grace 0123',
    ])
      expect([text, await found(text, 'customers')]).toEqual([text, [id]]);
    for (const text of ['cust-7', '+44 7700 900124', '+1 7700 900123 9', 'grace 9999'])
      expect([text, await found(text, 'customers')]).toEqual([text, []]);
  });

  it('by the new name after a change, and no longer by the former one', async () => {
    const { play } = payer;
    const id = await customer({ fullName: 'Ann Former' });
    valueOf(await play.run(play.core.customers.update, { id, fullName: 'Ann Latter' } as never));
    expect(await found('latter', 'customers')).toEqual([id]);
    expect(await found('former', 'customers')).toEqual([]);
    expect(await found('ann', 'customers')).toEqual([id]);
  });

  it('at most ten times, and the answer says that there are more', async () => {
    for (let n = 0; n < 11; n++) await customer({ fullName: `Twin ${n}` });
    const [group] = (await search('twin')).groups;
    expect(group).toMatchObject({ group: 'customers', hasMore: true });
    expect(group!.hits).toHaveLength(10);
    expect((await search('twin 5')).groups[0]).toMatchObject({ hasMore: false, hits: [{ name: 'Twin 5' }] });
  });

  it('with the exact word before longer ones', async () => {
    const longer = await customer({ fullName: 'Annabel' });
    const exact = await customer({ fullName: 'Anna' });
    expect(await found('anna', 'customers')).toEqual([exact, longer]);
  });
});

describe('a payment is found', () => {
  it('by its id, its amounts in their currency, and with the names of both sides', async () => {
    const payee = await payer.external('890');
    const quote = await paid(176_623n, payee.id);
    const id = quote.transactionId;
    for (const text of [id, id.slice('Transaction:'.length), '1,766.23 USD', 'usd 1.766,23', '1766.23', '1,766.23'])
      expect([text, await found(text, 'payments')]).toEqual([text, [id]]);
    for (const text of ['1,766.23 EUR', '1,766.24 USD', '1766.24', '01766.23'])
      expect([text, await found(text, 'payments')]).toEqual([text, []]);
    const [hit] = (await search(id)).groups.find(({ group }) => group === 'payments')!.hits;
    expect(hit!.name).toMatch(/ → .*…/);
    expect(hit!.amounts[0]).toEqual({ amount: 176_623n, currency: 'USD' });
  });

  it('by the reference of its payment instructions, before and after the money came', async () => {
    const { play } = payer;
    const payee = await payer.external('890');
    const quote = await payer.quoted(payer.funded(payee.id));
    const reference = quote.reference!;
    for (const text of [reference, reference.toLowerCase(), `${reference.slice(0, 4)} ${reference.slice(4)}`])
      expect([text, await found(text, 'quotes')]).toEqual([text, [quote.id]]);
    valueOf(await payer.pay(quote));
    await play.pass(30);
    expect(await found(reference, 'payments')).toEqual([quote.transactionId]);
  });

  it('by an amount and the name of its customer or its payee', async () => {
    const payee = await payer.external('890');
    const { transactionId: id } = await paid(176_623n, payee.id);
    const customer = (await payer.play.core.operators.reads.customer(payer.play.tenant, payer.customerId))!;
    const own = customer.fullName!.split(' ')[0]!;
    for (const text of ['hopper 1,766.23 USD', 'USD 1766.23 HOPP', 'grace hopper 1,766.23', `${own} 1766.23 usd`])
      expect([text, await found(text, 'payments')]).toEqual([text, [id]]);
    for (const text of [
      'hopper 1,766.24 USD',
      'turing 1,766.23 USD',
      `${own} hopper 1,766.23 EUR`,
      'hopper turing 1,766.23',
    ])
      expect([text, await found(text, 'payments')]).toEqual([text, []]);
    const { tenant } = payer.play;
    expect(await found('hopper 1,766.23 USD', 'payments', { platforms: [tenant] })).toEqual([id]);
    expect(await found('hopper 1,766.23 USD', 'payments', { platforms: [] })).toEqual([]);
  });

  it('by an amount and the name of its customer while a block holds it as a deposit', async () => {
    const { play } = payer;
    await (await playBlocks(play)).block('customers', payer.customerId);
    const arrival = { kind: 'arrival', rail: 'sandbox-bank', paymentId: 'bank-2', reference: payer.usd.reference };
    const money = { currency: 'USD', amount: 6_100n, remitter: { name: 'Grace', account: '1' }, valueDate: null };
    const told = valueOf(await play.core.railTells('SANDBOX', { ...arrival, ...money } as never));
    const deposit = told.arrival!.depositId!;
    for (const text of ['Lovelace 61', 'ada 61.00 USD', '61.00 USD', payer.usd.reference])
      expect([text, await found(text, 'deposits')]).toEqual([text, [deposit]]);
    for (const text of ['Hopper 61', 'Lovelace 62']) expect(await found(text, 'deposits')).toEqual([]);
  });

  it('says that an amount needs a currency if no platform has one, and that a separator has two meanings', async () => {
    expect((await search('1766.23')).notes).toEqual([]);
    expect((await search('1766.23', { platforms: [] })).notes.join()).toContain('currency');
    expect((await search('hopper 1766.23', { platforms: [] })).notes.join()).toContain('currency');
    expect((await search('1,766 BTC')).notes.join()).toContain('both');
    expect((await search('1,766 USD')).notes).toEqual([]);
  });
});

describe('an account is found', () => {
  it('by the last digits and by the whole number of the external account, and by the name of its holder', async () => {
    const payee = await payer.external('890');
    for (const text of ['3890', '…3890', 'DE89 3704 0044 0532 0138 90', 'hopper', 'grace 3890'])
      expect([text, await found(text, 'externalAccounts')]).toEqual([text, [payee.id]]);
    // The same end, and another beginning.
    for (const text of ['FR11 3704 0044 0532 0138 90', '3891', 'grace 3891'])
      expect([text, await found(text, 'externalAccounts')]).toEqual([text, []]);
    const [hit] = (await search(payee.id)).groups[0]!.hits;
    expect(hit).toMatchObject({ id: payee.id, ending: '3890', isBlocked: false });
  });

  it('by the reference of an internal account', async () => {
    expect(await found(payer.usd.reference, 'internalAccounts')).toEqual([payer.usd.id]);
    expect((await search(payer.usd.id)).groups[0]!.hits[0]).toMatchObject({ type: 'USD', status: 'ACTIVE' });
  });
});

describe('the platforms of an operator', () => {
  const other = (tenant: TenantKey) => tenantKey(tenant.split('/')[0] as never, 'PRODUCTION');

  it('limit every group, the platforms and the records of other types', async () => {
    const { tenant } = payer.play;
    const id = await customer({ fullName: 'Limited Person' });
    const quote = await paid(4_321n, (await payer.external('890')).id);
    for (const text of ['limited', id, quote.transactionId, '43.21 USD', payer.usd.reference]) {
      expect([text, (await search(text, { platforms: [tenant] })).groups.length > 0]).toEqual([text, true]);
      for (const platforms of [[], [other(tenant)]])
        expect([text, (await search(text, { platforms })).groups]).toEqual([text, []]);
    }
    const { name } = (await payer.play.core.operators.reads.platform(tenant))!;
    expect((await search(name)).platforms.map(({ id: found }) => found)).toEqual([tenant]);
    expect((await search(name, { platforms: [] })).platforms).toEqual([]);
    const entry = valueOf(await payer.play.core.operators.log({ limit: 1 })).data[0]!.id;
    expect((await search(entry)).others.map(({ id: found }) => found)).toEqual([entry]);
    expect((await search(entry, { platforms: [tenant] })).others).toEqual([]);
  });
});

it('a blocked customer has its mark only for those who may know', async () => {
  const { play } = payer;
  const id = await customer({ fullName: 'Blocked Person' });
  const hit = async (showsBlocks: boolean) => (await search('blocked', { showsBlocks })).groups[0]!.hits[0];
  expect(await hit(true)).toMatchObject({ id, isBlocked: false });
  await (await playBlocks(play)).block('customers', id, false);
  expect(await hit(true)).toMatchObject({ isBlocked: true });
  expect(await hit(false)).toMatchObject({ isBlocked: null });
});

describe('the operator log', () => {
  const entries = async () => valueOf(await payer.play.core.operators.log({ outcome: 'READ' })).data;

  it('has a search by personal data with a masked text, and none by whole ids and amounts', async () => {
    await search('Ada Lovelace');
    await search('+44 7700 900123');
    await search('1.00 USD');
    await search(payer.customerId);
    await search('   ');
    await search(payer.customerId.slice(0, 17));
    await search(payer.customerId.slice(9, 19));
    await search('J. Li');
    expect((await entries()).map(({ action, operatorName, input }) => [action, operatorName, input])).toEqual([
      ['search', 'root', { text: '•. L…' }],
      ['search', 'root', { text: expect.stringMatching(/^[•…\w-]+$/) }],
      ['search', 'root', { text: payer.customerId.slice(0, 17) }],
      ['search', 'root', { text: '+•• •••• ••••23' }],
      ['search', 'root', { text: 'A… L…' }],
    ]);
  });

  it('a caller without access gets nothing, and a text that is too long is refused', async () => {
    const { core } = payer.play;
    const stranger = { operatorId: 'Operator:018bcfe5-6800-7000-8000-0000000000ff', source: 'CONSOLE', requestId: 'r' };
    const request = { text: 'Ada', platforms: null, showsBlocks: true };
    expect(await core.operators.search(stranger as never, request)).toMatchObject({ ok: false });
    expect(await core.operators.search(HOLDER, { ...request, text: 'x'.repeat(201) })).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
  });
});

it('the reference at the bank of a payment that was made elsewhere leads to its exception and to its payment', async () => {
  const { play } = payer;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const [exception] = valueOf(await play.core.exceptions.list({ status: 'OPEN' })).data;
  const bankReference = 'Wire 2026/77';
  const by = operatorNamed('Ann');
  const approvedBy = operatorNamed('Bob');
  valueOf(
    await play.run(play.core.treasury.resolve, {
      ...{ exceptionId: exception!.id, resolution: 'PAID_ELSEWHERE', by, approvedBy },
      ...{ bankReference, valueDate: '2026-01-15' },
    } as never),
  );
  const [group] = (await search(bankReference)).groups;
  expect(group).toMatchObject({ group: 'outsidePayments', hits: [{ pageId: exception!.id, status: 'UNCONFIRMED' }] });
  expect(await found('Wire 2026/78', 'outsidePayments')).toEqual([]);
  const [payment] = valueOf(await play.read(play.core.payments.find, { text: bankReference }));
  expect(payment?.transaction?.id).toBe(quote.transactionId);
});
