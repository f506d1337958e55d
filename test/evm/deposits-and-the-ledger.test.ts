import { type CurrencyCode, ok } from '@corridor/core';
import type { Rail, RailTelling, TellCore } from '@corridor/core/ports';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { railContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { depositKeys } from '../../packages/adapters-rails/src/evm/deposits/index.js';
import { digest } from '../../packages/adapters-rails/src/testing/ports.js';
import {
  memorySender,
  payer as sender,
  playDeposits,
  type PlayDepositsOptions,
  USDC,
  USDT,
} from '../../packages/adapters-rails/src/testing/evm-deposits.js';
import {
  hashOf,
  memoryChain,
  type MemoryEvent,
  type MemoryTransaction,
} from '../../packages/adapters-rails/src/testing/memory-chain.js';
import type { Address } from '../../packages/adapters-rails/src/evm/nodes.js';
import { EXCEPTIONS } from '../../packages/core/src/exceptions/index.js';
import { chart, POSTINGS } from '../../packages/core/src/ledger/index.js';
import { playPayer } from '../../packages/core/src/testing/play-payer.js';

const { describe, expect, it } = runner;

const MNEMONIC = 'test test test test test test test test test test test junk';
const CURRENCIES = ['USD', 'EUR', 'USDC', 'USDT'];
let serial = 0;

/** A core whose payers send to addresses on a chain in memory. */
async function playing(over: Partial<PlayDepositsOptions> = {}) {
  const chain = memoryChain(1);
  const queue = memorySender();
  let core: Awaited<ReturnType<typeof playPayer>>['play']['core'] | null = null;
  const { deposits, store } = playDeposits({
    name: 'ethereum',
    network: 'ETHEREUM',
    nodes: chain.nodes,
    sender: queue,
    keys: await depositKeys(MNEMONIC),
    addressesOf: async (space) => core!.addressesOf('SANDBOX', space),
    ...over,
  });
  const treasury: Rail = {
    ...deposits.rail,
    name: 'ethereum',
    capabilities: { ...deposits.rail.capabilities, receive: false },
    funding: null,
  };
  const payer = await playPayer(
    { rails: [deposits.rail, treasury, ...sandboxRails(digest)] },
    { currencies: CURRENCIES },
    { currencies: CURRENCIES },
  );
  core = payer.play.core;
  const tell: TellCore = (message: RailTelling) => payer.play.core.railTells('SANDBOX', message);
  await deposits.run(tell);

  const addressOf = async (currency: string): Promise<Address> => {
    const { account } = await payer.internal(currency);
    const [own] = account.fundingPaymentInstructions.filter(
      ({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'ETHEREUM_WALLET',
    );
    return (own!.accountOrWalletInfo['address'] as string).toLowerCase() as Address;
  };
  const arrives = async (to: Address, event: Partial<Extract<MemoryEvent, { token: unknown }>> = {}) => {
    const one: MemoryTransaction = {
      hash: hashOf(`transaction ${(serial += 1)}`),
      events: [{ token: USDC, from: sender(1), to, value: 5_000_000n, ...event }],
    };
    chain.mine([one]);
    await deposits.run(tell);
    await payer.play.pass(0);
    return one;
  };
  const exceptions = () =>
    payer.play.storage.units.read(
      payer.play.tenant,
      async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 9 })).rows,
    );
  const available = async (currency: string) => (await payer.internal(currency)).available;
  const clearing = (rail: string, currency: string) =>
    payer.play.storage.units.read(null, (reads) =>
      reads.sum(
        POSTINGS,
        'amount',
        { account: chart.clearing('SANDBOX', rail, currency as CurrencyCode).name },
        0,
        null,
      ),
    );
  const mine = async (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) chain.mine();
    await deposits.run(tell);
    await deposits.run(tell);
    await payer.play.pass(0);
  };
  return { ...payer, chain, queue, store, deposits, tell, addressOf, arrives, exceptions, available, clearing, mine };
}

describe('money on the address of an account', () => {
  it('is credited in the currency of the account', async () => {
    const { addressOf, arrives, available, clearing, auditClean } = await playing();
    await arrives(await addressOf('USDC'));
    await arrives(await addressOf('USDT'), { token: USDT, value: 1n });
    expect([await available('USDC'), await available('USDT')]).toEqual([5_000_000n, 1n]);
    expect(await clearing('ethereum.deposits', 'USDC')).toBe(-5_000_000n);
    await auditClean();
  });

  it('in a token of another currency is in suspense, and an operator decides about it', async () => {
    const { addressOf, arrives, available, exceptions, auditClean } = await playing();
    await arrives(await addressOf('USDC'), { token: USDT });
    expect([await available('USDC'), await available('USDT')]).toEqual([0n, 0n]);
    expect(await exceptions()).toMatchObject([
      { kind: 'DEPOSIT_REFUSED', status: 'OPEN', currency: 'USDT', amount: 5_000_000n, rail: 'ethereum.deposits' },
    ]);
    await auditClean();
  });

  it('from a listed sender is held, and does not go back by itself', async () => {
    const { addressOf, arrives, available, exceptions, queue, auditClean, play } = await playing({
      refunds: 'sender',
      screening: { screen: async () => 'on the list' },
    });
    await arrives(await addressOf('USDC'));
    await play.pass(30 * 86_400);
    expect(await available('USDC')).toBe(0n);
    expect(await exceptions()).toMatchObject([{ kind: 'DEPOSIT_HELD', status: 'OPEN' }]);
    expect(queue.intents).toEqual([]);
    await auditClean();
  });

  it('is debited again if its block leaves the chain, and credited again if its transaction comes back', async () => {
    const { addressOf, arrives, available, chain, mine, auditClean } = await playing();
    const one = await arrives(await addressOf('USDC'));
    await mine(3);
    chain.reorg(4, [[], [], [], [], []]);
    await mine(3);
    expect(await available('USDC')).toBe(0n);
    chain.mine([one]);
    await mine(3);
    expect(await available('USDC')).toBe(5_000_000n);
    await auditClean();
  });

  it('of another index than those that were allocated is not seen', async () => {
    const { arrives, exceptions, store } = await playing();
    await arrives((await depositKeys(MNEMONIC)).addressOf(99));
    expect(await exceptions()).toEqual([]);
    expect(await store.read((records) => records.count('deposits', 'CREDITED'))).toBe(0);
  });
});

describe('money that goes back', () => {
  it('is paid by the treasury, and the ledger knows who paid', async () => {
    const { addressOf, arrives, exceptions, queue, clearing, store, deposits, mine, auditClean } = await playing({
      refunds: 'sender',
    });
    await arrives(await addressOf('USDC'), { token: USDT });
    expect(queue.intents).toMatchObject([{ purpose: 'refund', to: USDT }]);
    await store.run(async (records) => {
      const gasPaid = { gasPaid: 1n, blockNumber: 1n, transactionHash: hashOf('refund'), reason: null };
      await deposits.refundOutcomes.concluded(records, queue.intents[0]!, { state: 'mined', ...gasPaid });
      return ok();
    });
    await mine(1);
    expect(await exceptions()).toEqual([]);
    // The deposit address still has the tokens; the treasury has paid as many.
    expect(await clearing('ethereum.deposits', 'USDT')).toBe(-5_000_000n);
    expect(await clearing('ethereum', 'USDT')).toBe(5_000_000n);
    await auditClean();
  });
});

describe('money on the address of a quote', () => {
  async function quoted(over: Partial<PlayDepositsOptions> = {}) {
    const played = await playing(over);
    const quote = await played.quoted(
      played.funded((await played.external()).id, {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC' as CurrencyCode, customerId: played.customerId },
        lockedCurrencyAmount: 5_000_000n,
      }),
    );
    const [instruction] = quote.paymentInstructions!;
    const address = (instruction!.accountOrWalletInfo['address'] as string).toLowerCase() as Address;
    return { ...played, quote, address };
  }

  it('executes it if it is the exact amount', async () => {
    const { quote, address, arrives, payment, auditClean, play } = await quoted();
    await arrives(address, { value: quote.totalSendingAmount });
    await play.pass(0);
    expect((await payment(quote)).status).not.toBe('PENDING');
    expect((await payment(quote)).status).not.toBe('FAILED');
    await auditClean();
  });

  it.each([
    ['less', -1n],
    ['more', 1n],
  ])('fails it if it is %s, and the money goes back', async (_, difference) => {
    const { quote, address, arrives, payment, queue, auditClean, play } = await quoted({ refunds: 'sender' });
    await arrives(address, { value: quote.totalSendingAmount + difference });
    await play.pass(0);
    expect((await payment(quote)).status).toBe('FAILED');
    expect(queue.intents).toMatchObject([{ purpose: 'refund', to: USDC }]);
    await auditClean();
  });
});

describe('the rail of deposits', async () => {
  const { deposits } = playDeposits({ nodes: memoryChain(1).nodes, keys: await depositKeys(MNEMONIC) });
  railContract(runner, deposits.rail);

  it('tells payers the token, the network and when it is credited', () => {
    const request = { currency: 'USDC', reference: 'K7QF9M3XHTCP', amount: null, cryptoNetwork: null, addressIndex: 0 };
    expect(deposits.rail.funding!.instructions({ ...request, walletAddresses: null } as never)).toEqual([
      {
        instructionsNotes:
          'Send USDC (contract 0xAAaA000000000000000000000000000000000001) on BASE to this address, which is for ' +
          'K7QF9M3XHTCP alone. It is credited after 3 confirmations. Other tokens, other networks and the coin of the ' +
          'network are not credited.',
        isPlatformAccount: null,
        accountOrWalletInfo: {
          accountType: 'BASE_WALLET',
          address: '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650',
          assetType: 'USDC',
          reference: 'K7QF9M3XHTCP',
        },
      },
    ]);
  });
});
