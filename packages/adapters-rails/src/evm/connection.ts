import type { CurrencyCode } from '@corridor/core';
import {
  type CreateConnection,
  type HeldPayments,
  type Rail,
  RailEntryError,
  type TellCore,
} from '@corridor/core/ports';
import type { ExternalAccountType } from '@corridor/core/records';
import { once, problemOf } from './compared-entry.js';
import { contractSignatures } from './contract-signatures.js';
import { createDeposits, type Deposit, depositKeys } from './deposits/index.js';
import { type EvmEntry, type EvmNetwork, parseEntry } from './entry.js';
import { networkFees } from './fees/network-fees.js';
import { createJsonRpcNodes } from './json-rpc-nodes.js';
import { tracesOf } from './movement-traces.js';
import { type Address, NoQuorum } from './nodes.js';
import { createPayouts, screenTransfers, transferIn } from './payouts/index.js';
import { listScreening } from './screening.js';
import { type OutcomeHandler, type Purpose, PURPOSES } from './sender.js';
import { createSender } from './sending/create-sender.js';
import { concludedAt } from './sending/concluded.js';
import { settleProblem } from './sending/settle-problem.js';
import { listAll, SIGNERS } from './sending/sending-records.js';
import type { EvmSigner } from './signer.js';
import { createSigner } from './signers.js';
import { followedDeposits } from './treasury/followed-deposits.js';
import { isPaymentTold } from './treasury/told-payments.js';
import { createTreasury } from './treasury/treasury.js';
import { feeProblems, verifyTokens } from './treasury/verify.js';

/** The coins of the chains, which the ledger counts in gwei. */
const COINS: Readonly<Record<EvmNetwork, CurrencyCode>> = {
  ETHEREUM: 'ETH' as CurrencyCode,
  BASE: 'ETH' as CurrencyCode,
  POLYGON: 'POL' as CurrencyCode,
};

/** Usual seconds from the broadcast of a transaction until it is confirmed. */
const SETTLEMENT_SECONDS: Readonly<Record<EvmNetwork, { block: number; safe: number; finalized: number }>> = {
  ETHEREUM: { block: 12, safe: 420, finalized: 960 },
  BASE: { block: 2, safe: 180, finalized: 1200 },
  POLYGON: { block: 2, safe: 10, finalized: 10 },
};

/** Sweeps with several steps do not wait for their whole period in between. */
const MOST_SECONDS_BETWEEN_STEPS = 10;
const MOST_SIGNERS = 1000;
/** Deposit addresses that a treasury must not be; payers get the first ones soon. */
const COMPARED_ADDRESSES = 20;

/** The connection to one chain: docs/rails/evm-treasury.md. */
export const createEvmConnection: CreateConnection = async (members, context) => {
  const entry = parseEntry(members, context);
  const { name, environment, store, clock, random, digest, http, log, rateOf, addressesOf, secretOf } = context;
  const { network, chainId, tokens, fees, sweep, pollSeconds, screening: list } = entry;
  const { limits, cold } = entry.treasury;
  const coin = COINS[network];

  const nodes = createJsonRpcNodes({ entry, environment, http });
  const treasurySigner = createSigner(entry, context);
  const treasury = treasurySigner.address;
  const keys = await depositKeys(secretOf('deposits.mnemonic', entry.deposits.mnemonic));
  refuseTreasuryTwice(entry, treasury);
  refuseOwnDeposits(entry, treasury, keys.addressOf);
  const screening = list === null ? null : listScreening(list);

  const depositSigners = new Map<Address, EvmSigner>();

  const sender = createSender({
    ...{ store, nodes, clock, log, fees, everySeconds: pollSeconds },
    signerOf: (address) => (address === treasury ? treasurySigner : (depositSigners.get(address) ?? null)),
    handlers: later(() => handlers),
    screen: screenTransfers(screening, network),
  });
  const payouts = createPayouts({
    ...{ rail: name, entry, treasury, store, nodes, sender, screening, clock, digest, log },
    isDepositAddress: (address) =>
      store.read(async (records) => (await followedDeposits.indexesOf(records, [address])).has(address)),
  });
  const treasuryPart = createTreasury({
    rails: { treasury: name, deposits: `${name}.deposits`, cold: `${name}.cold` },
    ...{ coin, chainId, treasury, cold, nodes, sender, store, clock, random, log, rateOf },
    depositSigner: (index) => deposits.depositSigner(index),
    tokens: tokens.map(({ currency, address, authorization }) => ({
      ...{ currency, address, authorization, minimum: sweep.minimum },
    })),
    keep: limits.keep,
    maxFeePerGas: fees.maxFeePerGas,
    ownAddresses: new Set(entry.ownAddresses),
    multicall3: entry.multicall3,
    deposits: followedDeposits,
    concludedAt,
    isTold: isPaymentTold,
    async owed(token) {
      const waiting = await payouts.waiting(token);
      const open = await store.read((records) => sender.open(records, treasury));
      const amounts = open.map(({ to, data }) => (to === token ? (transferIn(data)?.amount ?? 0n) : 0n));
      return amounts.reduce((sum, amount) => sum + amount, waiting);
    },
  });
  const creditedBy =
    (sign: 1n | -1n) =>
    async (records: Parameters<typeof treasuryPart.credited>[0], deposit: Deposit): Promise<void> => {
      const { token, to: address, index, amount, decision } = deposit;
      // Money that screening holds stays where it is. Its address is recorded with 0, so that its balance is compared.
      const movable = decision?.hold === null ? sign * amount : 0n;
      await treasuryPart.credited(records, { token, address, index, amount: movable });
    };
  const deposits = createDeposits({
    ...{ name, environment, network, pollSeconds, treasury, keys, nodes, sender, store, clock, log, addressesOf },
    ...{ confirmations: entry.confirmations, startBlock: entry.startBlock, refunds: entry.refunds },
    tokens: new Map(tokens.map(({ address, currency }) => [address, currency])),
    ownAddresses: [...entry.ownAddresses, ...(cold === null ? [] : [cold])],
    screening,
    credited: creditedBy(1n),
    reversed: creditedBy(-1n),
  });
  const handlers = treasuryPart.handlers({ payout: payouts.outcomes, refund: deposits.refundOutcomes });

  /** The sender finds keys without I/O: those of deposit addresses that have to send, or have sent, and are not done. */
  async function loadDepositSigners(): Promise<void> {
    const indexes = await store.read(async (records) => {
      const active = (await listAll(records, SIGNERS, 'ACTIVE', MOST_SIGNERS)).map(({ key }) => key as Address);
      const known = await followedDeposits.indexesOf(records, active);
      return new Map([...known, ...(await treasuryPart.sendingAddresses(records))]);
    });
    for (const [address, index] of indexes) {
      if (!depositSigners.has(address)) depositSigners.set(address, deposits.depositSigner(index));
    }
  }

  /** Amounts are wrong by powers of ten if the decimals are: nothing moves before the chain has confirmed the entry. */
  const ready = once(async () => {
    await nodes.verifyChain();
    await verifyTokens(nodes, tokens);
    await refuseAllocated(entry, treasury, keys.addressOf, await addressesOf('evm'));
  });

  /** Without a quorum nothing is known, and the pass is repeated. */
  const task = (taskName: string, seconds: number, run: (tell: TellCore, held: HeldPayments) => Promise<number>) => ({
    name: taskName,
    async run(tell: TellCore, held: HeldPayments): Promise<number> {
      try {
        await ready();
        await treasuryPart.open();
        return await run(tell, held);
      } catch (cause) {
        if (!(cause instanceof NoQuorum)) throw cause;
        log.info({ task: taskName, reason: cause.message }, 'the nodes of the chain do not agree');
        return seconds;
      }
    },
  });

  return {
    name,
    environment,
    claims: [
      `${chainId} treasury ${treasury}`,
      `${chainId} deposits ${keys.addressOf(0)}`,
      ...(cold === null ? [] : [`${chainId} cold ${cold}`]),
    ],
    rails: [
      treasuryRail(),
      deposits.rail,
      ...(cold === null ? [] : [{ ...holding(), name: `${name}.cold`, payouts: null, networkFees: null }]),
    ],
    tasks: [
      task('send', pollSeconds, async (tell, held) => {
        await payouts.run(tell, held);
        await loadDepositSigners();
        const seconds = await sender.run();
        await payouts.run(tell, held);
        return seconds;
      }),
      task('deposits', pollSeconds, (tell) => deposits.run(tell)),
      task('treasury', pollSeconds, async (tell) => {
        await treasuryPart.follow(tell);
        return pollSeconds;
      }),
      task('sweep', sweep.everySeconds, async () => {
        await treasuryPart.sweep();
        const isUnderWay = await treasuryPart.isSweeping();
        return isUnderWay ? Math.min(sweep.everySeconds, MOST_SECONDS_BETWEEN_STEPS) : sweep.everySeconds;
      }),
    ],
    callback: null,
    async check() {
      const health = await nodes.health();
      const parts = [sender, payouts, deposits, treasuryPart];
      const conditions = await Promise.all(parts.map((part) => part.condition()));
      const { followedAt } = await treasuryPart.condition();
      const unread = await screening?.problem();
      const isWrong = await problemOf(ready);
      const fees = isWrong.length > 0 ? [] : await feeProblems(nodes, tokens);
      return {
        isReachable: health.filter(({ head }) => head !== null).length >= entry.quorum,
        lastExchangeAt: followedAt,
        backlog: Object.assign({}, ...conditions.map(({ backlog }) => backlog)) as Readonly<Record<string, number>>,
        problems: [
          ...isWrong,
          ...fees,
          ...health.flatMap(({ url, problem }) => (problem === null ? [] : [`the node ${url}: ${problem}`])),
          ...(typeof unread === 'string' ? [`no address can be screened: ${unread}`] : []),
          ...conditions.flatMap(({ problems }) => problems),
        ],
      };
    },
    releases: payouts.releases,
    actions: [settleProblem(store, sender, deposits, treasuryPart)],
    holdings: () => treasuryPart.holdings(),
    tokens: tokens.map(({ currency, address }) => ({
      ...{ chainId, address, currency, network },
      ...{ accountType: `${network}_WALLET` as const, delivers: name, receives: deposits.rail.name },
    })),
    contractSignatures: contractSignatures(network, nodes),
    traces: (reference) => store.read((records) => tracesOf(records, reference)),
    async verify() {
      await ready();
    },
  };

  function holding(): Rail {
    return {
      ...{ name, environment, simulated: false },
      capabilities: {
        ...{ accountTypes: [], currencies: tokens.map(({ currency }) => currency), paymentRails: [] },
        ...{ push: false, pull: false, pullsFrom: [], receive: false, followsWallets: false, cancellable: false },
        settlementSeconds: settlementSeconds(entry),
      },
      ...{ payouts: null, pulls: null, funding: null, networkFees: null },
    };
  }

  function treasuryRail(): Rail {
    const rail = holding();
    return {
      ...rail,
      capabilities: { ...rail.capabilities, accountTypes: accountTypesOf(network), push: true, cancellable: true },
      payouts: payouts.rail,
      networkFees: networkFees({
        ...{ rail: name, network, coin, tokens, treasury, marginBps: fees.marginBps, nodes, rateOf, clock },
        maxFeePerGas: fees.maxFeePerGas,
      }),
    };
  }
};

const accountTypesOf = (network: EvmNetwork): readonly ExternalAccountType[] =>
  network === 'ETHEREUM' ? ['ETHEREUM_WALLET', 'ALTCHAIN_WALLET'] : [`${network}_WALLET`];

function settlementSeconds({ network, confirmations }: EvmEntry): number {
  const { block, ...tags } = SETTLEMENT_SECONDS[network];
  return typeof confirmations === 'number' ? block * (confirmations + 1) : tags[confirmations];
}

/** The sender and its handlers need each other. */
function later(handlers: () => Readonly<Record<Purpose, OutcomeHandler>>): Readonly<Record<Purpose, OutcomeHandler>> {
  const bound = PURPOSES.map((purpose): [Purpose, OutcomeHandler] => [
    purpose,
    {
      concluded: (...given) => handlers()[purpose].concluded(...given),
      undone: (...given) => handlers()[purpose].undone(...given),
    },
  ]);
  return Object.fromEntries(bound) as Record<Purpose, OutcomeHandler>;
}

/** Money that the treasury sends to itself would be booked as moved. Only its signer knows the address of a private key. */
function refuseTreasuryTwice({ treasury: { cold }, ownAddresses }: EvmEntry, treasury: Address): void {
  const message = 'is the address of the treasury';
  if (cold === treasury) throw new RailEntryError('treasury.cold', message);
  const index = ownAddresses.indexOf(treasury);
  if (index !== -1) throw new RailEntryError(`ownAddresses.${index}`, message);
}

/** A deposit to such an address would be counted as money of the service as well. */
function refuseOwnDeposits({ treasury: { cold } }: EvmEntry, treasury: Address, addressOf: (index: number) => Address) {
  const first = addressOf(0);
  if (first === treasury) throw new RailEntryError('treasury', 'is the first deposit address of `deposits.mnemonic`');
  if (first === cold) throw new RailEntryError('treasury.cold', 'is the first deposit address of `deposits.mnemonic`');
}

async function refuseAllocated(
  { treasury: { cold } }: EvmEntry,
  treasury: Address,
  addressOf: (index: number) => Address,
  allocated: number,
): Promise<void> {
  for (let index = 0; index < Math.min(allocated, COMPARED_ADDRESSES); index += 1) {
    const address = addressOf(index);
    if (address === treasury) throw new RailEntryError('treasury', `is the deposit address with the index ${index}`);
    if (address === cold) throw new RailEntryError('treasury.cold', `is the deposit address with the index ${index}`);
  }
}
