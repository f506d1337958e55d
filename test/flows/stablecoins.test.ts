import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, expecting, refused, withoutRequestId } from '../support/api.js';
import {
  burn,
  burnBody,
  CENT,
  executeStablecoinQuote,
  holderOf,
  linkIssuer,
  mint,
  mintBody,
  operationWhen,
  post,
  readOperation,
  registered,
  stablecoinPlatform,
} from '../support/issuer.js';
import { balances } from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import type {
  Page,
  Stablecoin,
  StablecoinOperation,
  StablecoinProviderAccount,
  StablecoinQuote,
} from '../support/wire.js';

const FUNDED = 50_000;
const units = (cents: number): number => Number(BigInt(cents) * CENT);
const advance = (api: Api, seconds: number) => expecting(200, api.post('/sandbox/clock/advance', { seconds }));

describe.each(databasesOf(import.meta.url))('stablecoins on %s', (database) => {
  const used = useHost(database, { webhooks: false });
  let api: Api;
  beforeAll(async () => {
    api = await stablecoinPlatform(used.deployment, used.api);
  });

  it('are minted from an internal account and burned to a bank, by quote and directly', async () => {
    const coin = await registered(api);
    expect(coin).toMatchObject({ symbol: 'USDB', currency: 'USDB', decimals: 6, svcOperationsStatus: 'ENABLED' });
    const holder = await holderOf(api, FUNDED);
    const quote = await expecting(
      201,
      post<StablecoinQuote>(api, `/stablecoins/${coin.id}/mint-quotes`, mintBody(10_000, holder.usd, holder.usdb)),
    );
    expect(quote).toMatchObject({ status: 'PENDING', amount: '100000000', fees: '0', netAmount: '100000000' });
    const begun = await expecting(200, executeStablecoinQuote(api, quote));
    expect(begun).toMatchObject({ operationType: 'MINT', status: 'CREATED', amount: '100000000' });
    await operationWhen(api, begun.id, 'COMPLETED');
    expect(await balances(api, holder.customerId, 'USD')).toEqual([40_000, 40_000]);
    expect(await balances(api, holder.customerId, 'USDB')).toEqual([units(10_000), units(10_000)]);
    expect(await expecting(200, api.get(`/stablecoin-quotes/${quote.id}`))).toMatchObject({
      status: 'EXECUTED',
      stablecoinOperationId: begun.id,
    });
    expect((await expecting(200, executeStablecoinQuote(api, quote))).id).toBe(begun.id);

    const wire = burnBody(4_000, holder.usdb, holder.bank, {
      destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: holder.bank, rail: 'WIRE' },
    });
    const price = await expecting(201, post<StablecoinQuote>(api, `/stablecoins/${coin.id}/burn-quotes`, wire));
    expect(price).toMatchObject({ fees: '100000', netAmount: '39900000' });
    const burned = await expecting(201, burn(api, coin, burnBody(4_000, holder.usdb, holder.bank)));
    await operationWhen(api, burned.id, 'COMPLETED');
    expect(await balances(api, holder.customerId, 'USDB')).toEqual([units(6_000), units(6_000)]);

    const all = `/stablecoins/${coin.id}/operations`;
    const listed = async (operationType?: string) =>
      (await expecting(200, api.get<Page<StablecoinOperation>>(all, { operationType }))).data.map(({ id }) => id);
    expect(await listed()).toEqual([burned.id, begun.id]);
    expect([await listed('MINT'), await listed('BURN')]).toEqual([[begun.id], [burned.id]]);
    const { data } = await expecting(200, api.get<Page<{ kind: string }>>('/ledger/entries', { cause: begun.id }));
    expect(data.map(({ kind }) => kind)).toEqual(['TOKEN_MINT', 'HOLD']);
  });

  it('release the held amount if they fail', async () => {
    const coin = await registered(api, '002');
    const holder = await holderOf(api, FUNDED);
    const made = await expecting(201, mint(api, coin, mintBody(10_000, holder.usd, holder.usdb)));
    expect(await operationWhen(api, made.id, 'FAILED')).toMatchObject({ failureReason: 'PROVIDER_REJECTED' });
    expect(await balances(api, holder.customerId, 'USD')).toEqual([FUNDED, FUNDED]);
    expect(await balances(api, holder.customerId, 'USDB')).toEqual([0, 0]);
  });

  it('complete when the wire arrives, and expire when it does not', async () => {
    const [paid, unpaid] = [await registered(api), await registered(api, '006')];
    const holder = await holderOf(api, FUNDED);
    const body = mintBody(10_000, holder.usd, holder.usdb, { fundingSource: { type: 'WIRE' } });
    const [one, other] = [await expecting(201, mint(api, paid, body)), await expecting(201, mint(api, unpaid, body))];
    for (const { id } of [one, other]) {
      const waiting = await operationWhen(api, id, 'PENDING_FUNDING');
      expect(waiting.fundingInstructions).toMatchObject({ rail: 'WIRE', reference: expect.any(String) });
      expect(Date.parse(waiting.expiresAt!)).toBeGreaterThan(0);
    }
    await advance(api, 31);
    await operationWhen(api, one.id, 'COMPLETED');
    expect((await readOperation(api, other.id)).status).toBe('PENDING_FUNDING');
    await advance(api, 24 * 3600);
    await operationWhen(api, other.id, 'EXPIRED');
    expect(await balances(api, holder.customerId, 'USDB')).toEqual([units(10_000), units(10_000)]);
  });

  it('with one idempotency key move money once with identical answers, and are refused without a key', async () => {
    const coin = await registered(api);
    const holder = await holderOf(api, FUNDED);
    const body = mintBody(10_000, holder.usd, holder.usdb);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => mint(api, coin, body, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await refused(409, 'CONFLICT', mint(api, coin, mintBody(1, holder.usd, holder.usdb), key));
    await operationWhen(api, answers[0]!.body.id, 'COMPLETED');
    expect(await balances(api, holder.customerId, 'USD')).toEqual([40_000, 40_000]);

    const without = await refused(
      400,
      'INVALID_INPUT',
      api.post(`/stablecoins/${coin.id}/mints`, { ...body, amount: 7 }),
    );
    expect(without.details?.errors?.map(({ field }) => field).sort()).toEqual(['Idempotency-Key', 'amount']);
    for (const path of ['/stablecoin-provider-accounts', '/stablecoins', `/stablecoins/${coin.id}/burns`]) {
      const { details } = await refused(400, 'INVALID_INPUT', api.post(path, {}));
      expect(details?.errors?.map(({ field }) => field)).toContain('Idempotency-Key');
    }
  });

  it('never mint more than the balance', async () => {
    const coin = await registered(api);
    const holder = await holderOf(api, 10_000);
    const body = mintBody(1_000, holder.usd, holder.usdb);
    const answers = await Promise.all(Array.from({ length: 15 }, () => mint(api, coin, body)));
    const made = answers.filter(({ status }) => status === 201);
    expect([made.length, answers.filter(({ status }) => status === 400).length]).toEqual([10, 5]);
    await Promise.all(made.map(({ body: { id } }) => operationWhen(api, id, 'COMPLETED')));
    expect(await balances(api, holder.customerId, 'USD')).toEqual([0, 0]);
    expect(await balances(api, holder.customerId, 'USDB')).toEqual([units(10_000), units(10_000)]);
  });

  it('belong to a linked account, which can be chosen, lost and linked again', async () => {
    const alone = await stablecoinPlatform(used.deployment, used.api);
    const token = { providerTokenIdentifier: 'usdb', networkTokenIdentifier: 'btkn1usdb', network: 'SPARK' };
    const register = (more: object = {}) => post<Stablecoin>(alone, '/stablecoins', { ...token, ...more });
    await refused(404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND', register());
    await refused(400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID', linkIssuer(alone, 'client-002'));
    const link = await expecting(201, linkIssuer(alone, 'client-003', { providerAccountId: 'acct_mine' }));
    expect(link).toMatchObject({ provider: 'BRALE', providerAccountId: 'acct_mine', status: 'ACTIVE' });
    expect(link.lastVerifiedAt).toBeDefined();
    await refused(409, 'CONFLICT', linkIssuer(alone, 'other', { providerAccountId: 'acct_mine' }));
    const coin = await expecting(201, register());
    await refused(409, 'CONFLICT', register());
    const holder = await holderOf(alone, FUNDED);
    const order = () => mint(alone, coin, mintBody(100, holder.usd, holder.usdb));
    await refused(400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID', order());
    const links = async (status: string) =>
      (await expecting(200, alone.get<Page<StablecoinProviderAccount>>('/stablecoin-provider-accounts', { status })))
        .data;
    expect((await links('INVALID')).map(({ id }) => id)).toEqual([link.id]);
    await expecting(201, linkIssuer(alone, 'client-good', { providerAccountId: 'acct_mine' }));
    expect((await links('ACTIVE')).map(({ id }) => id)).toEqual([link.id]);
    await operationWhen(alone, (await expecting(201, order())).id, 'COMPLETED');
    await expecting(201, linkIssuer(alone, 'client-second'));
    await refused(
      400,
      'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
      register({ providerTokenIdentifier: 'usdb-second' }),
    );
  });

  it('of another platform are not found', async () => {
    const coin = await registered(api);
    const holder = await holderOf(api, FUNDED);
    const made = await expecting(201, mint(api, coin, mintBody(100, holder.usd, holder.usdb)));
    const path = `/stablecoins/${coin.id}/mint-quotes`;
    const quote = await expecting(201, post<StablecoinQuote>(api, path, mintBody(100, holder.usd, holder.usdb)));
    const stranger = used.api;
    const absentId = (id: string): string => id.replace(/.{12}$/, '000000000000');
    for (const [code, id, call] of [
      ['REFERENCE_NOT_FOUND', coin.id, (id: string) => stranger.get(`/stablecoins/${id}`)],
      ['REFERENCE_NOT_FOUND', coin.id, (id: string) => stranger.get(`/stablecoins/${id}/operations`)],
      ['REFERENCE_NOT_FOUND', coin.id, (id: string) => mint(stranger, { id }, mintBody(1, holder.usd, holder.usdb))],
      ['REFERENCE_NOT_FOUND', coin.id, (id: string) => burn(stranger, { id }, burnBody(1, holder.usdb, holder.bank))],
      ['REFERENCE_NOT_FOUND', made.id, (id: string) => stranger.get(`/stablecoin-operations/${id}`)],
      ['QUOTE_NOT_FOUND', quote.id, (id: string) => stranger.get(`/stablecoin-quotes/${id}`)],
      ['QUOTE_NOT_FOUND', quote.id, (id: string) => executeStablecoinQuote(stranger, { id })],
      [
        'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
        coin.stablecoinProviderAccountId,
        (id: string) => stranger.get(`/stablecoin-provider-accounts/${id}`),
      ],
    ] as const) {
      const theirs = await refused(404, code, call(id));
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(await refused(404, code, call(absentId(id)))));
    }
    await operationWhen(api, made.id, 'COMPLETED');
  });

  it('never reveal the credentials of issuers', async () => {
    const link = await expecting(201, linkIssuer(api));
    const read = await api.get(`/stablecoin-provider-accounts/${link.id}`);
    const list = await api.get('/stablecoin-provider-accounts');
    expect(read.text + list.text + used.host.stderr()).not.toContain('canary-issuer-secret');
    if (database !== 'sqlite') return;
    for (const name of readdirSync(used.deployment.dataDirectory)) {
      const file = join(used.deployment.dataDirectory, name);
      if (statSync(file).isFile()) expect(readFileSync(file).includes('canary-issuer-secret'), name).toBe(false);
    }
  });
});
