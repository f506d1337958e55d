import { type CurrencyCode, type Instant, instant, plusSeconds } from '../kernel/index.js';
import {
  type IssuerAccount,
  type IssuerCredentials,
  type IssuerInstruction,
  type IssuerOrder,
  type IssuerStatus,
  type Refusal,
  STABLECOIN_PROVIDERS,
  type StablecoinIssuer,
} from '../stablecoins/index.js';
import type { TestRunner } from './test-runner.js';

export interface StablecoinIssuerContractOptions {
  /** Opens the issuer on another host: all hosts order from the same issuer. */
  readonly open: () => StablecoinIssuer | Promise<StablecoinIssuer>;
  /** Credentials that the issuer accepts. */
  readonly credentials: IssuerCredentials;
  /** The platform that sends them; default: one that no issuer knows. */
  readonly platform?: IssuerAccount['platform'];
  /** A token of the account that can be minted; default: one in dollars with 6 decimals. */
  readonly token?: IssuerOrder['token'];
  /** After how many seconds a mint from an internal account at the issuer is completed. */
  readonly completedAfterSeconds: number;
  /** Credentials that the issuer refuses. */
  readonly wrongCredentials?: IssuerCredentials;
  /** A source of a mint that waits for an incoming payment. */
  readonly awaited?: IssuerOrder['source'];
}

const PLATFORM = 'Platform:01977c5e-6f2a-7000-9000-000000000000' as IssuerAccount['platform'];
const SUBMITTED = instant(Date.UTC(2026, 0, 15));
const DAY_SECONDS = 86_400;
const TOKEN: IssuerOrder['token'] = {
  providerTokenIdentifier: 'usdb',
  networkTokenIdentifier: 'btkn1usdb',
  network: 'SPARK',
  decimals: 6,
  baseCurrency: 'USD' as CurrencyCode,
};
const STATES = ['awaiting-funding', 'pending', 'processing', 'completed', 'expired', 'failed'];

/**
 * What the core relies on in every stablecoin issuer: a repeated order is minted or burned once, a final outcome does
 * not change, and the reported supply is the amount minted less the amount burned. Registers its cases with the
 * runner. The cases mint and burn, so connect the issuer to a stand-in for its provider, or to the provider's
 * sandbox.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { stablecoinIssuerContract } from '@corridor/core/testing';
 *
 * runner.describe('my issuer', () => {
 *   stablecoinIssuerContract(runner, {
 *     open: () => myIssuer({ http: standIn }),
 *     credentials: { apiClientId: 'test', apiClientSecret: 'secret' },
 *     completedAfterSeconds: 60,
 *   });
 * });
 * ```
 */
export function stablecoinIssuerContract({ test, expect }: TestRunner, options: StablecoinIssuerContractOptions): void {
  const {
    open,
    credentials,
    platform = PLATFORM,
    token = TOKEN,
    completedAfterSeconds,
    wrongCredentials,
    awaited,
  } = options;
  const completedAt = plusSeconds(SUBMITTED, completedAfterSeconds);
  let serial = 0;
  const minted: IssuerOrder = {
    operationType: 'MINT',
    token,
    amount: 5_000_000n,
    source: { type: 'SVC_INTERNAL_ACCOUNT', account: null, sourceTokenIdentifier: null, cryptoNetwork: null },
    destination: { account: null, rail: null },
  };
  const order = (of: Partial<IssuerInstruction> = {}): IssuerInstruction => ({
    ...minted,
    reference:
      `StablecoinOperation:01977c5e-6f2a-7000-9000-${String(++serial).padStart(12, '0')}` as IssuerInstruction['reference'],
    netAmount: 4_000_000n,
    submittedAt: SUBMITTED,
    ...of,
  });

  async function accountAt(issuer: StablecoinIssuer): Promise<IssuerAccount> {
    const answer = await issuer.verify(credentials, null, platform);
    expect(answer.state).toBe('accepted');
    return {
      ...credentials,
      platform,
      providerAccountId: 'providerAccountId' in answer ? answer.providerAccountId : '',
    };
  }
  async function supplyOf(issuer: StablecoinIssuer, account: IssuerAccount): Promise<bigint> {
    const answer = await issuer.supply(account, token.providerTokenIdentifier);
    expect(answer.state).toBe('told');
    return 'supply' in answer ? answer.supply : 0n;
  }
  function expectUsable(status: IssuerStatus | Refusal): void {
    expect(STATES).toContain(status.state);
    if ('checkAfterSeconds' in status) expect(status.checkAfterSeconds).toBeGreaterThan(0);
    if (status.state === 'failed') expect(status.reason).not.toBe('');
  }

  test('is a known provider, and returns the account of the credentials', async () => {
    const issuer = await open();
    expect(STABLECOIN_PROVIDERS).toContain(issuer.name);
    const { providerAccountId } = await accountAt(issuer);
    expect(providerAccountId).not.toBe('');
    expect(await accountAt(await open())).toEqual({ ...credentials, platform, providerAccountId });
    const again = await issuer.verify(credentials, providerAccountId, platform);
    expect(again).toEqual({ state: 'accepted', providerAccountId });
  });

  if (wrongCredentials !== undefined) {
    test('refuses wrong credentials', async () => {
      expect(await (await open()).verify(wrongCredentials, null, platform)).toMatchObject({ state: 'refused' });
    });
  }

  test('knows its token, and describes it the same way each time', async () => {
    const issuer = await open();
    const account = await accountAt(issuer);
    const ask = () => issuer.token(account, { ...token, registeredAt: SUBMITTED, now: completedAt });
    const answer = await ask();
    const { decimals, baseCurrency } = token;
    expect(answer).toMatchObject({ state: 'known', decimals, baseCurrency });
    expect(await ask()).toEqual(answer);
  });

  test('prices an order without placing it', async () => {
    const issuer = await open();
    const account = await accountAt(issuer);
    const before = await supplyOf(issuer, account);
    const price = await issuer.price(account, minted);
    expect(price.state).toBe('priced');
    if (price.state === 'priced') {
      expect(price.fees).toBeGreaterThanOrEqual(0n);
      expect(price.fees).toBeLessThanOrEqual(minted.amount);
    }
    expect(await issuer.price(account, minted)).toEqual(price);
    expect(await supplyOf(issuer, account)).toBe(before);
  });

  test('mints the amount less the fees once, also if the order is repeated on several hosts', async () => {
    const hosts = [await open(), await open()] as const;
    const account = await accountAt(hosts[0]);
    const before = await supplyOf(hosts[0], account);
    const mint = order();
    const given = await Promise.all([...hosts, ...hosts].map((issuer) => issuer.submit(account, { ...mint })));
    for (const status of given) {
      expectUsable(status);
      expect(status).toEqual(given[0]);
    }
    for (const issuer of hosts) {
      expect(await issuer.status(account, mint, completedAt)).toMatchObject({ state: 'completed' });
    }
    await hosts[1].submit(account, mint);
    for (const issuer of hosts) expect(await supplyOf(issuer, account)).toBe(before + mint.netAmount);
  });

  test('burns an order once, and does not change a final outcome', async () => {
    const issuer = await open();
    const account = await accountAt(issuer);
    const mint = order();
    await complete(issuer, account, mint);
    const before = await supplyOf(issuer, account);
    const burn = order({ operationType: 'BURN', amount: 1_000_000n, netAmount: 1_000_000n });
    const burned = await complete(issuer, account, burn);
    await issuer.submit(account, burn);
    expect(await supplyOf(issuer, account)).toBe(before - burn.amount);
    expect(await issuer.status(account, burn, plusSeconds(completedAt, DAY_SECONDS))).toEqual(burned);
  });

  async function complete(issuer: StablecoinIssuer, account: IssuerAccount, given: IssuerInstruction) {
    expectUsable(await issuer.submit(account, given));
    const status = await issuer.status(account, given, completedAt);
    expect(status.state).toBe('completed');
    return status;
  }

  if (awaited !== undefined) {
    test('gives each payer different instructions, and the same ones each time', async () => {
      const hosts = [await open(), await open()] as const;
      const account = await accountAt(hosts[0]);
      const [first, second] = [order({ source: awaited }), order({ source: awaited })];
      const instructionsOf = async (issuer: StablecoinIssuer, of: IssuerInstruction, now: Instant) => {
        const status = await issuer.status(account, of, now);
        expectUsable(status);
        expect(status.state).toBe('awaiting-funding');
        return status.state === 'awaiting-funding' ? status.fundingInstructions : null;
      };
      for (const each of [first, second]) await hosts[0].submit(account, each);
      const instructions = await instructionsOf(hosts[0], first, SUBMITTED);
      expect(await instructionsOf(hosts[1], first, plusSeconds(SUBMITTED, 1))).toEqual(instructions);
      expect(await instructionsOf(hosts[0], second, SUBMITTED)).not.toEqual(instructions);
    });
  }
}
