import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { type Instant, plusSeconds, type Result } from '../kernel/index.js';
import { everyRecord, type Posting, POSTINGS } from '../ledger/index.js';
import { refusal } from '../testing/index.js';
import { CENT, DOLLAR, playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import { valueOf } from '../testing/play-core.js';

let played: PlayIssuer;
beforeEach(async () => {
  played = await playIssuer();
});

const now = (): Instant => played.play.clock.now();
const base = () => ({ tenant: played.play.tenant, version: 1, createdAt: now(), updatedAt: now() });
const coins = () => played.play.core.stablecoins;
const idsOf = (page: Result<{ readonly data: readonly { readonly id: string }[] }>) =>
  valueOf(page).data.map(({ id }) => id);
const jobsOf = async (id: string) =>
  (
    await played.play.storage.units.read(played.play.tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 50 }))
  ).rows
    .filter(({ subject }) => subject === id)
    .map(({ kind, dueAt }) => [kind, (dueAt - now()) / 1000]);
const postingsOf = (id: string) =>
  played.play.storage.units.read(played.play.tenant, async (reads) => {
    const all: Posting[] = [];
    for await (const posting of everyRecord(reads, POSTINGS)) if (posting.cause === id) all.push(posting);
    return all.map(({ kind, account, amount }) => [kind, account, amount]);
  });

describe('the record', () => {
  it('of a link has the account, its environment and the time of the check', async () => {
    const link = valueOf(await played.link('client', 'acct_mine'));
    expect(link).toEqual({
      ...base(),
      id: expect.stringMatching(/^StablecoinProviderAccount:/),
      provider: 'BRALE',
      providerAccountId: 'acct_mine',
      providerEnvironment: 'SANDBOX',
      status: 'ACTIVE',
      sealedCredentials: expect.stringContaining(link.id),
      lastVerifiedAt: now(),
    });
  });

  it('of a token has what was registered and what its issuer told', async () => {
    const link = valueOf(await played.link());
    const coin = valueOf(await played.register());
    expect(coin).toEqual({
      ...base(),
      id: expect.stringMatching(/^Stablecoin:/),
      name: expect.any(String),
      symbol: 'USDB',
      baseCurrency: 'USD',
      network: 'SPARK',
      decimals: 6,
      issuanceStatus: 'PROVISIONED',
      svcOperationsStatus: 'ENABLED',
      networkTokenIdentifier: 'btkn1usdb',
      providerTokenIdentifier: 'usdb',
      currency: 'USDB',
      provider: 'BRALE',
      stablecoinProviderAccountId: link.id,
      providerEnvironment: 'SANDBOX',
    });
    expect(await jobsOf(coin.id)).toEqual([]);
    const reviewed = valueOf(await played.register('usdb-2', { network: 'btkn1-001' }));
    expect(await jobsOf(reviewed.id)).toEqual([['stablecoin.watch', 10]]);
  });

  it('of a mint has its request, its hold and its delivery, and its money moves once', async () => {
    const coin = await played.issued();
    const request = played.mint({ description: 'Treasury' });
    const operation = valueOf(await played.order(coin, request));
    expect(operation).toMatchObject({
      ...base(),
      id: expect.stringMatching(/^StablecoinOperation:/) as string,
      stablecoinId: coin.id,
      operationType: 'MINT',
      status: 'CREATED',
      amount: 10n * DOLLAR,
      netAmount: 10n * DOLLAR,
      source: {
        type: 'SVC_INTERNAL_ACCOUNT',
        accountId: played.usd.id,
        externalAccountId: null,
        sourceTokenIdentifier: null,
        cryptoNetwork: null,
      },
      destination: { accountId: played.usdb.id, rail: null },
      provider: 'BRALE',
      providerEnvironment: 'SANDBOX',
      stablecoinProviderAccountId: coin.stablecoinProviderAccountId,
      owner: played.customerId,
      collectedFrom: null,
      deliveredTo: null,
      baseCurrency: 'USD',
      currency: 'USDB',
      heldAmount: 1_000n,
      quoteId: null,
      estimatedDelivery: { rail: null, amount: 10n * DOLLAR, currency: 'USDB' },
      fundingInstructions: null,
      expiresAt: null,
      providerStatus: null,
      failureReason: null,
      description: 'Treasury',
      submittedAt: null,
    });
    expect(await jobsOf(operation.id)).toEqual([['stablecoin.advance', 0]]);
    await played.play.pass(0);
    expect(await jobsOf(operation.id)).toEqual([['stablecoin.advance', 1]]);
    expect(await played.operation(operation.id)).toMatchObject({ submittedAt: now(), status: 'PENDING_PROVIDER' });
    await played.play.pass(1);
    expect(await jobsOf(operation.id)).toEqual([]);
    const postings = await postingsOf(operation.id);
    expect(postings.map(([kind, , amount]) => [kind, amount])).toEqual([
      ['HOLD', -1_000n],
      ['HOLD', 1_000n],
      ['TOKEN_MINT', -1_000n],
      ['TOKEN_MINT', 1_000n],
      ['TOKEN_MINT', -10n * DOLLAR],
      ['TOKEN_MINT', 10n * DOLLAR],
    ]);
    expect(postings.map(([, account]) => account).filter((name) => String(name).startsWith('clearing'))).toEqual([
      'clearing:SANDBOX:brale:USD',
      'clearing:SANDBOX:brale:USDB',
    ]);
  });

  it('of a burn has the bank account and its rail, and names the accounts outside', async () => {
    const coin = await played.issued();
    valueOf(await played.order(coin, played.mint()));
    await played.play.pass(0);
    await played.play.pass(1);
    const bank = await played.bank();
    const operation = valueOf(await played.order(coin, played.burn(bank.id, { amount: 4n * DOLLAR })));
    expect(operation).toMatchObject({
      operationType: 'BURN',
      heldAmount: 4n * DOLLAR,
      collectedFrom: null,
      deliveredTo: bank.id,
      owner: played.customerId,
      description: null,
      estimatedDelivery: { rail: 'ACH_CREDIT', amount: 400n, currency: 'USD' },
    });
    await played.play.pass(0);
    await played.play.pass(1);
    expect((await postingsOf(operation.id)).map(([kind, , amount]) => [kind, amount])).toEqual([
      ['HOLD', -4n * DOLLAR],
      ['HOLD', 4n * DOLLAR],
      ['TOKEN_BURN', -4n * DOLLAR],
      ['TOKEN_BURN', 4n * DOLLAR],
    ]);
  });

  it('of a quote has the request, the price and five minutes', async () => {
    const coin = await played.issued();
    const bank = await played.bank();
    const request = played.burn(bank.id, { destination: { accountId: bank.id, rail: 'WIRE' } });
    const quote = valueOf(await played.quote(coin, request));
    expect(quote).toMatchObject({
      ...base(),
      id: expect.stringMatching(/^StablecoinQuote:/) as string,
      stablecoinId: coin.id,
      operationType: 'BURN',
      status: 'PENDING',
      amount: 10n * DOLLAR,
      fees: 3n * CENT,
      netAmount: 10n * DOLLAR - 3n * CENT,
      stablecoinOperationId: null,
      expiresAt: plusSeconds(now(), 300),
      request: { operationType: 'BURN', amount: 10n * DOLLAR, destination: { accountId: bank.id, rail: 'WIRE' } },
    });
    for (const id of ['x', quote.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]) {
      expect(refusal(await played.play.read(coins().getQuote, { id })).code).toBe('QUOTE_NOT_FOUND');
      expect(refusal(await played.play.run(coins().executeQuote, { id })).code).toBe('QUOTE_NOT_FOUND');
    }
  });
});

describe('lists', () => {
  it('of links are by provider and status, newest first', async () => {
    const one = valueOf(await played.link('one'));
    const two = valueOf(await played.link('two'));
    const listed = async (filter: object) => idsOf(await played.play.read(coins().listLinks, filter));
    expect(await listed({})).toEqual([two.id, one.id]);
    expect(await listed({ limit: 1 })).toEqual([two.id]);
    expect(await listed({ provider: 'BRALE' })).toEqual([two.id, one.id]);
    expect(await listed({ provider: 'EVM' })).toEqual([]);
    expect(await listed({ status: 'ACTIVE' })).toEqual([two.id, one.id]);
    expect(await listed({ status: 'REVOKED' })).toEqual([]);
  });

  it('of tokens are by provider and state, newest first', async () => {
    const coin = await played.issued();
    const reviewed = valueOf(await played.register('usdb-2', { network: 'btkn1-001' }));
    const listed = async (filter: object) => idsOf(await played.play.read(coins().list, filter));
    expect(await listed({})).toEqual([reviewed.id, coin.id]);
    expect(await listed({ provider: 'BRALE' })).toEqual([reviewed.id, coin.id]);
    expect(await listed({ provider: 'EVM' })).toEqual([]);
    expect(await listed({ issuanceStatus: 'PROVISIONED' })).toEqual([coin.id]);
    expect(await listed({ issuanceStatus: 'PENDING_REVIEW' })).toEqual([reviewed.id]);
    expect(await listed({ svcOperationsStatus: 'ENABLED' })).toEqual([coin.id]);
    expect(await listed({ svcOperationsStatus: 'NOT_ENABLED' })).toEqual([reviewed.id]);
  });

  it('of operations are those of one token, by type, newest first', async () => {
    const coin = await played.issued();
    const other = valueOf(await played.register('usdb-2'));
    const bank = await played.bank();
    const mint = valueOf(await played.order(coin, played.mint()));
    const burn = valueOf(await played.order(coin, played.burn(bank.id, { source: played.from('EXTERNAL_ACCOUNT') })));
    const listed = (filter: object, stablecoinId: string = coin.id) =>
      played.play.read(coins().listOperations, { stablecoinId, ...filter });
    expect(idsOf(await listed({}))).toEqual([burn.id, mint.id]);
    expect(idsOf(await listed({ operationType: 'MINT' }))).toEqual([mint.id]);
    expect(idsOf(await listed({ operationType: 'BURN' }))).toEqual([burn.id]);
    expect(idsOf(await listed({ limit: 1 }))).toEqual([burn.id]);
    expect(idsOf(await listed({}, other.id))).toEqual([]);
    expect(refusal(await listed({}, 'x')).code).toBe('REFERENCE_NOT_FOUND');
  });

  it('have records that are found by their own kind of id', async () => {
    const coin = await played.issued();
    const { stablecoinProviderAccountId: link } = coin;
    const operation = valueOf(await played.order(coin, played.mint()));
    expect(valueOf(await played.play.read(coins().get, { id: coin.id }))).toEqual(coin);
    expect(valueOf(await played.play.read(coins().getLink, { id: link })).id).toBe(link);
    expect(valueOf(await played.play.read(coins().getOperation, { id: operation.id }))).toEqual(operation);
    const other = (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const id of ['x', other(coin.id)]) {
      expect(refusal(await played.play.read(coins().get, { id })).code).toBe('REFERENCE_NOT_FOUND');
    }
    for (const id of ['x', other(link)]) {
      const code = 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND';
      expect(refusal(await played.play.read(coins().getLink, { id })).code).toBe(code);
    }
    for (const id of ['x', other(operation.id)]) {
      expect(refusal(await played.play.read(coins().getOperation, { id })).code).toBe('REFERENCE_NOT_FOUND');
    }
  });
});
