import { type CurrencyCode, ok, type Rate } from '@corridor/core';
import { mulDiv } from '@corridor/core/internal';
import { Bug, type RailRecord, type RailRecords, type RailValue, type RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { Address, Hex } from '../nodes.js';
import type { Intent, Outcome } from '../sender.js';
import type { TreasuryParts } from './parts.js';
import { addTelling, type Leg } from './tellings.js';

/** By address: what the coins of an address of ours should be. */
const COINS = 'coins';
/** By transaction hash: our transactions that are mined and confirmed, with the gas that they paid. */
const TRANSACTIONS = 'transactions';
const UNPRICED = 'UNPRICED';
const TREASURY = 'TREASURY';
const DEPOSIT = 'DEPOSIT';
const PAGE = 100;

const WEI_PER_GWEI = 1_000_000_000n;

/** As the ledger counts a fee: whole gwei, rounded up. */
export const gweiUp = (wei: bigint): bigint => (wei + WEI_PER_GWEI - 1n) / WEI_PER_GWEI;
/** As the ledger counts a balance: whole gwei, rounded down. */
export const gweiDown = (wei: bigint): bigint => wei / WEI_PER_GWEI;

/** The coins of one address. */
interface Coins {
  readonly rail: string;
  /** The balance after all that is known, in wei. */
  readonly wei: bigint;
  /** What messages to core make of it, told or not, in gwei. Fees are rounded up, so that it can be less than `wei`. */
  readonly gwei: bigint;
  /** The newest block from which coins are known to have arrived: the balance of an older one lacks them. */
  readonly at: bigint;
}

interface OwnTransaction {
  readonly purpose: Intent['purpose'];
  readonly intent: string;
  readonly signer: Address;
  readonly rail: string;
  /** What core hears of it, in gwei, once: a repetition after a reorganization changes nothing. */
  readonly fee: bigint;
  /** In whose currency the fee is charged to customers. */
  readonly currency: CurrencyCode;
  /** False from a reorganization after its confirmation until it is mined again. */
  readonly isOnChain: boolean;
}

const coinsIn = ({ value }: Pick<RailRecord, 'value'>): Coins => value as unknown as Coins;
const valueOf = (transaction: OwnTransaction): RailValue => ({ ...transaction });
const transactionIn = ({ value }: Pick<RailRecord, 'value'>): OwnTransaction => value as unknown as OwnTransaction;

type Moved = Partial<Omit<Coins, 'rail'>>;

function add(records: RailWrites, record: RailRecord, { wei = 0n, gwei = 0n, at = 0n }: Moved): RailRecord {
  const coins = coinsIn(record);
  const newest = at > coins.at ? at : coins.at;
  return records.change(record, { value: { ...coins, wei: coins.wei + wei, gwei: coins.gwei + gwei, at: newest } });
}

/** Opens the coins of the treasury with the balance at the first start, which is money of the owners. */
export function openTreasuryCoins(
  records: RailWrites,
  { rails, treasury, coin }: TreasuryParts,
  wei: bigint,
  at: bigint,
): void {
  const gwei = gweiDown(wei);
  records.add({ collection: COINS, key: treasury, status: TREASURY, value: { rail: rails.treasury, wei, gwei, at } });
  if (gwei === 0n) return;
  addTelling(records, {
    kind: 'booking',
    booking: 'TOP_UP',
    rail: rails.treasury,
    messageId: `opening/${coin}`,
    currency: coin,
    amount: gwei,
    note: 'what the treasury held at the first start',
  });
}

/** The record of a deposit address that needs coins of its own. */
export async function depositCoins(records: RailWrites, { rails }: TreasuryParts, address: Address): Promise<void> {
  const value = { rail: rails.deposits, wei: 0n, gwei: 0n, at: 0n };
  records.add({ collection: COINS, key: address, status: DEPOSIT, value }, { unlessExists: true });
}

/** The token that an intent moves decides in whose currency its fee is compared with what customers were charged. */
export function currencyOf({ tokens }: TreasuryParts, { to, purpose, data }: Intent): CurrencyCode {
  const named = tokens.find(
    ({ address }) => address === to || (purpose === 'sweep' && data.includes(address.slice(2))),
  );
  return (named ?? tokens[0]!).currency;
}

/** Books the gas of a transaction that is confirmed, and the coins that it moved. In the unit that records the outcome. */
export async function concludeCoins(
  parts: TreasuryParts,
  records: RailWrites,
  intent: Intent,
  outcome: Outcome,
): Promise<void> {
  if (outcome.transactionHash === null) return;
  const payer = await payerOn(records, intent);
  const { rail } = coinsIn(payer);
  const known = await records.get(TRANSACTIONS, outcome.transactionHash);
  const before = known === null ? null : transactionIn(known);
  if (before?.isOnChain === true) return;
  const moved = movedBy(intent, outcome);
  const transaction: OwnTransaction = {
    ...{ purpose: intent.purpose, intent: intent.key, signer: intent.signer, rail },
    fee: before?.fee ?? gweiUp(outcome.gasPaid),
    currency: currencyOf(parts, intent),
    isOnChain: true,
  };
  const wei = -outcome.gasPaid - moved;
  const value = valueOf(transaction);
  if (known !== null) {
    // Core knows its fee and its coins. If it paid another fee in another block, the next comparison settles the rest.
    records.change(known, { value });
    add(records, payer, { wei });
    if (moved > 0n) await credit(records, intent.to, { wei: moved, at: outcome.blockNumber! });
    return;
  }
  const { fee } = transaction;
  records.add({
    collection: TRANSACTIONS,
    key: outcome.transactionHash,
    status: fee > 0n ? UNPRICED : null,
    value,
  });
  const gwei = gweiDown(moved);
  add(records, payer, { wei, gwei: -fee - gwei });
  if (gwei === 0n) return;
  await credit(records, intent.to, { wei: moved, gwei, at: outcome.blockNumber! });
  addTelling(records, {
    kind: 'booking',
    booking: 'TRANSFER',
    rail,
    to: parts.rails.deposits,
    messageId: `coin/${outcome.transactionHash}`,
    currency: parts.coin,
    amount: gwei,
    note: 'gas for a sweep',
  });
}

/** The transaction has left the chain after its confirmation. The bookings stay, as it is broadcast again. */
export async function undoCoins(records: RailWrites, intent: Intent, outcome: Outcome): Promise<void> {
  if (outcome.transactionHash === null) return;
  const known = await records.get(TRANSACTIONS, outcome.transactionHash);
  if (known === null || !transactionIn(known).isOnChain) return;
  const moved = movedBy(intent, outcome);
  records.change(known, { value: valueOf({ ...transactionIn(known), isOnChain: false }) });
  add(records, await payerOn(records, intent), { wei: outcome.gasPaid + moved });
  if (moved > 0n) await credit(records, intent.to, { wei: -moved });
}

async function payerOn(records: RailWrites, { signer }: Intent): Promise<RailRecord> {
  const payer = await records.get(COINS, signer);
  if (payer === null) throw new Bug(`${signer} sent a transaction before its coins were recorded`);
  return payer;
}

async function credit(records: RailWrites, address: Address, moved: Moved): Promise<void> {
  const record = await records.get(COINS, address);
  if (record === null) throw new Bug(`coins moved to ${address}, which has no record of them`);
  add(records, record, moved);
}

const movedBy = ({ to, signer, value }: Intent, { state }: Outcome): bigint =>
  state === 'mined' && to !== signer ? value : 0n;

/** The purpose and the intent of our transaction; null if none of ours with this hash is confirmed. */
export async function ownTransaction(
  records: RailRecords,
  hash: Hex,
): Promise<Pick<OwnTransaction, 'purpose' | 'intent'> | null> {
  const record = await records.get(TRANSACTIONS, hash);
  return record === null ? null : transactionIn(record);
}

/** Gives fees their worth and hands them to core. Returns the currencies without a rate, whose fees wait. */
export async function priceFees(parts: TreasuryParts): Promise<ReadonlySet<CurrencyCode>> {
  const { store, rateOf, coin } = parts;
  const rates = new Map<CurrencyCode, Rate | null>();
  const without = new Set<CurrencyCode>();
  let after: RailRecord | undefined;
  for (;;) {
    const page = await store.read((records) => records.list(TRANSACTIONS, { status: UNPRICED, limit: PAGE, after }));
    for (const record of page) {
      const { currency, fee, rail, purpose } = transactionIn(record);
      if (!rates.has(currency)) rates.set(currency, await rateOf(coin, currency));
      const rate = rates.get(currency)!;
      if (rate === null) {
        without.add(currency);
        continue;
      }
      const worth = { currency, amount: mulDiv(fee, rate.num, rate.den, 'ceil') };
      stored(
        await store.run(async (records) => {
          const now = await records.get(TRANSACTIONS, record.key);
          if (now === null || now.status !== UNPRICED) return ok();
          records.change(now, { status: null });
          addTelling(records, {
            kind: 'booking',
            booking: 'NETWORK_FEE',
            rail,
            messageId: `gas/${record.key}`,
            currency: coin,
            amount: fee,
            note: `gas of a transaction: ${purpose}`,
            worth,
          });
          return ok();
        }),
      );
    }
    if (page.length < PAGE) return without;
    after = page.at(-1);
  }
}

/** The rounding of a million transactions: 0.001 coins. */
const LARGEST_REST = 1_000_000n;

/**
 * Compares the coins of an address with the chain. More than expected arrived from outside: a `TOP_UP`.
 * Less left without a transaction of ours: a difference. Compares only with a block whose transactions of ours are
 * exactly those that are concluded: any other one would be booked as well when it is concluded, or was booked before.
 */
export async function compareCoins(parts: TreasuryParts, address: Address): Promise<void> {
  const { nodes, store } = parts;
  const before = await store.read((records) => records.get(COINS, address));
  if (before === null) return;
  const { number: at } = await nodes.confirmed();
  // The treasury sends gas to deposit addresses.
  const payers = [...new Set([address, parts.treasury])];
  const [balance, ...counts] = await Promise.all([
    nodes.balance(address, at),
    ...payers.map((payer) => nodes.transactionCount(payer, at)),
  ]);
  const isConcluded = async (records: RailRecords): Promise<boolean> => {
    for (const [index, payer] of payers.entries()) {
      if ((await parts.concludedAt(records, payer, counts[index]!)) !== 'EQUAL') return false;
    }
    return true;
  };
  const { wei, gwei, rail, at: newest } = coinsIn(before);
  if (at < newest) return;
  const arrived = balance - wei;
  const whole = arrived >= 0n ? gweiDown(arrived) : -gweiUp(-arrived);
  const rest = gweiDown(balance) - gwei - whole;
  if (arrived === 0n && rest >= 0n && rest <= LARGEST_REST) return;
  if (!(await store.read(isConcluded))) return;
  stored(
    await store.run(async (records) => {
      const now = await records.get(COINS, address);
      // Another unit has booked a transaction, or another host the same comparison.
      if (now === null || now.version !== before.version) return ok();
      // Again, as a transaction may have been sent and mined before the block was read, or concluded since.
      if (!(await isConcluded(records))) return ok();
      const isRestTold = rest < 0n || rest > LARGEST_REST;
      add(records, now, { wei: arrived, gwei: whole + (isRestTold ? rest : 0n), at });
      const id = `coin/${address}/${at}/${now.version}`;
      const about = { rail, currency: parts.coin };
      if (whole > 0n) {
        const note = `arrived at ${address} by block ${at}`;
        addTelling(records, { kind: 'booking', booking: 'TOP_UP', ...about, messageId: id, amount: whole, note });
      }
      if (whole < 0n) {
        const reason = `${address} holds ${balance} wei at block ${at}, and ${wei} wei by our transactions`;
        addTelling(records, {
          ...{ kind: 'difference', ...about, messageId: id, amount: -whole, direction: 'OUT', reason },
        });
      }
      if (isRestTold) {
        const note = 'rounded fees, or another fee of a transaction after a reorganization';
        addTelling(records, {
          ...{ kind: 'booking', booking: rest > 0n ? 'TOP_UP' : 'CHARGE', ...about, messageId: `${id}/rest` },
          ...{ amount: rest > 0n ? rest : -rest, note },
        });
      }
      return ok();
    }),
  );
}

/** The addresses that have coins on their own, of the treasury or of deposits. */
export async function coinAddresses(
  records: RailRecords,
  whose: 'treasury' | 'deposits',
): Promise<readonly { readonly address: Address; readonly gwei: bigint }[]> {
  const all: { readonly address: Address; readonly gwei: bigint }[] = [];
  const status = whose === 'treasury' ? TREASURY : DEPOSIT;
  let after: RailRecord | undefined;
  for (;;) {
    const page = await records.list(COINS, { status, limit: PAGE, after });
    all.push(...page.map((record) => ({ address: record.key as Address, gwei: coinsIn(record).gwei })));
    if (page.length < PAGE) return all;
    after = page.at(-1);
  }
}

export const countUnpriced = (records: RailRecords): Promise<number> => records.count(TRANSACTIONS, UNPRICED);

/** Fees that core hears of as soon as a rate is known. */
export async function unpricedLegs(records: RailRecords, coin: CurrencyCode): Promise<readonly Leg[]> {
  const legs: Leg[] = [];
  let after: RailRecord | undefined;
  for (;;) {
    const page = await records.list(TRANSACTIONS, { status: UNPRICED, limit: PAGE, after });
    legs.push(
      ...page.map((record) => {
        const { rail, fee } = transactionIn(record);
        return { rail, currency: coin, amount: -fee };
      }),
    );
    if (page.length < PAGE) return legs;
    after = page.at(-1);
  }
}
