import { expect, test } from 'vitest';
import { createIds, type CurrencyCode, type Environment, type Id, tenantKey, type UseCase } from '../kernel/index.js';
import { refusal, seededRandom, testHost, valueOf } from '../testing/index.js';
import { type OperatorSettings, updateOperatorSettings } from './operator-settings.js';
import { pauseEndpoint } from './pause-endpoint.js';
import { PLATFORMS } from './platform.js';

const usd = {
  currencyCode: 'USD',
  minAmount: 100n,
  maxAmount: 5_000n,
  requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
  enabledTransactionTypes: ['OUTGOING'],
} as const;
const fee = (sourceCurrency: string, variableFeeBps = 30, feeCurrency = sourceCurrency) => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency,
  variableFeeBps,
  fixedFee: { amount: 50n, currency: feeCurrency },
});

test('a change leaves settings that it does not name unchanged', async () => {
  const { run, read, platforms } = await testHost();
  const before = valueOf(await read(platforms.getConfig, undefined));
  const after = valueOf(await run(platforms.updateConfig, { umaDomain: 'Pay.Example.com' }));
  expect(after).toMatchObject({ umaDomain: 'pay.example.com', webhookEndpoint: null });
  expect(after.supportedCurrencies).toEqual(before.supportedCurrencies);
});

test('the operator sets each obligation of a platform separately, at its creation or later', async () => {
  const { run, read, units, platforms, context, created } = await testHost();
  const settings = { requiresEndUserTerms: false, isRegulatedFinancialInstitution: false };
  expect(created.platform).toMatchObject(settings);
  const before = valueOf(await read(platforms.getConfig, undefined));
  const change = (input: OperatorSettings) => run(platforms.updateOperatorSettings, input);
  expect(valueOf(await change({ requiresEndUserTerms: true }))).toEqual({
    ...before,
    version: before.version + 1,
    requiresEndUserTerms: true,
  });
  const regulated = valueOf(await change({ isRegulatedFinancialInstitution: true }));
  expect(regulated).toMatchObject({ requiresEndUserTerms: true, isRegulatedFinancialInstitution: true });
  expect(valueOf(await change(settings))).toMatchObject(settings);

  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
  const ctx = { ...context(), tenant };
  const both = { requiresEndUserTerms: true, isRegulatedFinancialInstitution: true };
  const input = { name: 'Other', currencies: ['USD'], ...both };
  expect(refusal(await units.run(tenant, (tx) => platforms.updateOperatorSettings(tx, ctx, both))).code).toBe(
    'REFERENCE_NOT_FOUND',
  );
  expect(valueOf(await units.run(tenant, (tx) => platforms.create(tx, ctx, input))).platform).toMatchObject(both);
});

test('a change by the operator is visible at once on this host, and within a second on another', async () => {
  const { run, units, platforms, context, clock, created } = await testHost();
  const requires = async () => {
    const { tenant } = context();
    return (await units.read(tenant, (reads) => platforms.settings(reads, { tenant }))).requiresEndUserTerms;
  };
  expect(await requires()).toBe(false);
  valueOf(await run(platforms.updateOperatorSettings, { requiresEndUserTerms: true }));
  expect(await requires()).toBe(true);
  clock.advance(11);
  expect(await requires()).toBe(true);
  const elsewhere = updateOperatorSettings(
    { ids: createIds(clock, seededRandom()), publicAuthority: '' },
    () => undefined,
  );
  valueOf(await units.run(created.platform.id, (tx) => elsewhere(tx, context(), { requiresEndUserTerms: false })));
  clock.advance(0.9);
  expect(await requires()).toBe(true);
  clock.advance(0.2);
  expect(await requires()).toBe(false);
});

test('a UMA domain belongs to one platform of an environment', async () => {
  const { run, units, platforms, context } = await testHost();
  const asOther = <I, O>(environment: Environment, useCase: UseCase<I, O>, input: I) => {
    const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, environment);
    return units.run(tenant, (tx) => useCase(tx, { ...context(), tenant }, input));
  };
  const taken = { code: 'INVALID_INPUT', fields: ['umaDomain'] };
  valueOf(await run(platforms.updateConfig, { umaDomain: 'pay.example' }));
  valueOf(await run(platforms.updateConfig, { umaDomain: 'PAY.example' }));
  const other = { name: 'Other', currencies: ['USD'] };
  expect(refusal(await asOther('SANDBOX', platforms.create, { ...other, umaDomain: 'Pay.Example' }))).toEqual(taken);
  valueOf(await asOther('SANDBOX', platforms.create, other));
  const asks = { umaDomain: 'Pay.Example' };
  expect(refusal(await asOther('SANDBOX', platforms.updateConfig, asks))).toEqual(taken);
  expect(refusal(await asOther('SANDBOX', platforms.updateOperatorSettings, asks))).toEqual(taken);
  // A sandbox platform does not block a domain for the production platform that owns it.
  valueOf(await asOther('PRODUCTION', platforms.create, { ...other, umaDomain: 'pay.example' }));
  valueOf(await run(platforms.updateConfig, { umaDomain: null }));
  expect(valueOf(await asOther('SANDBOX', platforms.updateConfig, asks)).umaDomain).toBe('pay.example');
});

test('refuses the service’s own name and the sandbox’s as a UMA domain', async () => {
  const { run, units, platforms, context } = await testHost();
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
  const other = (umaDomain: string) => ({ name: 'Other', currencies: ['USD'], umaDomain });
  for (const umaDomain of ['localhost:8080', 'LOCALHOST', 'sandbox.uma.money', 'Sandbox.UMA.money:443']) {
    for (const refused of [
      await run(platforms.updateConfig, { umaDomain }),
      await run(platforms.updateOperatorSettings, { umaDomain }),
      await units.run(tenant, (tx) => platforms.create(tx, { ...context(), tenant }, other(umaDomain))),
    ]) {
      expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['umaDomain'] });
    }
  }
  const errors = refusal(await run(platforms.updateConfig, { umaDomain: 'localhost', webhookEndpoint: 'nowhere' }));
  expect(errors.fields.toSorted()).toEqual(['umaDomain', 'webhookEndpoint']);
});

test('currencies replace the list, keep the fields that the provider requires, and get accounts', async () => {
  const { run, read, platforms, accounts } = await testHost({ currencies: ['EUR'] });
  const after = valueOf(await run(platforms.updateConfig, { supportedCurrencies: [usd] }));
  expect(after.supportedCurrencies).toEqual([
    { ...usd, providerRequiredCustomerFields: [], providerRequiredCounterpartyCustomerFields: [] },
  ]);
  const held = valueOf(await read(accounts.listInternal, { ownerType: 'PLATFORM' }));
  expect(held.data.map((view) => view.account.currency)).toEqual(['EUR', 'USD']);
  valueOf(await run(platforms.updateConfig, { supportedCurrencies: [usd] }));
  expect(valueOf(await read(accounts.listInternal, { ownerType: 'PLATFORM' })).data).toHaveLength(2);
});

test('the schemes of apps replace the list, in lower case', async () => {
  const { run, read, platforms } = await testHost();
  const set = async (redirectSchemes: readonly string[]) =>
    valueOf(await run(platforms.updateConfig, { redirectSchemes })).redirectSchemes;
  expect(valueOf(await read(platforms.getConfig, undefined)).redirectSchemes).toBeNull();
  expect(await set(['Com.Example.App', 'myapp'])).toEqual(['com.example.app', 'myapp']);
  valueOf(await run(platforms.updateConfig, { umaDomain: 'pay.example' }));
  expect(valueOf(await read(platforms.getConfig, undefined)).redirectSchemes).toEqual(['com.example.app', 'myapp']);
  expect(await set(['other'])).toEqual(['other']);
  expect(await set([])).toEqual([]);
});

test('reports every scheme that is not that of an app, that repeats another, and a list that is too long', async () => {
  const { run, platforms } = await testHost();
  const wrong = async (redirectSchemes: readonly string[]) =>
    refusal(await run(platforms.updateConfig, { redirectSchemes })).fields;
  expect(await wrong(['myapp', 'javascript', 'MyApp', 'my app', 'ok'])).toEqual([
    'redirectSchemes.1',
    'redirectSchemes.3',
    'redirectSchemes.2',
  ]);
  const hostile = { toString: 1, valueOf: 2 } as unknown as string;
  expect(await wrong([hostile, hostile])).toEqual(['redirectSchemes.0', 'redirectSchemes.1']);
  const schemes = Array.from({ length: 21 }, (_, index) => `app${index}`);
  expect(await wrong(schemes)).toEqual(['redirectSchemes']);
  valueOf(await run(platforms.updateConfig, { redirectSchemes: schemes.slice(1) }));
});

test('the scheme of invitationUri is registered before or with it, and stays as long as it', async () => {
  const { run, platforms } = await testHost();
  const set = (input: object) => run(platforms.updateConfig, input);
  const invitationUri = 'MyApp://join/{code}';
  const refused = await set({ invitationUri });
  expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['invitationUri'] });
  expect(refused).toMatchObject({
    error: {
      details: { errors: [{ message: expect.stringMatching(/^has the scheme myapp, .* with PATCH \/config$/) }] },
    },
  });
  expect(valueOf(await set({ invitationUri, redirectSchemes: ['myapp'] })).invitationUri).toBe(invitationUri);
  expect(refusal(await set({ redirectSchemes: [] }))).toEqual({ code: 'INVALID_INPUT', fields: ['redirectSchemes'] });
  expect(valueOf(await set({ redirectSchemes: [], invitationUri: null }))).toMatchObject({
    redirectSchemes: [],
    invitationUri: null,
  });
  expect(valueOf(await set({ invitationUri: 'https://app.example/join' })).invitationUri).toBe(
    'https://app.example/join',
  );
  expect(refusal(await set({ invitationUri: 'javascript:alert(1)' })).fields).toEqual(['invitationUri']);
});

test('reports every invalid currency and fee', async () => {
  const { run, platforms } = await testHost();
  const refused = await run(platforms.updateConfig, {
    supportedCurrencies: [{ ...usd, currencyCode: 'ZZZ', minAmount: -1n }],
    feeConfigs: [fee('USD', 10_000)],
    umaDomain: 'not a domain',
  });
  expect(refusal(refused).fields).toEqual([
    'umaDomain',
    'supportedCurrencies.0.currencyCode',
    'supportedCurrencies.0.minAmount',
    'feeConfigs.0.variableFeeBps',
  ]);
  const swapped = await run(platforms.updateConfig, { supportedCurrencies: [{ ...usd, minAmount: 9_000n }, usd] });
  expect(refusal(swapped).fields).toEqual(['supportedCurrencies.0.minAmount', 'supportedCurrencies.1.currencyCode']);
  const mixed = await run(platforms.updateConfig, { feeConfigs: [fee('USD', 30, 'EUR')] });
  expect(refusal(mixed).fields).toEqual(['feeConfigs.0.fixedFee.currency']);
});

test('reports fields that contradict each other together with fields that are invalid by themselves', async () => {
  const { run, platforms } = await testHost();
  const refused = await run(platforms.updateConfig, {
    umaDomain: 'not a domain',
    supportedCurrencies: [
      { ...usd, minAmount: 9_000n },
      { ...usd, maxAmount: -1n },
    ],
    feeConfigs: [fee('USD', 30, 'EUR'), 7 as never],
  });
  expect(refusal(refused).fields.toSorted()).toEqual([
    'feeConfigs.0.fixedFee.currency',
    'feeConfigs.1',
    'supportedCurrencies.0.minAmount',
    'supportedCurrencies.1.currencyCode',
    'supportedCurrencies.1.maxAmount',
    'supportedCurrencies.1.minAmount',
    'umaDomain',
  ]);
});

test('a fee replaces the one with the same type and source currency', async () => {
  const { run, platforms } = await testHost();
  valueOf(await run(platforms.updateConfig, { feeConfigs: [fee('USD', 30)] }));
  const { feeConfigs } = valueOf(await run(platforms.updateConfig, { feeConfigs: [fee('USD', 40)] }));
  expect(feeConfigs).toEqual([fee('USD', 40)]);
});

test('fees in a currency other than USD, or without an account, are not implemented', async () => {
  const dollars = await testHost();
  const inEuro = await dollars.run(dollars.platforms.updateConfig, { feeConfigs: [fee('EUR')] });
  expect(refusal(inEuro).code).toBe('NOT_IMPLEMENTED');
  const euros = await testHost({ currencies: ['EUR'] });
  const inDollars = await euros.run(euros.platforms.updateConfig, { feeConfigs: [fee('USD')] });
  expect(refusal(inDollars).code).toBe('NOT_IMPLEMENTED');
});

test('a different webhook endpoint causes one TEST event, the same or no endpoint causes none', async () => {
  const { run, events, platforms } = await testHost();
  const set = (webhookEndpoint: string | null) => run(platforms.updateConfig, { webhookEndpoint });
  valueOf(await set('http://localhost:9000/hooks?a=1'));
  expect((await events('TEST')).map((event) => event.snapshot)).toEqual([{}]);
  valueOf(await set('http://localhost:9000/hooks?a=1'));
  valueOf(await run(platforms.updateConfig, { umaDomain: 'example.com' }));
  expect(valueOf(await set(null)).webhookEndpoint).toBeNull();
  expect(await events('TEST')).toHaveLength(1);
  valueOf(await set('https://example.com'));
  expect(await events('TEST')).toHaveLength(2);
});

test('an endpoint that is gone is paused until it is set again, which causes a TEST event', async () => {
  const { run, read, events, platforms, units, context } = await testHost();
  const { tenant } = context();
  const seen: unknown[] = [];
  const contextOf = () => Promise.resolve(context());
  const pause = pauseEndpoint({ units, contextOf, changed: (of) => seen.push(of.webhookPausedAt) });
  const endpoint = 'https://example.com/hooks';
  const set = () => run(platforms.updateConfig, { webhookEndpoint: endpoint });
  const pausedAt = async () => valueOf(await read(platforms.getConfig, undefined)).webhookPausedAt;
  valueOf(await set());

  await pause(tenant, 'https://example.com/former');
  expect([await pausedAt(), seen]).toEqual([null, []]);
  await pause(tenant, endpoint);
  await pause(tenant, endpoint);
  expect([await pausedAt(), seen]).toEqual([context().now, [context().now]]);
  valueOf(await run(platforms.updateConfig, { umaDomain: 'example.com' }));
  expect(await pausedAt()).toBe(context().now);
  valueOf(await set());
  expect(await pausedAt()).toBeNull();
  expect(await events('TEST')).toHaveLength(2);
});

test.each([
  'ftp://example.com',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://example.com\\@evil.example/',
  'https://',
  'https://-a.example/',
  'https://example.com:0/',
  'https://example.com:70000/',
  'https://example.com/#part',
  'https://exam ple.com/',
  'javascript:alert(1)',
])('refuses %s as a webhook endpoint', async (webhookEndpoint) => {
  const { run, platforms } = await testHost();
  expect(refusal(await run(platforms.updateConfig, { webhookEndpoint })).fields).toEqual(['webhookEndpoint']);
});

test('requires https for a webhook endpoint in production', async () => {
  const { run, platforms } = await testHost({ environment: 'PRODUCTION' });
  const plain = await run(platforms.updateConfig, { webhookEndpoint: 'http://example.com/' });
  expect(refusal(plain).fields).toEqual(['webhookEndpoint']);
  valueOf(await run(platforms.updateConfig, { webhookEndpoint: 'https://[2001:db8::1]:8443/hooks' }));
});

test('merges wallet settings into the present ones, and validates them', async () => {
  const { run, platforms } = await testHost();
  valueOf(await run(platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse', unknown: 1 } }));
  const after = valueOf(await run(platforms.updateConfig, { embeddedWalletConfig: { otpLength: 8 } }));
  expect(after.embeddedWalletConfig).toEqual({ appName: 'Purse', otpLength: 8 });
  const refused = await run(platforms.updateConfig, { embeddedWalletConfig: { otpLength: 3, logoUrl: 'x' } });
  expect(refusal(refused).fields).toEqual(['embeddedWalletConfig.otpLength', 'embeddedWalletConfig.logoUrl']);
});

test('merges nested settings too, and null unsets all of them', async () => {
  const { run, platforms } = await testHost();
  const set = (cardTokenization2faConfig: Readonly<Record<string, unknown>> | null) =>
    run(platforms.updateConfig, { cardTokenization2faConfig });
  valueOf(await set({ displayName: 'Purse', email: { subject: 'Your code', fromName: 'Purse' } }));
  const after = valueOf(await set({ email: { subject: 'Code' }, sms: { templateSid: 'T1' } }));
  expect(after.cardTokenization2faConfig).toEqual({
    displayName: 'Purse',
    email: { subject: 'Code', fromName: 'Purse' },
    sms: { templateSid: 'T1' },
  });
  expect(valueOf(await set(null)).cardTokenization2faConfig).toBeNull();
});

test('fields that providers require are shown with the platform’s own, but not set or stored', async () => {
  const requirements = [
    {
      currency: 'USD' as CurrencyCode,
      customerFields: ['BIRTH_DATE', 'NATIONALITY'] as const,
      counterpartyCustomerFields: ['FULL_NAME'] as const,
    },
  ];
  const { run, read, platforms, units, context, created } = await testHost({ requirements });
  const forged = { ...usd, providerRequiredCustomerFields: [] };
  const after = valueOf(
    await run(platforms.updateConfig, { supportedCurrencies: [forged, { ...usd, currencyCode: 'EUR' }] }),
  );
  const seen = valueOf(await read(platforms.getConfig, undefined));
  const settings = await units.read(created.platform.id, (reads) => platforms.settings(reads, context()));
  for (const platform of [after, seen, settings]) {
    expect(platform.supportedCurrencies).toEqual([
      {
        ...usd,
        providerRequiredCustomerFields: ['BIRTH_DATE', 'NATIONALITY'],
        providerRequiredCounterpartyCustomerFields: ['FULL_NAME'],
      },
      {
        ...usd,
        currencyCode: 'EUR',
        providerRequiredCustomerFields: [],
        providerRequiredCounterpartyCustomerFields: [],
      },
    ]);
  }
  const stored = await units.read(created.platform.id, (reads) => reads.get(PLATFORMS, created.platform.id));
  expect(stored?.supportedCurrencies[0]?.providerRequiredCustomerFields).toEqual([]);
});

test('a change is visible to the next reader on this host, although settings are cached for a second', async () => {
  const host = await testHost();
  const { platforms, created, units, context, clock } = host;
  const settings = () => units.read(created.platform.id, (reads) => platforms.settings(reads, context()));
  expect((await settings()).umaDomain).toBeNull();
  valueOf(await host.run(platforms.updateConfig, { umaDomain: 'one.example' }));
  expect((await settings()).umaDomain).toBe('one.example');
  valueOf(await host.run(platforms.updateConfig, { umaDomain: 'two.example' }));
  const session = await platforms.authenticate(created.token.clientId, created.clientSecret);
  expect(session?.platform.umaDomain).toBe('two.example');
  clock.advance(60);
  expect((await settings()).umaDomain).toBe('two.example');
});
