import { RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { ENTRY, playRail } from '../testing/http-rails.js';

const { capabilities, funding } = ENTRY;
const [template] = funding;

const refusalOf = async (entry: object, environment: 'SANDBOX' | 'PRODUCTION' = 'PRODUCTION'): Promise<string> => {
  const cause: unknown = await playRail({ ...ENTRY, ...entry }, environment).then(
    () => 'accepted',
    (error: unknown) => error,
  );
  if (!(cause instanceof RailEntryError)) return String(cause);
  return `${cause.member}: ${cause.message}`;
};

describe('the entry of an HTTP rail', () => {
  it('makes one rail with the declared capabilities, and claims its address and its accounts', async () => {
    const { connection } = await playRail({ ...ENTRY, url: 'https://rail.example/v1/' });
    expect(connection.rails).toMatchObject([
      { name: 'acme', environment: 'PRODUCTION', simulated: false, networkFees: null },
    ]);
    expect(connection.rails[0]!.capabilities).toEqual({ ...capabilities, followsWallets: false });
    expect(connection.claims).toEqual(['address https://rail.example/v1', 'IBAN DE89370400440532013000']);
    expect(connection.releases).toBeNull();
  });

  it('may leave out what the rail does not do', async () => {
    const { currencies, settlementSeconds } = capabilities;
    const { connection } = await playRail({
      ...ENTRY,
      capabilities: { currencies, settlementSeconds, receive: true },
    });
    const [rail] = connection.rails;
    expect([rail!.payouts, rail!.pulls]).toEqual([null, null]);
    expect(rail!.funding).not.toBeNull();
  });

  it('claims an account without an IBAN by its fields', async () => {
    const account = {
      accountType: 'GBP_ACCOUNT',
      sortCode: '200000',
      accountNumber: '40001234',
      reference: '{reference}',
    };
    const { connection } = await playRail({
      ...ENTRY,
      capabilities: { currencies: ['GBP'], settlementSeconds: 1, receive: true },
      funding: [{ currency: 'GBP', account }],
    });
    expect(connection.claims[1]).toBe('GBP_ACCOUNT 200000 40001234');
  });

  it('allows plain http in the sandbox, and in production to the same machine only', async () => {
    const url = (text: string, environment?: 'SANDBOX') => refusalOf({ url: text }, environment);
    expect(await url('http://10.0.0.7/v1', 'SANDBOX')).toBe('accepted');
    for (const host of ['127.0.0.1:4010', 'localhost:4010', '[::1]:4010'])
      expect(await url(`http://${host}`)).toBe('accepted');
    for (const host of ['10.0.0.7', '127.0.0.1.rail.example', 'rail.example'])
      expect(await url(`http://${host}/v1`)).toMatch(/^url: must begin with https/);
  });

  it('refuses TLS-less requests to another machine on the way, too', async () => {
    const played = await playRail();
    await played.connection.rails[0]!.payouts!.status({ reference: 'r' } as never, 0 as never);
    expect(played.requests[0]).toMatchObject({ httpsOnly: true });
  });

  it.each<readonly [string, object]>([
    ['url: must be the address of the other side, such as https://partner.example/v1', { url: 'rail.example' }],
    ['url: must be the address of the other side, such as https://partner.example/v1', { url: 'file:///etc/passwd' }],
    ['url: must have no query, no fragment and no credentials', { url: 'https://a:b@rail.example' }],
    ['url: must have no query, no fragment and no credentials', { url: 'https://rail.example?x=1' }],
    ['secret: must be whsec_ followed by 24 to 64 bytes in base64', { secret: { env: 'TEXT' } }],
    ['secret: must be whsec_ followed by 24 to 64 bytes in base64', { secret: { env: 'SHORT' } }],
    ['callbackSecret.1: must be whsec_', { callbackSecret: [{ env: 'CALLBACK_SECRET' }, { env: 'TEXT' }] }],
    ['secret: must be one reference to a secret, or two during an exchange', { secret: [] }],
    [
      'secret: must be one reference to a secret, or two during an exchange',
      { secret: [{ env: 'SECRET' }, { env: 'SECRET' }, { env: 'SECRET' }] },
    ],
    [': has unknown members: timeOut, retries', { timeOut: 5, retries: 2 }],
    ['capabilities.currencies: is invalid', { capabilities: { ...capabilities, currencies: [] } }],
    ['capabilities.currencies: names XTS', { capabilities: { ...capabilities, currencies: ['EUR', 'XTS'] } }],
    ['capabilities.accountTypes.0: is invalid', { capabilities: { ...capabilities, accountTypes: ['ACCOUNT'] } }],
    ['capabilities.accountTypes: must name account types exactly', { capabilities: { ...capabilities, push: false } }],
    ['capabilities.pullsFrom: must name account types exactly', { capabilities: { ...capabilities, pull: false } }],
    [
      'capabilities.accountTypes: names GBP_ACCOUNT',
      { capabilities: { ...capabilities, accountTypes: ['GBP_ACCOUNT'] } },
    ],
    [
      'capabilities.accountTypes: names EUR_ACCOUNT, which needs',
      { capabilities: { ...capabilities, paymentRails: ['ACH'] } },
    ],
    ['capabilities.push: or `pull`', { capabilities: { currencies: ['EUR'], settlementSeconds: 1 } }],
    [
      'capabilities.cancellable: needs',
      { capabilities: { currencies: ['EUR'], settlementSeconds: 1, receive: true, cancellable: true } },
    ],
    ['capabilities: has unknown members: followsWallets', { capabilities: { ...capabilities, followsWallets: true } }],
    ['funding: must have templates exactly', { funding: [] }],
    ['funding: must have templates exactly', { capabilities: { ...capabilities, receive: false } }],
    ['funding.0.currency: must be one of', { funding: [{ ...template, currency: 'USD' }] }],
    [
      'funding.0.account.accountType: must be a type of account',
      { funding: [{ ...template, account: { accountType: 'NOTHING' } }] },
    ],
    [
      'funding.0.account.iban: is required',
      { funding: [{ ...template, account: { accountType: 'EUR_ACCOUNT', reference: '{reference}' } }] },
    ],
    [
      'funding.0.account.iban: must be valid',
      { funding: [{ ...template, account: { accountType: 'EUR_ACCOUNT', iban: 'no', reference: '{reference}' } }] },
    ],
    [
      'funding.0.account: EUR_ACCOUNT has the members',
      { funding: [{ ...template, account: { ...template!.account, x: 'y' } }] },
    ],
    [
      'funding.0.account: needs a member with {reference}',
      { funding: [{ ...template, account: { ...template!.account, reference: 'ours' } }] },
    ],
    [
      'networks.0.currency: must be one of',
      { networks: [{ currency: 'USDC', network: 'BASE', accountTypes: ['BASE_WALLET'] }] },
    ],
    [
      'networks: must name the network of BASE_WALLET',
      { capabilities: { ...capabilities, currencies: ['EUR', 'USDC'], accountTypes: ['EUR_ACCOUNT', 'BASE_WALLET'] } },
    ],
  ])('is refused with %s', async (refusal, over) => {
    expect(await refusalOf(over)).toContain(refusal);
  });
});
