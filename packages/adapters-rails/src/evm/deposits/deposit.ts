import type { CurrencyCode } from '@corridor/core';
import type { RailRecord, RailValue, RailWrites } from '@corridor/core/ports';
import type { Address, BlockId, Hex } from '../nodes.js';

/** One record for each Transfer event to a deposit address, by `keyOf`. */
export const DEPOSITS = 'deposits';

/**
 * The states of a deposit: docs/rails/evm-deposits.md#deposits.
 * - `SEEN`: a block has it. It can still leave the chain, or wait for the screening.
 * - `CONFIRMED`: it is deep enough, and core hears of it. From here on nothing takes it back but a reversal.
 * - `CREDITED`: core knows it. The chain is compared as long as it could change.
 * - `FINAL`: nothing is compared any more.
 * - `REVERSING`: its transaction has left the chain after core knew it, and core hears that.
 * - `REVERSED`: core knows that it was taken back. Mined again, it is a new arrival.
 */
export type DepositState = 'SEEN' | 'CONFIRMED' | 'CREDITED' | 'FINAL' | 'REVERSING' | 'REVERSED';

/** The states that lists find. */
export const LISTED = ['SEEN', 'CONFIRMED', 'CREDITED', 'REVERSING'] as const;
export type Listed = (typeof LISTED)[number];

const isListed = (state: DepositState): state is Listed => (LISTED as readonly DepositState[]).includes(state);

/** A Transfer event to a deposit address, as a block has it. */
export interface FoundDeposit {
  readonly transactionHash: Hex;
  /** The position among all Transfer events of the transaction, from 0. It is the same in every block. */
  readonly ordinal: number;
  readonly token: Address;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  readonly from: Address;
  readonly to: Address;
  /** The index of the address `to`. */
  readonly index: number;
  readonly block: BlockId;
}

/** What an arrival reports besides the transfer. It is stored before, so that a repetition reports the same. */
export interface Decision {
  /** YYYY-MM-DD, of the block. */
  readonly valueDate: string;
  /** The address to which the money can be sent back; null if there is none. */
  readonly remitter: Address | null;
  /** Why it must not be credited; null if it may be. */
  readonly hold: string | null;
}

export interface DepositContent extends FoundDeposit {
  readonly state: DepositState;
  /** How often the transaction was mined to be credited: 1, and one more after each reversal. */
  readonly attempt: number;
  /** Null while `SEEN`. */
  readonly decision: Decision | null;
  /** For a deposit that is being reversed: what a newer block has under its key. */
  readonly again: FoundDeposit | null;
  /** The code with which core refused it; null if it did not. */
  readonly refusal: string | null;
}

export interface Deposit extends DepositContent {
  readonly key: string;
  /** Guards decisions that were made from a reading of the chain. */
  readonly version: number;
}

export const keyOf = (chainId: number, { transactionHash, ordinal }: FoundDeposit): string =>
  `${chainId}:${transactionHash}:${ordinal}`;

/** The id of the arrival. A deposit that was reversed and mined again has another one. */
export const paymentIdOf = ({ key, attempt }: Pick<Deposit, 'key' | 'attempt'>): string =>
  attempt === 1 ? key : `${key}:${attempt}`;

export const depositIn = ({ key, value, version }: RailRecord): Deposit => ({
  ...(value as unknown as DepositContent),
  key,
  version,
});

/** Stores the changes of a deposit. */
export function changeDeposit(records: RailWrites, record: RailRecord, changes: Partial<DepositContent>): void {
  const content = { ...(record.value as unknown as DepositContent), ...changes };
  records.change(record, {
    status: isListed(content.state) ? content.state : null,
    value: content as unknown as RailValue,
  });
}

const newContent = (found: FoundDeposit, attempt: number): DepositContent => ({
  ...found,
  state: 'SEEN',
  attempt,
  decision: null,
  again: null,
  refusal: null,
});

/** Whether both move the same money, in whatever block. */
export const isSameMoney = (a: FoundDeposit, b: FoundDeposit): boolean =>
  a.token === b.token && a.from === b.from && a.to === b.to && a.amount === b.amount;

/**
 * Stores what a block has. Repeated readings change nothing. A deposit in another block than before is the same
 * deposit; after its reversal it is a new arrival. `record` is null for an unknown deposit.
 */
export function seeDeposit(records: RailWrites, key: string, record: RailRecord | null, found: FoundDeposit): void {
  if (record === null) {
    const value = newContent(found, 1) as unknown as RailValue;
    records.add({ collection: DEPOSITS, key, status: 'SEEN', value }, { unlessExists: true });
    return;
  }
  const before = depositIn(record);
  const isSame = isSameMoney(before, found);
  const isHere = before.block.hash === found.block.hash;
  switch (before.state) {
    case 'SEEN':
      if (!isSame || !isHere) changeDeposit(records, record, newContent(found, before.attempt));
      return;
    case 'CONFIRMED':
    case 'CREDITED':
      if (isSame && !isHere) changeDeposit(records, record, { block: found.block, again: null });
      // Executed in another block, the transaction moves other money. What core knows has left the chain.
      if (!isSame) keepForLater(records, record, before, found);
      return;
    case 'REVERSING':
      keepForLater(records, record, before, found);
      return;
    case 'REVERSED':
      changeDeposit(records, record, newContent(found, before.attempt + 1));
      return;
    case 'FINAL':
  }
}

function keepForLater(records: RailWrites, record: RailRecord, { again }: Deposit, found: FoundDeposit): void {
  if (again !== null && again.block.hash === found.block.hash && isSameMoney(again, found)) return;
  changeDeposit(records, record, { again: found });
}

/** Takes a deposit back that core does not know, because its transaction has left the chain. */
export function dropDeposit(records: RailWrites, record: RailRecord): void {
  // An arrival of an earlier attempt exists in core, so the number of the attempt is kept.
  if (depositIn(record).attempt === 1) records.remove(record);
  else changeDeposit(records, record, { state: 'REVERSED' });
}

/** Core knows the reversal. What a newer block has under the key is a new arrival. */
export function concludeReversal(records: RailWrites, record: RailRecord): void {
  const { again, attempt } = depositIn(record);
  changeDeposit(records, record, again === null ? { state: 'REVERSED' } : newContent(again, attempt + 1));
}
