import { beforeEach, expect, it } from 'vitest';
import { RailUnavailable } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { ok } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import { valueOf } from '../testing/play-core.js';
import type { Stablecoin } from './index.js';
import type { Refusal, TokenAnswer } from './ports.js';
import { STABLECOINS } from './stablecoin.js';

const KNOWN = { state: 'known', name: 'Dollar', symbol: 'USDB', baseCurrency: 'USD', decimals: 6 } as const;
const known = (issuanceStatus: Stablecoin['issuanceStatus'], checkAfterSeconds = 20) =>
  ({ ...KNOWN, issuanceStatus, checkAfterSeconds }) as TokenAnswer;

let answer: TokenAnswer | Refusal | 'silent';
let asked: object[];
let meanwhile: () => Promise<void>;
let played: PlayIssuer;
beforeEach(async () => {
  answer = known('PENDING_REVIEW');
  asked = [];
  meanwhile = async () => undefined;
  played = await playIssuer((issuer) => ({
    ...issuer,
    token: async (_account, query) => {
      asked.push(query);
      await meanwhile();
      if (answer === 'silent') throw new RailUnavailable('issuer', 'token', 'no answer');
      return answer;
    },
  }));
  valueOf(await played.link());
});

const coins = () => played.play.core.stablecoins;
const latest = async ({ id }: Stablecoin) => valueOf(await played.play.read(coins().get, { id }));
const waits = async ({ id }: Stablecoin) => {
  const { storage, tenant, clock } = played.play;
  const { rows } = await storage.units.read(tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 50 }));
  return rows.filter(({ subject }) => subject === id).map(({ dueAt }) => (dueAt - clock.now()) / 1000);
};

it('a token in review is asked for again, with what was registered, until its issuer has decided', async () => {
  const coin = valueOf(await played.register());
  const registeredAt = played.play.clock.now();
  expect(await waits(coin)).toEqual([20]);
  answer = known('PENDING_REVIEW', 7);
  await played.play.pass(20);
  expect(await latest(coin)).toEqual(coin);
  expect(await waits(coin)).toEqual([7]);
  expect(asked.at(-1)).toEqual({
    providerTokenIdentifier: 'usdb',
    networkTokenIdentifier: 'btkn1usdb',
    network: 'SPARK',
    registeredAt,
    now: played.play.clock.now(),
  });
  answer = known('PROVISIONING', 5);
  await played.play.pass(7);
  expect(await latest(coin)).toMatchObject({ issuanceStatus: 'PROVISIONING', svcOperationsStatus: 'NOT_ENABLED' });
  expect(await waits(coin)).toEqual([5]);
  // A state before the stored one has no effect.
  answer = known('PENDING_REVIEW', 3);
  await played.play.pass(5);
  expect((await latest(coin)).issuanceStatus).toBe('PROVISIONING');
  expect(await waits(coin)).toEqual([3]);
  answer = known('PROVISIONED');
  await played.play.pass(3);
  expect(await latest(coin)).toMatchObject({ issuanceStatus: 'PROVISIONED', svcOperationsStatus: 'ENABLED' });
  expect(await waits(coin)).toEqual([]);
});

it.each(['REJECTED', 'FAILED'] as const)('a token that is %s is not asked for again', async (status) => {
  const coin = valueOf(await played.register());
  answer = known(status);
  await played.play.pass(20);
  expect(await latest(coin)).toMatchObject({ issuanceStatus: status, svcOperationsStatus: 'NOT_ENABLED' });
  expect(await waits(coin)).toEqual([]);
});

it('a token that its issuer no longer knows is asked for again after five minutes', async () => {
  const coin = valueOf(await played.register());
  answer = { state: 'unknown' };
  await played.play.pass(20);
  expect(await latest(coin)).toEqual(coin);
  expect(await waits(coin)).toEqual([300]);
});

it.each([
  ['invalid', 'INVALID'],
  ['revoked', 'REVOKED'],
] as const)('an issuer that refuses credentials as %s is asked again after five minutes', async (because, status) => {
  const coin = valueOf(await played.register());
  answer = { state: 'refused', because };
  await played.play.pass(20);
  const link = await played.play.read(coins().getLink, { id: coin.stablecoinProviderAccountId });
  expect(valueOf(link).status).toBe(status);
  expect(await waits(coin)).toEqual([300]);
  await played.play.pass(300);
  expect(await waits(coin)).toEqual([300]);
  answer = known('PROVISIONED');
  await played.play.pass(300);
  expect((await latest(coin)).issuanceStatus).toBe('PROVISIONED');
});

it('an issuer that does not answer is asked again, and registers nothing meanwhile', async () => {
  const coin = valueOf(await played.register());
  answer = 'silent';
  await played.play.pass(20);
  expect(await latest(coin)).toEqual(coin);
  expect(await waits(coin)).toHaveLength(1);
  expect(refusal(await played.register('other')).code).toBe('SERVICE_UNAVAILABLE');
  answer = known('PROVISIONED');
  await played.play.pass(600);
  expect((await latest(coin)).issuanceStatus).toBe('PROVISIONED');
});

it('a token has accounts only if a crypto currency has its symbol and its decimals', async () => {
  const currencyOf = async (symbol: string, decimals: number) => {
    answer = { ...known('PROVISIONED'), symbol, decimals } as TokenAnswer;
    return valueOf(await played.register(`${symbol} ${decimals}`)).currency;
  };
  expect(await currencyOf('USDB', 6)).toBe('USDB');
  expect(await currencyOf('USDB', 18)).toBeNull();
  expect(await currencyOf('USD', 2)).toBeNull();
  expect(await currencyOf('OTHR', 6)).toBeNull();
});

it.each(['REJECTED', 'FAILED'] as const)('a token that is already %s is not registered', async (status) => {
  answer = known(status);
  expect(refusal(await played.register())).toEqual({ code: 'INVALID_INPUT', fields: ['providerTokenIdentifier'] });
});

it('a token that was decided while its issuer was asked is not asked for again', async () => {
  const coin = valueOf(await played.register());
  meanwhile = async () => {
    const { storage, tenant } = played.play;
    const decided = await storage.units.run(tenant, async (tx) => {
      const before = (await tx.get(STABLECOINS, coin.id))!;
      tx.change(STABLECOINS, before, { ...before, issuanceStatus: 'REJECTED', version: before.version + 1 });
      return ok();
    });
    valueOf(decided);
  };
  answer = known('PROVISIONING');
  await played.play.pass(20);
  expect((await latest(coin)).issuanceStatus).toBe('REJECTED');
  expect(await waits(coin)).toEqual([]);
});
