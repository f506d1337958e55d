import type { Digest } from '@corridor/core/ports';
import type { Movement, MovementIds } from './movement.js';
import { typeOf } from './transaction-codes.js';
import { condensedText, disagree, haveWordsInCommon, type Wording } from './wording.js';

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

/**
 * Whether the movement, found by this identity, is the known one. `doubt`: by its id it is, but something else speaks
 * against it.
 */
export function compare(
  movement: Movement,
  known: Known,
  identity: Identity,
  reading: Reading,
): 'same' | 'other' | 'doubt' {
  if (
    areOtherCharges(movement, known) ||
    contradict(movement.ids, known.ids) ||
    !mayBeSame(movement, known, identity, reading)
  )
    return 'other';
  if (disagree(movement, known.wording)) {
    // Payers and their banks choose these ids.
    const isChoice =
      (identity === 'end-to-end' || identity === 'transaction') &&
      differ(movement.counterparty.account, known.wording.counterparty.account);
    return isId(identity) && !isChoice && movement.date === known.date ? 'doubt' : 'other';
  }
  // Payers repeat an EndToEndId, and banks a reference. The statement of the other day shows whether it is another one.
  const isRepeatable = identity === 'end-to-end' || identity === 'servicer';
  const isBooked = movement.isValueDate !== true && known.isValueDate !== true;
  return isRepeatable && isBooked && daysBetween(movement.date, known.date) > 0 ? 'doubt' : 'same';
}

/** Whether the charges were taken from payments of different amounts. A report of several payments does not say which. */
const areOtherCharges = ({ chargedOn: one }: Movement, { chargedOn: other }: Known): boolean =>
  one !== undefined && other !== undefined && one !== other;

export const isSame = (...compared: Parameters<typeof compare>): boolean => compare(...compared) === 'same';

/** An id that the bank, the scheme or the payer gives to a payment. */
export const isId = (identity: Identity): boolean => isUnique(identity) || identity === 'end-to-end';

function mayBeSame(movement: Movement, known: Known, identity: Identity, reading: Reading): boolean {
  const { servicer } = movement.ids;
  const claim = claimOn(known, servicer, reading);
  if (['content', 'batch', 'wording'].includes(identity) && areOtherBatches(movement.batches, known.batches))
    return false;
  if (isUnique(identity)) {
    if (claim?.isIndirect === true) return !conflict(servicer, claim.ids.servicer);
    if (daysBetween(movement.date, known.date) > MOST_DAYS) return false;
    if (claim === undefined) return true;
    if (isSeparate(claim, reading)) return false;
    return reading.isCopy || share(movement.ids, claim.ids);
  }
  if (claim === undefined) {
    const own = known.claims[reading.stream];
    if (identity === 'wording') return own === undefined && isSameDay(movement, known, identity);
    // Reports of two kinds may number their entries differently.
    if (identity === 'content' || identity === 'day') return !conflict(servicer, own?.ids.servicer ?? []);
    const isOtherEntry = conflict(servicer, known.ids.servicer);
    // One file may have several batches of one amount.
    if (isOtherEntry && identity === 'batch' && !nameOneBatch(movement.batches, known.batches)) return false;
    // Reports of one kind give an entry one date.
    const mustBeOneDay = isOtherEntry || own !== undefined;
    return mustBeOneDay ? movement.date === known.date : daysBetween(movement.date, known.date) <= MOST_DAYS;
  }
  if (isSeparate(claim, reading)) return false;
  // The bank may number a statement that it makes again in another way.
  if (reading.isCopy && identity !== 'batch') return isSameDay(movement, known, identity);
  if (conflict(servicer, claim.ids.servicer)) return false;
  if (identity === 'end-to-end') return movement.date === known.date;
  if (identity === 'day' || identity === 'wording' || (identity === 'batch' && movement.date !== known.date))
    return false;
  return reading.isCopy || reading.stream === 'camt.052';
}

const isSameDay = (movement: Movement, known: Known, identity: Identity): boolean =>
  movement.date === known.date && (identity !== 'wording' || hasInCommon(movement, known));

/** A charge has no words of its own. */
const hasInCommon = (movement: Movement, known: Known): boolean =>
  movement.part === 'charge' || haveWordsInCommon(movement, known.wording);

/** Within one report each entry is a booking of its own, and so it is in statements that follow each other. */
const isSeparate = (claim: Claim, { report, isNext }: Reading): boolean => claim.report === report || isNext;

/**
 * The claim of the reports of this kind. Notifications may name a sum and its details, one after the other; a statement
 * contains each entry once, as the one or the other.
 */
function claimOn(
  { claims }: Known,
  servicer: readonly string[],
  { stream, report }: Pick<Reading, 'stream' | 'report'>,
): Claim | undefined {
  const claim = claims[stream];
  if (claim?.isIndirect !== true || stream === 'statement') return claim;
  return claim.report === report || conflict(servicer, claim.ids.servicer) ? claim : undefined;
}

/** Whether both have a name for their batch (PmtInfId, else MsgId), and none is the same. */
export function areOtherBatches(some: Movement['batches'], others: Movement['batches']): boolean {
  for (const name of ['paymentInformationId', 'messageId'] as const) {
    const [names, known] = [some, others].map((batches) => batches.flatMap((batch) => batch[name] ?? []));
    if (names!.length > 0 && known!.length > 0) return !names!.some((one) => known!.includes(one));
  }
  return false;
}

const nameOneBatch = (some: Movement['batches'], others: Movement['batches']): boolean =>
  some.some(
    ({ paymentInformationId: name }) =>
      name !== null && others.some(({ paymentInformationId }) => paymentInformationId === name),
  );

/** Whether two reports give a payment the same id. */
export const share = (one: Claim['ids'], other: Claim['ids']): boolean =>
  (one.uetr !== null && one.uetr === other.uetr) ||
  (one.transactionId !== null && one.transactionId === other.transactionId) ||
  haveCommon(one.servicer, other.servicer);

/** Two payments with different ids of the same kind are different, whatever else they share. */
export const contradict = (one: MovementIds, other: MovementIds): boolean =>
  differ(one.uetr, other.uetr) ||
  differ(one.transactionId, other.transactionId) ||
  differ(one.endToEndId, other.endToEndId);

/** How many days the reports of one movement may differ in its booking date. */
const MOST_DAYS = 7;

export const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

export const haveCommon = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

export const conflict = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && others.length > 0 && !haveCommon(some, others);

const DAY = 86_400_000;

export const daysBetween = (one: string | null, other: string | null): number =>
  one === null || other === null ? 0 : Math.abs(Date.parse(one) - Date.parse(other)) / DAY;
