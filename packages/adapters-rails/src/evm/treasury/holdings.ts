import type { CurrencyCode } from '@corridor/core';
import type { RailHolding, RailRecords } from '@corridor/core/ports';
import type { Address } from '../nodes.js';
import { coinAddresses, gweiDown, unpricedLegs } from './coins.js';
import { balancesOf, tokenBalance } from './contracts.js';
import { allHolders } from './holders.js';
import type { Movement } from './movement.js';
import { untoldMovements } from './movement-meaning.js';
import { followedBlock, movementsAfter, ownersOf } from './movements.js';
import type { TreasuryParts } from './parts.js';
import { type Leg, untoldLegs } from './tellings.js';

/** The blocks at which balances are read. */
interface Blocks {
  /** Up to which movements of the treasury are recorded. */
  readonly followed: bigint;
  /** The confirmed block. */
  readonly confirmed: bigint;
  /** Up to which deposits are recorded. */
  readonly deposits: bigint;
}

/** The addresses whose balances are summed. */
interface Addresses {
  readonly holders: ReadonlyMap<Address, readonly Address[]>;
  readonly coins: { readonly treasury: readonly Address[]; readonly deposits: readonly Address[] };
}

const MOST_ATTEMPTS = 5;

/**
 * What the chain says about each rail at a confirmed block, and what of it core does not know. Empty before the first
 * start. The chain is read first, the records last, so that they are as new as possible.
 */
export async function holdingsOf(parts: TreasuryParts): Promise<readonly RailHolding[]> {
  for (let attempt = 1; ; attempt += 1) {
    const blocks = await blocksOf(parts);
    if (blocks === null) return [];
    const addresses = await parts.store.read((records) => addressesOf(parts, records, blocks.deposits));
    const movements = await movementsAfter(parts, blocks.followed, blocks.confirmed);
    const amounts = await amountsAt(parts, blocks, addresses);
    const untold = await parts.store.read(async (records) => {
      const now = await addressesOf(parts, records, blocks.deposits);
      const isSame = (await followedBlock(records)) === blocks.followed && spelled(now) === spelled(addresses);
      return isSame ? untoldAt(parts, records, blocks, movements, amounts) : null;
    });
    if (untold !== null) return combined(amounts, untold);
    if (attempt === MOST_ATTEMPTS) throw new Error('the records of the chain changed while its balances were read');
  }
}

interface Amount {
  readonly rail: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  readonly block: bigint;
}

async function blocksOf({ store, nodes, deposits }: TreasuryParts): Promise<Blocks | null> {
  const position = await store.read(async (records) => ({
    followed: await followedBlock(records),
    deposits: await deposits.followedTo(records),
  }));
  if (position.followed === null || position.deposits === null) return null;
  const { number } = await nodes.confirmed();
  const { followed } = position;
  const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
  const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  // A node that lags behind cannot take back what was confirmed.
  return {
    followed,
    confirmed: later(number, followed),
    deposits: later(earlier(number, position.deposits), followed),
  };
}

async function addressesOf(parts: TreasuryParts, records: RailRecords, at: bigint): Promise<Addresses> {
  const holders = new Map<Address, Set<Address>>();
  for (const [token, addresses] of await allHolders(records)) holders.set(token, new Set(addresses));
  for (const { token, address } of await parts.deposits.untold(records, at)) {
    holders.set(token, (holders.get(token) ?? new Set()).add(address));
  }
  const namesOf = async (whose: 'treasury' | 'deposits') =>
    (await coinAddresses(records, whose)).map(({ address }) => address);
  return {
    holders: new Map([...holders].map(([token, addresses]) => [token, [...addresses].toSorted()])),
    coins: { treasury: await namesOf('treasury'), deposits: await namesOf('deposits') },
  };
}

const spelled = ({ holders, coins }: Addresses): string => JSON.stringify([[...holders].toSorted(), coins]);

async function amountsAt(parts: TreasuryParts, blocks: Blocks, addresses: Addresses): Promise<readonly Amount[]> {
  const { tokens, nodes, rails, coin } = parts;
  const { confirmed: block, deposits } = blocks;
  const amounts: Amount[] = [];
  for (const { address, currency } of tokens) {
    for (const [rail, owner] of ownersOf(parts)) {
      amounts.push({ rail, currency, block, amount: await tokenBalance(nodes, address, owner, block) });
    }
    const held = await balancesOf(parts, address, addresses.holders.get(address) ?? [], deposits);
    amounts.push({ rail: rails.deposits, currency, block: deposits, amount: sum(held) });
  }
  for (const whose of ['treasury', 'deposits'] as const) {
    const owners = addresses.coins[whose];
    const wei = await balancesOf(parts, null, owners, block);
    if (owners.length > 0) amounts.push({ rail: rails[whose], currency: coin, block, amount: gweiDown(sum(wei)) });
  }
  return amounts;
}

async function untoldAt(
  parts: TreasuryParts,
  records: RailRecords,
  blocks: Blocks,
  movements: readonly Movement[],
  amounts: readonly Amount[],
): Promise<readonly Leg[]> {
  const { rails, tokens, coin } = parts;
  const currencyOf = (token: Address) => tokens.find(({ address }) => address === token)!.currency;
  const legs: Leg[] = [
    ...(await untoldLegs(records)),
    ...(await unpricedLegs(records, coin)),
    ...(await untoldMovements(parts, records, movements, blocks.deposits)),
    ...(await parts.deposits.untold(records, blocks.deposits)).map(({ token, amount }) => ({
      ...{ rail: rails.deposits, currency: currencyOf(token), amount },
    })),
  ];
  for (const whose of ['treasury', 'deposits'] as const) {
    // What is not concluded, has arrived since, or was rounded: messages make `gwei` of it.
    const known = sum((await coinAddresses(records, whose)).map(({ gwei }) => gwei));
    const held = amounts.find(({ rail, currency }) => rail === rails[whose] && currency === coin);
    if (held !== undefined) legs.push({ rail: rails[whose], currency: coin, amount: held.amount - known });
  }
  return legs;
}

const combined = (amounts: readonly Amount[], untold: readonly Leg[]): readonly RailHolding[] =>
  amounts.map(({ rail, currency, amount, block }) => {
    const own = untold.filter((leg) => leg.rail === rail && leg.currency === currency);
    return { rail, currency, amount, untold: sum(own.map((leg) => leg.amount)), asOf: `block ${block}` };
  });

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);
