import type { RailRecord, RailRecords, RailValue, RailWrites } from '@corridor/core/ports';
import type { Address } from '../nodes.js';
import type { DepositAddress, TreasuryParts, TreasuryToken } from './parts.js';

/** By token and deposit address: what the address has received and what the treasury has taken. */
const HOLDERS = 'holders';

/**
 * - `SMALL`: less than the minimum is credited and not swept.
 * - `DUE`: at least the minimum.
 * - `SWEEPING`: a sweep is under way.
 */
export const HOLDER_STATES = ['SMALL', 'DUE', 'SWEEPING'] as const;
export type HolderState = (typeof HOLDER_STATES)[number];

export interface Holder {
  readonly token: Address;
  readonly address: Address;
  readonly index: number;
  /** What core has credited. */
  readonly credited: bigint;
  /** What moved to the treasury, by the events of the chain. */
  readonly swept: bigint;
  /** The sweep that is under way; null if none is. */
  readonly sweep: string | null;
}

const PAGE = 200;

const keyOf = (token: Address, address: Address): string => `${token}/${address}`;
export const holderIn = ({ value }: Pick<RailRecord, 'value'>): Holder => value as unknown as Holder;
const valueOf = (holder: Holder): RailValue => ({ ...holder });

/** What may be swept. */
export const available = ({ credited, swept }: Holder): bigint => (credited > swept ? credited - swept : 0n);

type Minimums = Pick<TreasuryParts, 'tokens'>;

const minimumOf = ({ tokens }: Minimums, token: Address): bigint | null =>
  tokens.find(({ address }: TreasuryToken) => address === token)?.minimum ?? null;

function stateOf(parts: Minimums, holder: Holder): HolderState {
  if (holder.sweep !== null) return 'SWEEPING';
  const minimum = minimumOf(parts, holder.token);
  const amount = available(holder);
  return minimum !== null && amount > 0n && amount >= minimum ? 'DUE' : 'SMALL';
}

async function changeHolder(
  parts: Minimums,
  records: RailWrites,
  { token, address, index }: DepositAddress,
  change: (holder: Holder) => Partial<Holder>,
): Promise<void> {
  const key = keyOf(token, address);
  const record = await records.get(HOLDERS, key);
  const before: Holder =
    record === null ? { token, address, index, credited: 0n, swept: 0n, sweep: null } : holderIn(record);
  const holder = { ...before, ...change(before) };
  const content = { status: stateOf(parts, holder), value: valueOf(holder) };
  if (record === null) records.add({ collection: HOLDERS, key, ...content });
  else records.change(record, content);
}

/** Core has credited the amount to the owner of the address; a negative amount was taken back. */
export const countCredited = (
  parts: Minimums,
  records: RailWrites,
  deposit: DepositAddress,
  amount: bigint,
): Promise<void> => changeHolder(parts, records, deposit, ({ credited }) => ({ credited: credited + amount }));

/** The treasury has received the amount from the address; a negative amount left the chain again. */
export const countSwept = (
  parts: Minimums,
  records: RailWrites,
  deposit: DepositAddress,
  amount: bigint,
): Promise<void> => changeHolder(parts, records, deposit, ({ swept }) => ({ swept: swept + amount }));

/**
 * Starts the sweep of this key. The caller reads `record` before all else that it decides by: if another host changes
 * the holder in between, the unit runs again.
 */
export function startSweep(parts: Minimums, records: RailWrites, record: RailRecord, sweep: string): void {
  changeSweep(parts, records, record, sweep);
}

/** Ends the sweep of this key, unless another one is under way. As `startSweep`, it needs `record` to be read first. */
export function endSweep(parts: Minimums, records: RailWrites, record: RailRecord, sweep: string): void {
  if (holderIn(record).sweep === sweep) changeSweep(parts, records, record, null);
}

function changeSweep(parts: Minimums, records: RailWrites, record: RailRecord, sweep: string | null): void {
  const holder = { ...holderIn(record), sweep };
  records.change(record, { status: stateOf(parts, holder), value: valueOf(holder) });
}

export const holderOf = (records: RailRecords, token: Address, address: Address): Promise<RailRecord | null> =>
  records.get(HOLDERS, keyOf(token, address));

export const dueHolders = (
  records: RailRecords,
  limit: number,
  after: RailRecord | undefined,
): Promise<readonly RailRecord[]> => records.list(HOLDERS, { status: 'DUE', limit, after });

export const countHolders = (records: RailRecords, state: HolderState): Promise<number> =>
  records.count(HOLDERS, state);

/** All addresses that have ever received a token, by token. */
export async function allHolders(records: RailRecords): Promise<ReadonlyMap<Address, readonly Address[]>> {
  const byToken = new Map<Address, Address[]>();
  for (const status of HOLDER_STATES) {
    let after: RailRecord | undefined;
    for (;;) {
      const page = await records.list(HOLDERS, { status, limit: PAGE, after });
      for (const { token, address } of page.map(holderIn)) {
        const addresses = byToken.get(token);
        if (addresses === undefined) byToken.set(token, [address]);
        else addresses.push(address);
      }
      if (page.length < PAGE) break;
      after = page.at(-1);
    }
  }
  return byToken;
}
