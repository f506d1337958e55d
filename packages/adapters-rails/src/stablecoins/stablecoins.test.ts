import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CurrencyCode, type Id, instant, plusSeconds } from '@corridor/core';
import { type IssuerInstruction, RailUnavailable, type StablecoinIssuer } from '@corridor/core/ports';
import { stablecoinIssuerContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { digest } from '../testing/ports.js';
import { folderBook, guardIssuer, memoryBook, sandboxIssuer, stablecoinIssuers } from './index.js';

const { afterAll, describe, expect, test } = runner;

const folder = mkdtempSync(join(tmpdir(), 'corridor-issuer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLATFORM = 'Platform:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0f' as Id<'Platform'>;
const ACCOUNT = { platform: PLATFORM, providerAccountId: 'acct_1', apiClientId: 'client', apiClientSecret: 'secret' };
const NOW = instant(Date.UTC(2026, 0, 15));
const REFERENCE = 'StablecoinOperation:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e' as Id<'StablecoinOperation'>;

const mint = (more: Partial<IssuerInstruction> = {}): IssuerInstruction => ({
  reference: REFERENCE,
  operationType: 'MINT',
  token: {
    providerTokenIdentifier: 'usdb',
    networkTokenIdentifier: 'btkn1usdb',
    network: 'SPARK',
    decimals: 6,
    baseCurrency: 'USD' as CurrencyCode,
  },
  amount: 5_000_000n,
  netAmount: 4_000_000n,
  source: { type: 'SVC_INTERNAL_ACCOUNT', account: null, sourceTokenIdentifier: null, cryptoNetwork: null },
  destination: { account: null, rail: null },
  submittedAt: NOW,
  ...more,
});

describe.each([
  ['in memory', () => memoryBook()],
  ['in a folder', () => folderBook(mkdtempSync(join(folder, 'book-')))],
])('a book %s', (_where, create) => {
  test('counts each order once, and keeps tokens apart', async () => {
    const book = create();
    expect(await book.supply('a')).toBe(0n);
    await Promise.all(Array.from({ length: 5 }, () => book.record('a', { reference: 'one', amount: 7n })));
    await book.record('a', { reference: 'one', amount: 9n });
    await book.record('a', { reference: 'two', amount: -3n });
    await book.record('b', { reference: 'one', amount: 9_007_199_254_740_993n });
    expect([await book.supply('a'), await book.supply('b')]).toEqual([4n, 9_007_199_254_740_993n]);
  });
});

test('a book in a folder is shared by all hosts that use the folder', async () => {
  const directory = join(folder, 'shared');
  const [one, other] = [folderBook(directory), folderBook(directory)];
  await Promise.all([one, other].map((book) => book.record('a', { reference: 'one', amount: 7n })));
  expect([await one.supply('a'), await folderBook(directory).supply('a')]).toEqual([7n, 7n]);
  const files = readdirSync(directory, { recursive: true }).map(String);
  expect(files.filter((name) => name.endsWith('.draft'))).toEqual([]);
});

describe.each([
  ['in memory', () => memoryBook()],
  ['in a folder', () => folderBook(mkdtempSync(join(folder, 'issued-')))],
])("the sandbox's issuer with a book %s", (_where, create) => {
  const book = create();
  stablecoinIssuerContract(runner, {
    open: () => sandboxIssuer({ digest, book }),
    credentials: { apiClientId: 'client', apiClientSecret: 'secret' },
    completedAfterSeconds: 1,
    wrongCredentials: { apiClientId: 'client-002', apiClientSecret: 'secret' },
    awaited: { type: 'WIRE', account: null, sourceTokenIdentifier: null, cryptoNetwork: null },
  });
});

describe("the sandbox's issuer", () => {
  test('mints the amount less fees once, for repeated calls from several hosts', async () => {
    const book = memoryBook();
    const hosts = [sandboxIssuer({ digest, book }), sandboxIssuer({ digest, book })] as const;
    const told = [
      await hosts[0].submit(ACCOUNT, mint()),
      await hosts[1].submit(ACCOUNT, mint()),
      await hosts[1].status(ACCOUNT, mint(), plusSeconds(NOW, 1)),
      await hosts[0].status(ACCOUNT, mint(), plusSeconds(NOW, 900)),
    ];
    expect(told.map(({ state }) => state)).toEqual(['pending', 'pending', 'completed', 'completed']);
    expect(await hosts[0].supply(ACCOUNT, 'usdb')).toEqual({ state: 'told', supply: 4_000_000n });
    const burn = mint({
      operationType: 'BURN',
      reference: REFERENCE.replace(/0e$/, '0f') as typeof REFERENCE,
      amount: 1_000_000n,
    });
    await hosts[1].status(ACCOUNT, burn, plusSeconds(NOW, 1));
    expect(await hosts[1].supply(ACCOUNT, 'usdb')).toEqual({ state: 'told', supply: 3_000_000n });
    expect(await hosts[1].supply({ ...ACCOUNT, providerAccountId: 'acct_2' }, 'usdb')).toEqual({
      state: 'told',
      supply: 0n,
    });
  });

  test('decides by the ending of the bank account, or without one of the token', async () => {
    const issuer = sandboxIssuer({ digest, book: memoryBook() });
    const bank = (ending: string) => ({
      ...mint().source,
      type: 'ACH_DEBIT' as const,
      account: { accountType: 'US_ACCOUNT' as const, accountNumber: `123456${ending}`, routingNumber: '021000021' },
    });
    const of = (ending: string) => ({ ...mint().token, providerTokenIdentifier: `usdb-${ending}` });
    const state = async (instruction: IssuerInstruction, seconds: number) =>
      (await issuer.status(ACCOUNT, instruction, plusSeconds(NOW, seconds))).state;
    expect(await state(mint({ source: bank('002') }), 0)).toBe('failed');
    expect(await state(mint({ source: bank('002'), token: of('003') }), 0)).toBe('failed');
    expect(await state(mint({ source: bank('890'), token: of('004') }), 29)).toBe('processing');
    expect(await state(mint({ token: of('004') }), 30)).toBe('failed');
    expect(await state(mint({ token: of('003') }), 359)).toBe('pending');
    expect(await state(mint({ token: of('003') }), 360)).toBe('completed');
    expect(await state(mint({ token: of('003') }), -60)).toBe('pending');
  });

  test('knows tokens on Spark alone', async () => {
    const issuer = sandboxIssuer({ digest, book: memoryBook() });
    const { providerTokenIdentifier, networkTokenIdentifier } = mint().token;
    const query = { providerTokenIdentifier, networkTokenIdentifier, registeredAt: NOW, now: NOW };
    expect(await issuer.token(ACCOUNT, { ...query, network: 'SPARK' })).toMatchObject({ state: 'known' });
    expect(await issuer.token(ACCOUNT, { ...query, network: 'BASE' })).toEqual({ state: 'unknown' });
  });

  test('gives every order its own funding instructions, the same in every call', async () => {
    const issuer = sandboxIssuer({ digest, book: memoryBook() });
    const wire = (reference: typeof REFERENCE) => mint({ reference, source: { ...mint().source, type: 'WIRE' } });
    const told = async (reference: typeof REFERENCE, seconds: number) => {
      const status = await issuer.status(ACCOUNT, wire(reference), plusSeconds(NOW, seconds));
      return status.state === 'awaiting-funding' ? status.fundingInstructions : status.state;
    };
    const other = REFERENCE.replace(/0e$/, '0f') as typeof REFERENCE;
    expect(await told(REFERENCE, 0)).toEqual(await told(REFERENCE, 29));
    expect(await told(REFERENCE, 0)).not.toEqual(await told(other, 0));
    expect(await told(REFERENCE, 31)).toBe('completed');
  });
});

describe('the wrapper around a stablecoin issuer', () => {
  const guard = { timeoutMs: 20, observe: () => undefined, log: { warn: () => undefined } };

  test('turns errors and missing answers into RailUnavailable', async () => {
    const hanging = { ...sandboxIssuer({ digest, book: memoryBook() }) } as {
      -readonly [K in keyof StablecoinIssuer]: StablecoinIssuer[K];
    };
    hanging.submit = () => new Promise(() => undefined);
    hanging.price = async () => {
      throw new Error('reset');
    };
    const guarded = guardIssuer(hanging, guard);
    await expect(guarded.submit(ACCOUNT, mint())).rejects.toThrow(RailUnavailable);
    await expect(guarded.price(ACCOUNT, mint())).rejects.toThrow('issuer-brale failed (issuer-price): reset');
    expect(await guarded.verify(ACCOUNT, null, PLATFORM)).toMatchObject({ state: 'accepted' });
  });

  test('wraps the issuers of a host, which has none for production', async () => {
    const patient = { ...guard, timeoutMs: 10_000 };
    const { SANDBOX, PRODUCTION } = stablecoinIssuers({ digest, directory: join(folder, 'host'), guard: patient });
    expect([SANDBOX.map(({ name }) => name), PRODUCTION]).toEqual([['BRALE'], []]);
    await SANDBOX[0]!.status(ACCOUNT, mint(), plusSeconds(NOW, 1));
    expect(readdirSync(join(folder, 'host'))).toEqual(['sandbox-issuer']);
  });
});
