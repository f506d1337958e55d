import type { Digest } from '@corridor/core/ports';
import type { Movement, MovementIds } from './movement.js';
import { typeOf } from './transaction-codes.js';

/**
 * The kinds of reports. Statements and notifications (camt.054) report each movement once; a camt.052 may repeat what an
 * earlier one of the day contains.
 */
export const STREAMS = ['statement', 'camt.054', 'camt.052'] as const;
export type Stream = (typeof STREAMS)[number];

/** A report has named a movement. */
export interface Claim {
  /** The report; pages of one statement are one report. */
  readonly report: string;
  /** The ids of the movement in this report. */
  readonly ids: Pick<MovementIds, 'servicer' | 'transactionId' | 'uetr'>;
}

export const claimOf = (report: string, { servicer, transactionId, uetr }: MovementIds): Claim => ({
  report,
  ids: { servicer, transactionId, uetr },
});

/** What is known about a movement that an earlier report, or another entry of this one, has named. */
export interface Known {
  readonly key: string;
  readonly date: string | null;
  readonly ids: MovementIds;
  readonly payer: string | null;
  /** Of a sum of payments. */
  readonly batches: Movement['batches'];
  readonly claims: Readonly<Partial<Record<Stream, Claim>>>;
}

/** The ways to recognize a movement, the surest first. */
export const IDENTITIES = ['uetr', 'transaction', 'servicer', 'end-to-end', 'content', 'day'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** A name under which a movement is found again: the SHA-256 of an identity with account, amount and direction. */
export interface Name {
  readonly identity: Identity;
  readonly hash: string;
  /** The movement looks for others under this name, but is not found by it. */
  readonly isForSearch?: boolean;
}

/** Payments are only equal if account, amount, direction and reversal are. */
export function namesOf(movement: Movement, iban: string, digest: Digest): readonly Name[] {
  const { ids, part, direction, isReversal, amount, texts } = movement;
  const name = (identity: Identity, value: string): Name => ({
    identity,
    hash: digest.sha256(JSON.stringify([iban, part, direction, isReversal, amount.toString(), identity, value])),
  });
  const names: Name[] = [];
  if (ids.uetr !== null) names.push(name('uetr', ids.uetr));
  if (ids.transactionId !== null) names.push(name('transaction', ids.transactionId));
  for (const servicer of ids.servicer) names.push(name('servicer', servicer));
  if (ids.endToEndId !== null) names.push(name('end-to-end', ids.endToEndId));
  names.push(name('content', JSON.stringify([movement.date, condensed(texts)])));
  if (isCredit(movement)) {
    // Without anything of the payer, only the day is left.
    names.push({ ...name('day', movement.date ?? ''), isForSearch: !isBare(movement) });
  }
  return names;
}

/** Whether it is a received transfer. */
export const isCredit = ({ part, direction, isReversal, returned, codes }: Movement): boolean =>
  part === 'payment' &&
  direction === 'IN' &&
  !isReversal &&
  returned === null &&
  ['transfer', 'unknown'].includes(typeOf(codes));

/** Whether the report has neither a text nor an id of the payer. */
export const isBare = ({ texts, ids }: Movement): boolean =>
  texts.length === 0 && ids.uetr === null && ids.transactionId === null && ids.endToEndId === null;

/** Banks change case, spaces and punctuation of a remittance from one message to the next. */
const condensed = (texts: readonly string[]): string =>
  texts
    .join('')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The name of a group of movements that one entry contains: docs/rails/bank-files-reconciliation.md#identity. */
export const groupHash = (iban: string, group: string, digest: Digest): string =>
  digest.sha256(JSON.stringify([iban, 'group', group]));

/** The report that is being read. */
export interface Reading {
  readonly stream: Stream;
  readonly report: string;
  /** The bank marks it as a copy: it repeats what another report contains. */
  readonly isCopy: boolean;
}

/** An id that the bank or the scheme gives to one payment only. */
export const isUnique = (identity: Identity): boolean =>
  identity === 'uetr' || identity === 'transaction' || identity === 'servicer';

/** Whether the movement, found by this identity, is the known one. */
export function isSame(movement: Movement, known: Known, identity: Identity, reading: Reading): boolean {
  if (contradict(movement.ids, known.ids)) return false;
  const { servicer } = movement.ids;
  const claim = known.claims[reading.stream];
  if (identity !== 'uetr' && identity !== 'servicer' && differ(movement.counterparty.account, known.payer))
    return false;
  if (identity === 'content' && areOtherBatches(movement.batches, known.batches)) return false;
  if (isUnique(identity)) return claim === undefined || share(movement.ids, claim.ids);
  if (claim === undefined) {
    if (identity === 'content' || identity === 'day') return !conflict(servicer, known.ids.servicer);
    // Payers repeat an EndToEndId, for example each month.
    return conflict(servicer, known.ids.servicer)
      ? movement.date === known.date
      : daysBetween(movement.date, known.date) <= MOST_DAYS;
  }
  // Within one report, each entry is a movement of its own.
  if (claim.report === reading.report || conflict(servicer, claim.ids.servicer)) return false;
  if (identity === 'end-to-end') return movement.date === known.date;
  if (identity === 'day') return false;
  return reading.isCopy || reading.stream === 'camt.052';
}

/** Whether both have names that we gave to batches (PmtInfId), and none is the same. */
function areOtherBatches(some: Movement['batches'], others: Movement['batches']): boolean {
  const [names, known] = [some, others].map((batches) => batches.flatMap((one) => one.paymentInformationId ?? []));
  return names!.length > 0 && known!.length > 0 && !names!.some((name) => known!.includes(name));
}

/** Whether two reports give a payment the same id. */
const share = (one: Claim['ids'], other: Claim['ids']): boolean =>
  (one.uetr !== null && one.uetr === other.uetr) ||
  (one.transactionId !== null && one.transactionId === other.transactionId) ||
  one.servicer.some((servicer) => other.servicer.includes(servicer));

/** Whether no other entry of the report has this movement, or only a repetition of this one. */
const isFree = (ids: MovementIds, taker: MovementIds | undefined): boolean =>
  taker === undefined || (share(ids, taker) && !contradict(ids, taker));

/** Two payments with different ids of the same kind are different, whatever else they share. */
export const contradict = (one: MovementIds, other: MovementIds): boolean =>
  differ(one.uetr, other.uetr) ||
  differ(one.transactionId, other.transactionId) ||
  differ(one.endToEndId, other.endToEndId);

/** Whether one report has the same entry twice. The bank of a payer draws the TxId, so that two banks may draw the same. */
const isRepetition = (one: Movement, other: Movement, identity: Identity): boolean =>
  !contradict(one.ids, other.ids) &&
  (identity !== 'transaction' || !differ(one.counterparty.account, other.counterparty.account));

/** How many days the reports of one movement may differ in its booking date. */
const MOST_DAYS = 7;

export const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

const conflict = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one));

const DAY = 86_400_000;

const daysBetween = (one: string | null, other: string | null): number =>
  one === null || other === null ? 0 : Math.abs(Date.parse(one) - Date.parse(other)) / DAY;

/** What a movement of a report is: a known one by its key, the repetition of an earlier one of the report, or new. */
export type Match = { readonly known: string; readonly by: Identity } | { readonly repeats: number } | null;

export interface Named {
  readonly movement: Movement;
  readonly names: readonly Name[];
}

/**
 * Recognizes the movements of a report: first all that share a UETR with a known movement, then by the next identity.
 * Without an id of its own, a movement that an entry of this report has already is not taken again, so two equal entries
 * stay two.
 */
export function recognize(
  movements: readonly Named[],
  knownBy: (hash: string) => readonly Known[],
  reading: Reading,
): readonly Match[] {
  const matches: Match[] = movements.map(() => null);
  const taken = new Map<string, MovementIds>();
  for (const identity of IDENTITIES) {
    const earlier = new Map<string, number[]>();
    movements.forEach(({ movement, names }, index) => {
      if (matches[index] !== null) return;
      for (const { hash } of names.filter((name) => name.identity === identity)) {
        const same = knownBy(hash).filter(
          (known) => isFree(movement.ids, taken.get(known.key)) && isSame(movement, known, identity, reading),
        );
        // One with the same id comes first, then one that this kind of report has not named yet.
        const found =
          same.find(({ ids }) => share(movement.ids, ids)) ??
          same.find(({ claims }) => claims[reading.stream] === undefined) ??
          same[0];
        if (found !== undefined) {
          matches[index] = { known: found.key, by: identity };
          taken.set(found.key, movement.ids);
          return;
        }
        if (!isUnique(identity)) continue;
        const others = earlier.get(hash) ?? [];
        const repeats = others.find((other) => isRepetition(movement, movements[other]!.movement, identity));
        if (repeats !== undefined) {
          matches[index] = { repeats };
          return;
        }
        others.push(index);
        earlier.set(hash, others);
      }
    });
  }
  return matches;
}
