import type { CurrencyCode } from '@corridor/core';
import type { CreateConnection, HeldPayments, TellCore } from '@corridor/core/ports';
import { once, problemOf } from './compared-entry.js';
import { contractSignatures } from './contract-signatures.js';
import { createDepositSigners } from './deposit-signers.js';
import { createDeposits, type Deposit, depositKeys, heldRefunds } from './deposits/index.js';
import { type EvmNetwork, parseEntry } from './entry.js';
import { networkFees } from './fees/network-fees.js';
import { travelRuleOf } from './travel-rule.js';
import { createJsonRpcNodes } from './json-rpc-nodes.js';
import { tracesOf } from './movement-traces.js';
import { NoQuorum } from './nodes.js';
import { createPayouts, screenTransfers, transferIn } from './payouts/index.js';
import { refuseAllocated, refuseOwnDeposits, refuseTreasuryTwice } from './refuse-addresses.js';
import { listScreening } from './screening.js';
import { type OutcomeHandler, type Purpose, PURPOSES } from './sender.js';
import { createSender } from './sending/create-sender.js';
import { concludedAt } from './sending/concluded.js';
import { settleProblem } from './sending/settle-problem.js';
import { createSigner } from './signers.js';
import { followedDeposits } from './treasury/followed-deposits.js';
import { holdingRail, treasuryRail } from './treasury-rail.js';
import { isPaymentTold } from './treasury/told-payments.js';
import { createTreasury } from './treasury/treasury.js';
import { feeProblems, verifyTokens } from './treasury/verify.js';

/** The coins of the chains, which the ledger counts in gwei. */
const COINS: Readonly<Record<EvmNetwork, CurrencyCode>> = {
  ETHEREUM: 'ETH' as CurrencyCode,
  BASE: 'ETH' as CurrencyCode,
  POLYGON: 'POL' as CurrencyCode,
};

/** Sweeps with several steps do not wait for their whole period in between. */
const MOST_SECONDS_BETWEEN_STEPS = 10;

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
  const travelRule = travelRuleOf(entry, context, treasury);

  const depositSigners = createDepositSigners({
    store,
    sendingAddresses: (records) => treasuryPart.sendingAddresses(records),
    signerAt: (index) => deposits.depositSigner(index),
  });

  const sender = createSender({
    ...{ store, nodes, clock, log, fees, everySeconds: pollSeconds },
    signerOf: (address) => (address === treasury ? treasurySigner : depositSigners.of(address)),
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
      treasuryRail(
        entry,
        { name, environment },
        {
          payouts: payouts.rail,
          networkFees: networkFees({
            ...{ rail: name, network, coin, tokens, treasury, marginBps: fees.marginBps, nodes, rateOf, clock },
            maxFeePerGas: fees.maxFeePerGas,
          }),
        },
      ),
      deposits.rail,
      ...(cold === null ? [] : [holdingRail(entry, { name: `${name}.cold`, environment })]),
    ],
    tasks: [
      task('send', pollSeconds, async (tell, held) => {
        await payouts.run(tell, held);
        await depositSigners.load();
        const seconds = await sender.run(heldRefunds(held));
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
    ...travelRule.parts,
    async check() {
      const health = await nodes.health();
      const parts = [sender, payouts, deposits, treasuryPart];
      const conditions = await Promise.all(parts.map((part) => part.condition()));
      const { followedAt } = await treasuryPart.condition();
      const unread = await screening?.problem();
      const silent = await travelRule.problem();
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
          ...(silent === null ? [] : [`transfers to other institutions wait: ${silent}`]),
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
};

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
