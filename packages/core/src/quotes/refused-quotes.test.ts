import { beforeEach, describe, expect, it } from 'vitest';
import { exampleAccountInfo, EXTERNAL_ACCOUNTS, type ExternalAccount } from '../accounts/index.js';
import { ok, type Result, splitTenant, update } from '../kernel/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { Quote, QuoteRequest } from './index.js';

const NO_EXTERNAL = 'ExternalAccount:018bcfe5-6800-7000-8000-000000000000';
const NO_INTERNAL = 'InternalAccount:018bcfe5-6800-7000-8000-000000000000';
const NO_CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-000000000000';

let payer: PlayPayer;
let euros: ExternalAccount;
let platformId: string;
beforeEach(async () => {
  payer = await playPayer();
  euros = await payer.external();
  ({ platformId } = splitTenant(payer.play.tenant));
});

const create = (request: QuoteRequest): Promise<Result<Quote>> =>
  payer.play.run(payer.play.core.quotes.create, request);
const from = (accountId: string, over: object = {}) => ({ sourceType: 'ACCOUNT', accountId, ...over }) as const;
const paying = (over: Partial<QuoteRequest>) => payer.fromAccount(payer.usd.id, euros.id, over);
const refused = async (request: QuoteRequest) => refusal(await create(request));

/** As a deletion that found no open payment leaves it. */
const deleted = async (account: ExternalAccount): Promise<string> => {
  const { play } = payer;
  await play.storage.units.run(play.tenant, async (tx) => {
    const now = (await tx.get(EXTERNAL_ACCOUNTS, account.id))!;
    return ok(update(tx, play.context(), EXTERNAL_ACCOUNTS, now, { isDeleted: true }));
  });
  return account.id;
};

async function otherCustomer(): Promise<string> {
  const { play } = payer;
  const details = { customerType: 'INDIVIDUAL', fullName: 'Bo Ek', region: 'US', currencies: ['EUR'] } as const;
  return valueOf(await play.run(play.core.customers.create, details)).id;
}

/** An account in euros of a customer who was deleted. */
async function closedAccount(): Promise<string> {
  const { play } = payer;
  const id = await otherCustomer();
  const { account } = await payer.internal('EUR', { customerId: id });
  valueOf(await play.run(play.core.customers.delete, { id }));
  return account.id;
}

describe('a quote is refused, and the error names the reason, if its destination', () => {
  const to = (accountId: string) => payer.fromAccount(payer.usd.id, accountId);

  it('is not an account', async () => {
    for (const id of ['nonsense', '', payer.customerId]) {
      expect(await refused(to(id))).toEqual({ code: 'INVALID_INPUT', fields: ['destination.accountId'] });
    }
  });

  it('does not exist, or was deleted', async () => {
    for (const id of [NO_EXTERNAL, NO_INTERNAL, await deleted(euros)]) {
      expect(await refused(to(id))).toEqual({ code: 'REFERENCE_NOT_FOUND', fields: [] });
    }
  });

  it('is a closed internal account', async () => {
    expect(await refused(to(await closedAccount()))).toEqual({ code: 'USER_NOT_READY', fields: [] });
  });

  it('is the source', async () => {
    expect(await refused(to(payer.usd.id))).toEqual({ code: 'SELF_PAYMENT', fields: [] });
    const { id } = await payer.dollars();
    expect(await refused(payer.fromAccount(id, id))).toEqual({ code: 'SELF_PAYMENT', fields: [] });
  });

  it('has the currency of the source', async () => {
    const { id } = await payer.dollars();
    expect(await refused(to(id))).toEqual({ code: 'INVALID_CURRENCY', fields: [] });
    const platform = await payer.internal('USD', 'platform');
    expect(await refused(to(platform.account.id))).toEqual({ code: 'INVALID_CURRENCY', fields: [] });
  });

  it('is a UMA address that was not looked up', async () => {
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@bank.example' } as const;
    expect(await refused(paying({ destination }))).toEqual({ code: 'INVALID_INPUT', fields: ['lookupId'] });
  });

  it('has another lookup than the request names', async () => {
    expect(await refused(paying({ lookupId: 'nonsense' }))).toEqual({ code: 'LOOKUP_REQUEST_NOT_FOUND', fields: [] });
  });
});

describe('a quote is refused, and the error names the reason, if its source', () => {
  it('is not an account', async () => {
    for (const id of ['nonsense', '', payer.customerId]) {
      const code = { code: 'INVALID_INPUT', fields: ['source.accountId'] };
      expect(await refused(paying({ source: from(id) }))).toEqual(code);
    }
  });

  it('does not exist, or was deleted', async () => {
    for (const id of [NO_EXTERNAL, NO_INTERNAL, await deleted(await payer.dollars())]) {
      expect(await refused(paying({ source: from(id) }))).toEqual({ code: 'REFERENCE_NOT_FOUND', fields: [] });
    }
  });

  it('belongs to another customer than the request says', async () => {
    const other = await otherCustomer();
    const dollars = (await payer.dollars()).id;
    for (const id of [payer.usd.id, dollars]) {
      for (const customerId of [other, platformId, NO_CUSTOMER]) {
        const request = paying({ source: from(id, { customerId }) });
        expect(await refused(request)).toEqual({ code: 'REFERENCE_NOT_FOUND', fields: [] });
      }
      const named = valueOf(await create(paying({ source: from(id, { customerId: payer.customerId }) })));
      expect(named).toMatchObject({ customerId: payer.customerId, source: { customerId: payer.customerId } });
    }
  });

  it('belongs to the platform, and the request names a customer', async () => {
    const inside = (await payer.internal('USD', 'platform')).account.id;
    const outside = (await payer.dollars('891', 'platform')).id;
    for (const id of [inside, outside]) {
      const request = (customerId: string) => paying({ source: from(id, { customerId }) });
      expect(await refused(request(payer.customerId))).toEqual({ code: 'REFERENCE_NOT_FOUND', fields: [] });
      const source = { sourceType: 'ACCOUNT', accountId: id, customerId: null };
      expect(valueOf(await create(request(platformId)))).toMatchObject({ customerId: platformId, source });
    }
  });

  it('has another currency than the request says', async () => {
    const said = (currency: string) => paying({ source: from(payer.usd.id, { currency }) });
    expect(await refused(said('EUR'))).toEqual({ code: 'INVALID_CURRENCY', fields: ['source.currency'] });
    expect(valueOf(await create(said('USD'))).sendingCurrency).toBe('USD');
  });

  it('cannot be debited by any rail', async () => {
    const added = await payer.play.run(payer.play.core.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: payer.customerId,
      currency: 'MXN',
      accountInfo: exampleAccountInfo('MXN_ACCOUNT'),
    });
    expect(await refused(payer.fromAccount(valueOf(added).id, euros.id))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['source.accountId'],
    });
  });

  it('belongs to a customer who may not move money', async () => {
    const { play, customerId } = payer;
    const dollars = (await payer.dollars()).id;
    play.clock.advance(1);
    valueOf(await play.run(play.core.customers.update, { id: customerId, fullName: 'Someone Else 001' }));
    for (const request of [paying({}), paying({ source: from(dollars) }), payer.funded(euros.id)]) {
      expect(await refused(request)).toEqual({ code: 'USER_NOT_READY', fields: [] });
    }
  });
});

describe('a quote with real-time funding', () => {
  const fundedIn = (over: object) =>
    payer.funded(euros.id, { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', ...over } });

  it('is refused in a currency that does not exist', async () => {
    expect(await refused(fundedIn({ currency: 'dollars' }))).toEqual({ code: 'INVALID_CURRENCY', fields: [] });
  });

  it('is refused on a network that no rail receives on', async () => {
    expect(await refused(fundedIn({ cryptoNetwork: 'SOLANA' }))).toEqual({ code: 'NOT_IMPLEMENTED', fields: [] });
  });

  it('is refused for a customer who does not exist', async () => {
    expect(await refused(fundedIn({ customerId: NO_CUSTOMER }))).toEqual({ code: 'USER_NOT_FOUND', fields: [] });
  });

  it('is not executed at once, because its money has to arrive', async () => {
    expect(await refused(payer.funded(euros.id, { immediatelyExecute: true }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['immediatelyExecute'],
    });
  });

  it('is paid by the named customer or the platform, or else by the customer of its destination', async () => {
    const other = await otherCustomer();
    const payers = [];
    for (const customerId of [other, platformId, undefined]) {
      const { customerId: paidBy, source } = valueOf(await create(fundedIn({ customerId })));
      payers.push([paidBy, source.customerId]);
    }
    expect(payers).toEqual([
      [other, other],
      [platformId, null],
      [payer.customerId, payer.customerId],
    ]);
    const inside = (await payer.internal('EUR', 'platform')).account.id;
    const request = payer.funded(inside, { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } });
    expect(valueOf(await create(request))).toMatchObject({ customerId: platformId, source: { customerId: null } });
  });
});
