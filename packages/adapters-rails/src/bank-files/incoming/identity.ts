import type { Digest } from '@corridor/core/ports';
import type { Movement, MovementIds } from './movement.js';
import { typeOf } from './transaction-codes.js';
import { condensedText, type Wording } from './wording.js';

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
  /** The report has named only the sum of this movement, or only its details. */
  readonly isIndirect?: true;
}

export const claimOf = (report: string, { servicer, transactionId, uetr }: MovementIds): Claim => ({
  report,
  ids: { servicer, transactionId, uetr },
});

export type Claims = Readonly<Partial<Record<Stream, Claim>>>;

/**
 * What claims on a sum mean for its details, or claims on details for their sum. `servicer`: the AcctSvcrRef of the entry;
 * without it, those of the claims.
 */
export const indirectClaims = (claims: Claims, servicer?: readonly string[]): Claims =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([, { isIndirect }]) => isIndirect !== true)
      .map(([stream, { report, ids }]): [string, Claim] => [
        stream,
        { report, ids: { ...NO_IDS, servicer: servicer ?? ids.servicer }, isIndirect: true },
      ]),
  );

const NO_IDS: Claim['ids'] = { servicer: [], transactionId: null, uetr: null };

/** What is known about a movement that an earlier report, or another entry of this one, has named. */
export interface Known {
  readonly key: string;
  readonly date: string | null;
  readonly isValueDate?: boolean;
  readonly chargedOn?: Movement['chargedOn'] | undefined;
  readonly ids: MovementIds;
  readonly wording: Wording;
  /** Of a sum of payments. */
  readonly batches: Movement['batches'];
  /** It is one of several payments of an entry, or a charge among them. */
  readonly isDetail: boolean;
  readonly groups: Movement['groups'];
  readonly claims: Claims;
  /** The keys of the details of a sum: another entry of the report that names them is not the sum. */
  readonly parts: readonly string[];
}

/** The ways to recognize a movement, the surest first. */
export type Identity = 'uetr' | 'transaction' | 'servicer' | 'end-to-end' | 'batch' | 'content' | 'wording' | 'day';

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
  names.push(name('content', JSON.stringify([movement.date, condensedText(texts)])));
  if (part !== 'batch' && movement.date !== null) names.push(name('wording', movement.date));
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

/** The name of a group of movements that one entry contains: docs/rails/bank-files-reconciliation.md#identity. */
export const groupHash = (iban: string, group: string, digest: Digest): string =>
  digest.sha256(JSON.stringify([iban, 'group', group]));

/** The report that is being read. */
export interface Reading {
  readonly stream: Stream;
  readonly report: string;
  /** The bank marks it as a copy: it repeats what another report contains. */
  readonly isCopy: boolean;
  /** By its number or its balances, it follows the statements that are known: it contains nothing of what they contain. */
  readonly isNext: boolean;
}

/** An id that the bank or the scheme gives to one payment only. */
export const isUnique = (identity: Identity): boolean =>
  identity === 'uetr' || identity === 'transaction' || identity === 'servicer';

/** An id that the bank, the scheme or the payer gives to a payment. */
export const isId = (identity: Identity): boolean => isUnique(identity) || identity === 'end-to-end';

/** Whether both have a name for their batch (PmtInfId, else MsgId), and none is the same. */
export function areOtherBatches(left: Movement['batches'], right: Movement['batches']): boolean {
  for (const name of ['paymentInformationId', 'messageId'] as const) {
    const [names, known] = [left, right].map((batches) => batches.flatMap((batch) => batch[name] ?? []));
    if (names!.length > 0 && known!.length > 0) return !names!.some((id) => known!.includes(id));
  }
  return false;
}

/** Whether two reports give a payment the same id. */
export const share = (left: Claim['ids'], right: Claim['ids']): boolean =>
  (left.uetr !== null && left.uetr === right.uetr) ||
  (left.transactionId !== null && left.transactionId === right.transactionId) ||
  haveCommon(left.servicer, right.servicer);

/** Two payments with different ids of the same kind are different, whatever else they share. */
export const contradict = (left: MovementIds, right: MovementIds): boolean =>
  differ(left.uetr, right.uetr) ||
  differ(left.transactionId, right.transactionId) ||
  differ(left.endToEndId, right.endToEndId);

export const differ = (left: string | null, right: string | null): boolean =>
  left !== null && right !== null && left !== right;

export const haveCommon = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((id) => right.includes(id));

export const conflict = (left: readonly string[], right: readonly string[]): boolean =>
  left.length > 0 && right.length > 0 && !haveCommon(left, right);

const DAY = 86_400_000;

export const daysBetween = (left: string | null, right: string | null): number =>
  left === null || right === null ? 0 : Math.abs(Date.parse(left) - Date.parse(right)) / DAY;
