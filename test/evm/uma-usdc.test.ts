import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { amountText } from '@corridor/core/internal';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { EXCEPTIONS, UMA_RECEIPTS } from '@corridor/core/records';
import { computeAddress } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import {
  deployToken,
  MULTICALL3,
  placeCode,
  type TestToken,
} from '../../packages/adapters-rails/src/testing/evm-contracts.js';
import { type EvmNode, startAnvil } from '../../packages/adapters-rails/src/testing/evm-node.js';
import { expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import type { DatabaseKind } from '../support/host.js';
import { accountOf, balances, executeQuote, readTransaction, settled } from '../support/scenario.js';
import type { Page, Quote, Transaction } from '../support/wire.js';
import { runCommand } from '../../packages/host/dist/index.js';
import { createCounterparty } from '../uma/counterparty.js';
import { createNetwork, HERE, type Institution, lookUp, quoteUma } from '../uma/institutions.js';

type Address = `0x${string}`;

const CHAIN_ID = 84_532;
const USDC = 1_000_000n;
const PATIENCE = { withinMs: 60_000, everyMs: 200 };

/** Each institution has its own treasury and its own words for deposit addresses. */
const KEYS = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const;
const WORDS = [
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
] as const;

describeWithAnvil('two institutions with one chain', () => {
  const network = createNetwork(HERE);
  const folder = mkdtempSync(join(tmpdir(), 'corridor-uma-evm-'));
  const connectionsFiles = new Map<string, string>();
  let node: EvmNode;
  let token: TestToken;
  let ada: Institution;
  let bob: Institution;

  async function open(database: DatabaseKind, which: 0 | 1): Promise<Institution> {
    const at = join(folder, String(which));
    mkdirSync(at);
    writeFileSync(join(at, 'treasury.key'), KEYS[which], { mode: 0o600 });
    writeFileSync(join(at, 'deposits.words'), WORDS[which], { mode: 0o600 });
    const entry = {
      type: 'evm',
      name: 'base',
      environment: 'SANDBOX',
      network: 'BASE',
      chainId: CHAIN_ID,
      rpcUrls: [node.url],
      quorum: 1,
      startBlock: null,
      confirmations: 1,
      tokens: [{ currency: 'USDC', address: token.address, decimals: 6, authorization: 'eip-3009' }],
      treasury: {
        privateKey: { file: 'treasury.key' },
        limits: { perPayout: '10000.00', perDay: '50000.00', keep: null },
        cold: null,
      },
      deposits: { mnemonic: { file: 'deposits.words' } },
      fees: { maxGwei: 200, replaceAfterSeconds: 60 },
      sweep: { minimum: '1', everySeconds: 2 },
      pollSeconds: 1,
    };
    const connectionsFile = join(at, 'connections.json');
    writeFileSync(connectionsFile, JSON.stringify({ rails: [entry] }));
    await node.setBalance(computeAddress(KEYS[which]).toLowerCase() as Address, 10n ** 18n);
    const institution = await network.open(database, { CORRIDOR_CONNECTIONS_FILE: connectionsFile });
    connectionsFiles.set(institution.deployment.dataDirectory, connectionsFile);
    return institution;
  }

  beforeAll(async () => {
    node = await startAnvil({ chainId: CHAIN_ID, mining: 1 });
    token = await deployToken(node);
    await placeCode(node, 'Multicall3', MULTICALL3);
    ada = await open('sqlite', 0);
    bob = await open('postgres', 1);
  });
  afterAll(async () => {
    await network.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const account = ({ api, customer }: Institution) => accountOf(api, customer.id, 'USDC');
  const available = async ({ api, customer }: Institution) => BigInt((await balances(api, customer.id, 'USDC'))[0]);

  /** Tokens are minted to the customer's own deposit address. */
  async function deposit(to: Institution, amount: bigint): Promise<void> {
    const before = await available(to);
    const { fundingPaymentInstructions } = await account(to);
    const [base] = fundingPaymentInstructions.filter(
      ({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'BASE_WALLET',
    );
    await token.mint(base!.accountOrWalletInfo['address'] as Address, amount);
    await eventually('the deposit', async () => (await available(to)) === before + amount, PATIENCE);
  }

  const agree = async (from: Institution, to: Institution, amount: number): Promise<Quote> => {
    const address = to.customer.umaAddress;
    const { lookupId } = await expecting(200, lookUp(from, address));
    const { id } = await account(from);
    return expecting(201, quoteUma(from, { account: id, to: address, lookupId, amount, currency: 'USDC' }));
  };

  /** What the payee has agreed to last. */
  async function lastReceipt(at: Institution) {
    const storage = at.deployment.open();
    try {
      const { rows } = await storage.units.read(null, (reads) =>
        reads.list(UMA_RECEIPTS, { order: 'desc', limit: 1, counted: false }),
      );
      const [receipt] = rows;
      const address = /address=(0x[0-9a-f]{40})/.exec(receipt!.invoice!)![1] as Address;
      return { ...receipt!, address };
    } finally {
      await storage.close();
    }
  }

  async function exceptions(at: Institution) {
    const storage = at.deployment.open();
    try {
      const { rows } = await storage.units.read(null, (reads) =>
        reads.list(EXCEPTIONS, { order: 'asc', limit: 50, counted: false }),
      );
      return rows.map(({ kind, amount, reason }) => ({ kind, amount, reason }));
    } finally {
      await storage.close();
    }
  }

  const held = (at: Institution, amount: bigint, why: string) =>
    eventually(
      `an exception of ${amount}`,
      async () => (await exceptions(at)).find((each) => each.amount === amount && each.reason.includes(why)),
      PATIENCE,
    );

  /** `corridor reconcile` on the data of an institution; throws what differs. */
  async function agreesWithTheChain({ deployment }: Institution): Promise<true> {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const environment = {
      CORRIDOR_DATA_DIR: deployment.dataDirectory,
      ...(deployment.database === 'postgres' && { CORRIDOR_DATABASE_URL: deployment.address }),
      CORRIDOR_CONNECTIONS_FILE: connectionsFiles.get(deployment.dataDirectory)!,
    };
    const args = ['reconcile', '--rail', 'base', '--environment', 'SANDBOX'];
    const exitCode = await runCommand(args, environment, { out, err });
    const printed = `${String(out.read())}${String(err.read())}`;
    if (exitCode !== 0) throw new Error(printed);
    return true;
  }

  it('pay each other in USDC, and the chain agrees with both books', { timeout: 180_000 }, async () => {
    await deposit(ada, 100n * USDC);
    for (const [payer, payee, amount] of [
      [ada, bob, 25_000_000],
      [bob, ada, 10_000_000],
    ] as const) {
      const before = [await available(payer), await available(payee)] as const;
      const quote = await agree(payer, payee, amount);
      const { address, settlementAmount } = await lastReceipt(payee);
      expect(await token.balanceOf(address)).toBe(0n);
      await executeQuote(payer.api, quote.id);
      await eventually(
        'the payment',
        async () => (await readTransaction(payer.api, quote.transactionId)).status === 'COMPLETED',
        PATIENCE,
      );
      const sent = await settled(payer.api, quote.transactionId);
      expect(sent.sentAmount?.amount).toBe(amount);
      await eventually(
        'the money',
        async () => (await available(payee)) === before[1] + BigInt(quote.totalReceivingAmount),
        PATIENCE,
      );
      expect(await available(payer)).toBe(before[0] - BigInt(amount));
      expect(BigInt(quote.totalReceivingAmount)).toBe(settlementAmount);
      const { data } = await expecting(
        200,
        payee.api.get<Page<Transaction>>('/transactions', { type: 'INCOMING', status: 'COMPLETED' }),
      );
      expect(data[0]).toMatchObject({ source: { umaAddress: payer.customer.umaAddress } });
    }
    for (const each of [ada, bob]) {
      await eventually('books that agree with the chain', () => agreesWithTheChain(each), PATIENCE);
      expect(await exceptions(each)).toEqual([]);
    }
  });

  it('keep for an operator what is short, comes twice or comes late', { timeout: 180_000 }, async () => {
    const before = await available(bob);
    await agree(ada, bob, 10_000_000);
    const { id, address, settlementAmount, amount } = await lastReceipt(bob);
    await token.mint(address, settlementAmount - 1n);
    await held(bob, settlementAmount - 1n, `${id}, which expects ${amountText(settlementAmount, 'USDC')}`);
    await token.mint(address, settlementAmount);
    await eventually('the money', async () => (await available(bob)) === before + amount, PATIENCE);
    await token.mint(address, settlementAmount);
    await held(bob, settlementAmount, `${id}, which has been paid`);

    await agree(ada, bob, 11_000_000);
    const late = await lastReceipt(bob);
    await bob.host.advance(2 * 3600);
    await token.mint(late.address, late.settlementAmount);
    await held(bob, late.settlementAmount, `${late.id}, which has expired`);
    expect(await available(bob)).toBe(before + amount);
  });

  it('do not pay an unsigned payment request on the chain', { timeout: 60_000 }, async () => {
    const other = await createCounterparty({ directory: network.directory });
    const thief: Address = `0x${'66'.repeat(20)}`;
    const asset = `eip155:${CHAIN_ID}/erc20:${token.address}`;
    const changed = async (usual: () => Promise<{ readonly body: string }>, change: object) => ({
      body: JSON.stringify({ ...(JSON.parse((await usual()).body) as object), ...change }),
    });
    other.misbehaves = {
      lookUp: (usual) =>
        changed(usual, {
          settlementOptions: [
            { settlementLayer: `eip155:${CHAIN_ID}`, assets: [{ identifier: asset, multipliers: { USD: 10_000 } }] },
            { settlementLayer: 'ln', assets: [{ identifier: 'BTC', multipliers: { USD: 23_400 } }] },
          ],
        }),
      payRequest: (usual, request) =>
        'settlement' in (JSON.parse(request) as object)
          ? changed(usual, {
              pr: `ethereum:${token.address}@${CHAIN_ID}/transfer?address=${thief}&uint256=4975000`,
              converted: { amount: 498, currencyCode: 'USD', decimals: 2, multiplier: 10_000, fee: 0 },
            })
          : usual(),
    };
    try {
      const { lookupId } = await expecting(200, lookUp(ada, other.receiver));
      const { id } = await account(ada);
      const wanted = { account: id, to: other.receiver, lookupId, amount: 5_000_000, currency: 'USD' };
      const quote = await expecting(201, quoteUma(ada, wanted));
      expect(other.requests.payRequests.map((text) => 'settlement' in (JSON.parse(text) as object))).toEqual([
        true,
        false,
      ]);
      await executeQuote(ada.api, quote.id);
      expect((await settled(ada.api, quote.transactionId)).status).toBe('COMPLETED');
      expect(await token.balanceOf(thief)).toBe(0n);
    } finally {
      await other.close();
    }
  });
});
