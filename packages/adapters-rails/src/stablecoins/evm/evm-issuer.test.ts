import type { Id } from '@corridor/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IssuerStatus, Refusal } from '@corridor/core/ports';
import { stablecoinIssuerContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import {
  ACCOUNT,
  burnFor,
  issuerParts,
  type IssuerParts,
  ISSUER_ENTRY,
  ISSUER_SECRET,
  orderFor,
  PLATFORM,
  TOKEN_ADDRESS,
  WALLET,
} from '../../testing/issuer-hosts.js';
import { joinIssuers } from '../join-issuers.js';
import { mintCall } from './token-contract.js';

const { describe, expect, onTestFinished, test } = runner;
const OPERATOR = { id: 'Operator:ada' as Id<'Operator'>, name: 'ada' };
const OTHER = 'Platform:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d10' as typeof PLATFORM;
const stateOf = ({ state }: IssuerStatus | Refusal): string => state;
const toWallet = {
  account: { accountType: 'BASE_WALLET', address: WALLET.toUpperCase().replace('0X', '0x') } as never,
  rail: null,
};

/** A token of which ten units are minted for internal accounts. */
async function minted(parts: IssuerParts = issuerParts()) {
  const mint = orderFor({ amount: 10_000_000n, netAmount: 10_000_000n });
  await parts.issuer.submit(ACCOUNT, mint);
  await parts.settle();
  expect(stateOf(await parts.issuer.submit(ACCOUNT, mint))).toBe('completed');
  return { parts, mint };
}

describe('an issuer on a chain keeps the contract of issuers', () => {
  const parts = issuerParts();
  const { connection, issuer } = parts;
  stablecoinIssuerContract(runner, {
    open: () => {
      const status: typeof issuer.status = async (account, instruction, now) => {
        await parts.settle();
        return parts.host().issuer.status(account, instruction, now);
      };
      return { ...parts.host().issuer, status };
    },
    credentials: { apiClientId: 'acme', apiClientSecret: ISSUER_SECRET },
    platform: PLATFORM,
    token: orderFor().token,
    completedAfterSeconds: 60,
    wrongCredentials: { apiClientId: 'acme', apiClientSecret: ISSUER_SECRET.toUpperCase() },
  });
  test('has no rails, and names what it alone may use', () => {
    expect([connection.rails, connection.claims]).toEqual([
      [],
      [`31337 treasury 0x${'a1'.repeat(20)}`, `31337 token ${TOKEN_ADDRESS}`],
    ]);
  });
});

describe('the credentials of an issuer', () => {
  test('belong to one platform, whose other credentials and accounts are refused', async () => {
    const { issuer } = issuerParts();
    const right = { apiClientId: 'acme', apiClientSecret: ISSUER_SECRET };
    const verify = async (...asked: Parameters<typeof issuer.verify>) =>
      stateOf((await issuer.verify(...asked)) as never);
    expect(await issuer.verify(right, 'acme-usd', PLATFORM)).toEqual({
      state: 'accepted',
      providerAccountId: 'acme-usd',
    });
    expect([
      await verify({ ...right, apiClientId: 'acm' }, null, PLATFORM),
      await verify({ apiClientId: `acme${ISSUER_SECRET[0]}`, apiClientSecret: ISSUER_SECRET.slice(1) }, null, PLATFORM),
      await verify(right, 'other', PLATFORM),
      await verify(right, null, OTHER),
    ]).toEqual(['refused', 'refused', 'refused', 'refused']);
    const calls = async (account: typeof ACCOUNT) => [
      await issuer.token(account, { ...orderFor().token, registeredAt: 0 as never, now: 0 as never }),
      await issuer.price(account, orderFor()),
      await issuer.submit(account, orderFor()),
      await issuer.status(account, orderFor(), 0 as never),
      await issuer.supply(account, 'acme-usd'),
    ];
    const refusals = (because: Refusal['because']) => Array.from({ length: 5 }, () => ({ state: 'refused', because }));
    expect(await calls({ ...ACCOUNT, apiClientSecret: 'old' })).toEqual(refusals('invalid'));
    expect(await calls({ ...ACCOUNT, platform: OTHER })).toEqual(refusals('revoked'));
    expect(await calls({ ...ACCOUNT, providerAccountId: 'gone' })).toEqual(refusals('revoked'));
  });

  test('choose among several issuers of the provider', async () => {
    const [one, other] = [issuerParts(), issuerParts({ entry: { platform: OTHER } })];
    const joined = joinIssuers([one.issuer, other.issuer]);
    const right = { apiClientId: 'acme', apiClientSecret: ISSUER_SECRET };
    expect(await joined.verify(right, null, OTHER)).toMatchObject({ state: 'accepted' });
    expect(await joined.verify({ ...right, apiClientSecret: 'x' }, null, OTHER)).toMatchObject({ because: 'invalid' });
    const theirs = { ...ACCOUNT, platform: OTHER };
    await joined.submit(theirs, orderFor());
    expect([one.committed.size, other.committed.size > 0]).toEqual([0, true]);
    expect(await joined.price({ ...theirs, apiClientSecret: 'old' }, orderFor())).toMatchObject({ because: 'invalid' });
    expect(await joined.price({ ...ACCOUNT, providerAccountId: 'x' }, orderFor())).toMatchObject({
      because: 'revoked',
    });
  });
});

describe('a token', () => {
  test('is known by the name of its entry, its address in any case, and its network', async () => {
    const { issuer } = issuerParts();
    const ask = (over: object) =>
      issuer.token(ACCOUNT, { ...orderFor().token, registeredAt: 0 as never, now: 0 as never, ...over });
    const { name, symbol, decimals, baseCurrency } = ISSUER_ENTRY.token;
    expect(await ask({ networkTokenIdentifier: TOKEN_ADDRESS.toUpperCase().replace('0X', '0x') })).toEqual({
      ...{ state: 'known', name, symbol, decimals, baseCurrency },
      ...{ issuanceStatus: 'PROVISIONED', checkAfterSeconds: 0 },
    });
    for (const over of [
      { providerTokenIdentifier: 'Acme-usd' },
      { networkTokenIdentifier: WALLET },
      { network: 'POLYGON' },
    ])
      expect(await ask(over)).toEqual({ state: 'unknown' });
  });
});

describe('an order', () => {
  test('goes from the queue to the chain, to its wallet or to the address of the issuer', async () => {
    const parts = issuerParts();
    const { issuer, chain } = parts;
    const mint = orderFor({ destination: toWallet });
    expect(await issuer.submit(ACCOUNT, mint)).toMatchObject({ state: 'pending', providerStatus: 'queued' });
    await parts.send();
    expect(await issuer.status(ACCOUNT, mint, 0 as never)).toMatchObject({
      state: 'processing',
      providerStatus: expect.stringMatching(/^sent in 0x/),
    });
    chain.mine();
    await parts.send();
    expect(stateOf(await issuer.status(ACCOUNT, mint, 0 as never))).toBe('processing');
    await parts.settle();
    const [event] = await parts.onChain();
    expect(await issuer.status(ACCOUNT, mint, 0 as never)).toEqual({
      state: 'completed',
      providerStatus: `mined in ${event!.transactionHash}`,
    });
    const sent = [...parts.committed.values()].find(({ collection }) => collection === 'orders');
    expect([sent!.value, sent!.secret]).toMatchObject([{ amount: 5_000_000n }, { account: WALLET }]);
  });

  test('of a kind that no chain executes is refused by its name', async () => {
    const { issuer } = issuerParts();
    const from = (type: string) => ({ source: { ...orderFor().source, type: type as never } });
    const asked = [
      ...['WIRE', 'ACH_DEBIT', 'SAME_DAY_ACH_DEBIT', 'PROVIDER_INTERNAL_BALANCE'].map((type) => orderFor(from(type))),
      ...['EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'].map((type) => burnFor(from(type))),
      ...['ACH_CREDIT', 'RTP_CREDIT'].map((rail) => burnFor({ destination: { account: null, rail: rail as never } })),
    ];
    const answers = [];
    for (const order of asked) {
      const answer = await issuer.price(ACCOUNT, order);
      answers.push(answer.state === 'unsupported' ? [answer.field, answer.message] : answer.state);
      expect(await issuer.submit(ACCOUNT, order)).toMatchObject({ state: 'failed', reason: 'ORDER_NOT_SUPPORTED' });
    }
    const use = 'for this issuer; use SVC_INTERNAL_ACCOUNT';
    expect(answers).toEqual([
      ['fundingSource.type', `cannot be WIRE ${use}`],
      ['fundingSource.type', `cannot be ACH_DEBIT ${use}`],
      ['fundingSource.type', `cannot be SAME_DAY_ACH_DEBIT ${use}`],
      ['fundingSource.type', `cannot be PROVIDER_INTERNAL_BALANCE ${use}`],
      ['source.type', `cannot be EXTERNAL_ACCOUNT ${use}`],
      ['source.type', `cannot be PROVIDER_INTERNAL_BALANCE ${use}`],
      ['destination.rail', 'cannot be ACH_CREDIT for this issuer; use WIRE'],
      ['destination.rail', 'cannot be RTP_CREDIT for this issuer; use WIRE'],
    ]);
    const none = issuerParts({ entry: { burnRails: [] } }).issuer;
    expect(await none.price(ACCOUNT, burnFor())).toMatchObject({
      message: 'cannot be WIRE for this issuer; it pays out no burns',
    });
    expect(await issuer.price(ACCOUNT, burnFor())).toEqual({ state: 'priced', fees: 0n, timing: null });
  });

  test('that the contract refuses fails, and leaves its amount to other mints', async () => {
    const parts = issuerParts();
    const { issuer, chain } = parts;
    for (const set of [chain.state.reverting, chain.state.revertingWhenMined]) {
      const mint = orderFor({ destination: toWallet, netAmount: 100_000_000n - BigInt(set.size) });
      await issuer.submit(ACCOUNT, mint);
      set.add(mintCall(WALLET, mint.netAmount));
      await parts.settle();
      expect(await issuer.status(ACCOUNT, mint, 0 as never)).toMatchObject({
        state: 'failed',
        reason: 'TRANSACTION_FAILED',
      });
      set.clear();
    }
    expect(await parts.onChain()).toEqual([]);
    const all = orderFor({ netAmount: 100_000_000n });
    expect(stateOf(await issuer.submit(ACCOUNT, all))).toBe('pending');
  });

  test('to mint to an address of the screening list fails, and waits while the list cannot be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-screening-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'list.txt');
    const parts = issuerParts({ entry: { screening: { file } } });
    const { issuer, connection } = parts;
    const [listed, own] = [orderFor({ destination: toWallet }), orderFor()];
    await issuer.submit(ACCOUNT, listed);
    await parts.settle();
    expect(stateOf(await issuer.status(ACCOUNT, listed, 0 as never))).toBe('pending');
    expect((await connection.check()).problems).toContainEqual(expect.stringContaining('cannot be read'));
    writeFileSync(file, `${WALLET} # of a test\n`);
    await issuer.submit(ACCOUNT, own);
    await parts.settle();
    expect(await issuer.status(ACCOUNT, listed, 0 as never)).toMatchObject({ reason: 'COMPLIANCE_REJECTED' });
    expect(stateOf(await issuer.status(ACCOUNT, own, 0 as never))).toBe('completed');
    expect(await parts.onChain()).toHaveLength(1);
  });

  test('to burn is completed when the operator has confirmed the payout', async () => {
    const { parts } = await minted();
    const { issuer, connection } = parts;
    const burn = burnFor({ amount: 4_000_000n, netAmount: 4_000_000n });
    await issuer.submit(ACCOUNT, burn);
    const [action] = connection.actions!;
    expect(await action!.run(burn.reference, OPERATOR)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    await parts.settle();
    expect(await issuer.status(ACCOUNT, burn, 0 as never)).toMatchObject({
      state: 'processing',
      providerStatus: expect.stringMatching(/^burned in 0x\w+; the payout by WIRE is to be confirmed$/),
    });
    expect((await connection.check()).backlog).toMatchObject({ 'burns whose payout is to be confirmed': 1 });
    expect(await action!.run('StablecoinOperation:1', OPERATOR)).toMatchObject({
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
    expect(await action!.run(burn.reference, OPERATOR)).toEqual({
      ok: true,
      value: `the payout of ${burn.reference} is confirmed`,
    });
    expect(stateOf(await issuer.status(ACCOUNT, burn, 0 as never))).toBe('completed');
    expect(await action!.run(burn.reference, OPERATOR)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    expect(await issuer.supply(ACCOUNT, 'acme-usd')).toEqual({ state: 'told', supply: 6_000_000n, foreign: [] });
  });
});

describe('the mint limit', () => {
  test('is kept to the unit by orders at the same time on several hosts', async () => {
    const parts = issuerParts();
    const hosts = [parts.issuer, parts.host().issuer, parts.host().issuer];
    const orders = Array.from({ length: 30 }, () => orderFor({ amount: 7_000_000n, netAmount: 7_000_000n }));
    const answers = await Promise.all(orders.flatMap((order) => hosts.map((host) => host.submit(ACCOUNT, order))));
    const accepted = orders.filter((_, index) => answers[index * 3]!.state === 'pending');
    expect(accepted).toHaveLength(14);
    for (const [index, answer] of answers.entries()) expect(answer).toEqual(answers[index - (index % 3)]);
    await parts.settle();
    await parts.settle();
    const total = (await parts.onChain()).reduce((sum, { amount }) => sum + amount, 0n);
    expect(total).toBe(98_000_000n);
    expect(await parts.issuer.price(ACCOUNT, orderFor({ amount: 2_000_001n }))).toEqual({
      state: 'unsupported',
      field: 'amount',
      message: 'the amount is above the mint limit of the issuer, which leaves 2000000 (smallest units)',
    });
    expect(await parts.issuer.price(ACCOUNT, orderFor({ amount: 2_000_000n }))).toMatchObject({ state: 'priced' });
  });

  test.each([
    ['the first order', 0n],
    ['a later order', 6_000_000n],
  ])('is kept to the unit by %s if another host takes the rest between any two of its steps', async (_, used) => {
    const rest = 4_000_000n;
    const overtakenAt = async (at: number): Promise<{ readonly steps: number; readonly minted: bigint }> => {
      const parts = issuerParts({ entry: { mintLimit: used + rest } });
      if (used > 0n) await parts.issuer.submit(ACCOUNT, orderFor({ netAmount: used }));
      let steps = 0;
      const overtaken = parts.host(async () => {
        steps += 1;
        if (steps === at) await parts.issuer.submit(ACCOUNT, orderFor({ netAmount: rest }));
      });
      await overtaken.issuer.submit(ACCOUNT, orderFor({ netAmount: rest }));
      await parts.settle();
      return { steps, minted: (await parts.onChain()).reduce((sum, { amount }) => sum + amount, 0n) };
    };
    const { steps } = await overtakenAt(0);
    expect(steps).toBeGreaterThan(5);
    for (let at = 1; at <= steps; at += 1) expect([at, (await overtakenAt(at)).minted]).toEqual([at, used + rest]);
  });

  test('leaves room again for tokens whose burn is confirmed, and not before', async () => {
    const parts = issuerParts({ entry: { mintLimit: 10_000_000n } });
    await minted(parts);
    const { issuer } = parts;
    await issuer.submit(ACCOUNT, burnFor({ amount: 4_000_000n }));
    const refused = orderFor({ netAmount: 4_000_000n });
    expect(await issuer.submit(ACCOUNT, refused)).toEqual({
      ...{ state: 'failed', providerStatus: 'failed', reason: 'MINT_LIMIT_EXCEEDED' },
    });
    await parts.settle();
    expect(stateOf(await issuer.submit(ACCOUNT, orderFor({ netAmount: 4_000_001n })))).toBe('failed');
    expect(stateOf(await issuer.submit(ACCOUNT, orderFor({ netAmount: 4_000_000n })))).toBe('pending');
    expect(stateOf(await issuer.submit(ACCOUNT, refused))).toBe('failed');
  });

  test('counts tokens again whose burn leaves the chain after its confirmation, until it is mined again', async () => {
    const parts = issuerParts({ entry: { mintLimit: 10_000_000n } });
    await minted(parts);
    const { issuer, chain } = parts;
    await issuer.submit(ACCOUNT, burnFor({ amount: 4_000_000n }));
    const before = chain.height();
    await parts.settle();
    chain.reorganise(chain.height() - before, () => false);
    await parts.send();
    expect(stateOf(await issuer.submit(ACCOUNT, orderFor({ netAmount: 1n })))).toBe('failed');
    await parts.settle();
    expect(stateOf(await issuer.submit(ACCOUNT, orderFor({ netAmount: 4_000_001n })))).toBe('failed');
    expect(stateOf(await issuer.submit(ACCOUNT, orderFor({ netAmount: 4_000_000n })))).toBe('pending');
  });
});

describe('the supply', () => {
  test('counts the events of orders, and names what others minted', async () => {
    const { parts } = await minted();
    const hash = await parts.foreignMint(3_000_000n);
    for (let block = 0; block < 6; block += 1) parts.chain.mine();
    const foreign = [{ kind: 'MINT', transaction: hash, amount: 3_000_000n }];
    expect(await parts.issuer.supply(ACCOUNT, 'acme-usd')).toEqual({ state: 'told', supply: 10_000_000n, foreign });
    expect((await parts.connection.check()).problems).toEqual([
      `transaction ${hash} minted 3000000 (smallest units) without an operation here`,
    ]);
    await expect(parts.issuer.supply(ACCOUNT, 'usdb')).rejects.toThrow('the token is unknown');
  });

  test('takes as many reads with many events of others as with one, because any holder can burn tokens', async () => {
    const { parts } = await minted();
    let reads = 0;
    const counted = parts.host(async () => void (reads += 1));
    const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
      for (let block = 0; block < 6; block += 1) parts.chain.mine();
      await parts.scan();
      reads = 0;
      await work();
      return reads;
    };
    await parts.foreignMint(1n);
    await counted.check();
    const [one, supplyOfOne] = [
      await readsOf(() => counted.check()),
      await readsOf(() => counted.issuer.supply(ACCOUNT, 'acme-usd')),
    ];
    for (let each = 0; each < 60; each += 1) {
      await parts.foreignMint(1n);
      parts.chain.mine();
    }
    expect(await readsOf(() => counted.check())).toBe(one);
    expect(await readsOf(() => counted.issuer.supply(ACCOUNT, 'acme-usd'))).toBeLessThanOrEqual(supplyOfOne);
    const supply = await counted.issuer.supply(ACCOUNT, 'acme-usd');
    expect(supply).toMatchObject({ supply: 10_000_000n });
    expect((supply as { readonly foreign: readonly unknown[] }).foreign).toHaveLength(61);
  });

  test('reads each block once, from the first block that was stored', async () => {
    const parts = issuerParts({ entry: { firstBlock: null } });
    await parts.foreignMint(1n);
    for (let block = 0; block < 8; block += 1) parts.chain.mine();
    expect(await parts.scan()).toBeGreaterThan(0);
    await minted(parts);
    const { nodes } = parts.chain;
    expect(await parts.issuer.supply(ACCOUNT, 'acme-usd')).toMatchObject({ supply: 10_000_000n, foreign: [] });
    const scan = () => parts.committed.get('scan/scan')!.value as { firstBlock: bigint; nextBlock: bigint };
    expect([scan().firstBlock, scan().nextBlock]).toEqual([5n, (await nodes.confirmed()).number + 1n]);
    const before = parts.committed.get('scan/scan');
    await parts.scan();
    expect(parts.committed.get('scan/scan')).toEqual(before);
  });

  test('takes an event for that of an open order until its outcome is recorded', async () => {
    const { parts } = await minted();
    const mint = orderFor({ netAmount: 2_000_000n });
    await parts.issuer.submit(ACCOUNT, mint);
    await parts.send();
    for (let block = 0; block < 6; block += 1) parts.chain.mine();
    expect(await parts.issuer.supply(ACCOUNT, 'acme-usd')).toEqual({ state: 'told', supply: 12_000_000n, foreign: [] });
    await parts.send();
    expect(stateOf(await parts.issuer.status(ACCOUNT, mint, 0 as never))).toBe('completed');
    expect(await parts.issuer.supply(ACCOUNT, 'acme-usd')).toEqual({ state: 'told', supply: 12_000_000n, foreign: [] });
  });

  test('is read again after a reorganisation below the confirmed block', async () => {
    const { parts, mint } = await minted();
    const hash = await parts.foreignMint(3_000_000n);
    for (let block = 0; block < 6; block += 1) parts.chain.mine();
    await parts.scan();
    expect((await parts.connection.check()).problems).toHaveLength(1);
    parts.chain.reorganise(8, (each) => each !== hash);
    for (let block = 0; block < 6; block += 1) parts.chain.mine();
    expect(await parts.issuer.supply(ACCOUNT, 'acme-usd')).toEqual({ state: 'told', supply: 10_000_000n, foreign: [] });

    // The mint itself leaves the chain: the order stays completed for core, and an operator learns of it.
    parts.chain.reorganise(parts.chain.height(), () => true);
    parts.clock.advance(61);
    await parts.send();
    expect(stateOf(await parts.issuer.status(ACCOUNT, mint, 0 as never))).toBe('completed');
    const { problems } = await parts.connection.check();
    expect(problems).toEqual([expect.stringContaining(`(mint/${mint.reference}) after its confirmation`)]);
    await parts.settle(12);
    expect(await parts.issuer.supply(ACCOUNT, 'acme-usd')).toEqual({ state: 'told', supply: 10_000_000n, foreign: [] });
    expect(await parts.onChain()).toHaveLength(1);
  });
});
