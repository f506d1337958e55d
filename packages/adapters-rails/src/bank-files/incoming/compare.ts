import {
  areOtherBatches,
  type Claim,
  conflict,
  contradict,
  daysBetween,
  differ,
  type Identity,
  type Known,
  type Reading,
  share,
} from './identity.js';
import type { Movement } from './movement.js';
import { disagree, haveWordsInCommon } from './wording.js';

/** How many days the reports of one movement may differ in its booking date. */
const MOST_DAYS = 7;

interface Pair {
  readonly movement: Movement;
  readonly known: Known;
  readonly reading: Reading;
  /** What reports of the kind of this one have said about the known movement, as `claimOn` reads it. */
  readonly claim: Claim | undefined;
}

/** What the rows ask about a movement of the report and a known one. */
const FEATURES = {
  // A report of several payments does not say which payment a charge was taken from.
  areOtherCharges: ({ movement, known }) =>
    movement.chargedOn !== undefined && known.chargedOn !== undefined && movement.chargedOn !== known.chargedOn,
  haveContradictoryIds: ({ movement, known }) => contradict(movement.ids, known.ids),
  areOtherBatches: ({ movement, known }) => areOtherBatches(movement.batches, known.batches),
  nameOneBatch: ({ movement, known }) => nameOneBatch(movement.batches, known.batches),
  /** A report of this kind has named the known movement. */
  isClaimed: ({ claim }) => claim !== undefined,
  /** It has named only the sum of the known movement, or only its details. */
  isClaimIndirect: ({ claim }) => claim?.isIndirect === true,
  /** Within one report each entry is a booking of its own, and so it is in statements that follow each other. */
  isClaimSeparate: ({ claim, reading }) => claim !== undefined && (claim.report === reading.report || reading.isNext),
  /** It gave an AcctSvcrRef, and the movement has another one. */
  isClaimOfOtherEntry: ({ movement, claim }) => conflict(movement.ids.servicer, claim?.ids.servicer ?? []),
  sharesIdOfClaim: ({ movement, claim }) => claim !== undefined && share(movement.ids, claim.ids),
  /** As `isClaimed`, but also if a notification may name the sum or the details after the other. */
  isNamedByKind: ({ known, reading }) => known.claims[reading.stream] !== undefined,
  isOtherEntry: ({ movement, known }) => conflict(movement.ids.servicer, known.ids.servicer),
  isSameDate: ({ movement, known }) => movement.date === known.date,
  isOtherDay: ({ movement, known }) => daysBetween(movement.date, known.date) > 0,
  isTooFarApart: ({ movement, known }) => daysBetween(movement.date, known.date) > MOST_DAYS,
  hasBookingDates: ({ movement, known }) => movement.isValueDate !== true && known.isValueDate !== true,
  // A charge has no words of its own.
  haveWordsInCommon: ({ movement, known }) => movement.part === 'charge' || haveWordsInCommon(movement, known.wording),
  contradictInWords: ({ movement, known }) => disagree(movement, known.wording),
  haveOtherPayers: ({ movement, known }) => differ(movement.counterparty.account, known.wording.counterparty.account),
  isCopy: ({ reading }) => reading.isCopy,
  isIntraday: ({ reading }) => reading.stream === 'camt.052',
} satisfies Readonly<Record<string, (pair: Pair) => boolean>>;

type Feature = keyof typeof FEATURES;

interface Row<Decision> {
  /** The identities by which the movement was found; all if it is absent. */
  readonly by?: readonly Identity[];
  readonly when: Readonly<Partial<Record<Feature, boolean>>>;
  readonly decides: Decision;
}

const UNIQUE: readonly Identity[] = ['uetr', 'transaction', 'servicer'];
const BATCH_OR_PAYER: readonly Identity[] = ['batch', 'end-to-end'];

/** Whether the movement may be the known one by ids, dates and reports. The first row that applies decides. */
export const CANDIDATE_ROWS: readonly Row<'candidate' | 'other'>[] = [
  { when: { areOtherCharges: true }, decides: 'other' },
  { when: { haveContradictoryIds: true }, decides: 'other' },
  { by: ['content', 'batch', 'wording'], when: { areOtherBatches: true }, decides: 'other' },

  // Found by an id that is given once.
  { by: UNIQUE, when: { isClaimIndirect: true, isClaimOfOtherEntry: true }, decides: 'other' },
  { by: UNIQUE, when: { isClaimIndirect: true }, decides: 'candidate' },
  { by: UNIQUE, when: { isTooFarApart: true }, decides: 'other' },
  { by: UNIQUE, when: { isClaimed: false }, decides: 'candidate' },
  { by: UNIQUE, when: { isClaimSeparate: true }, decides: 'other' },
  { by: UNIQUE, when: { isCopy: true }, decides: 'candidate' },
  { by: UNIQUE, when: { sharesIdOfClaim: true }, decides: 'candidate' },
  { by: UNIQUE, when: {}, decides: 'other' },

  // This kind of report has not named the known movement.
  { by: ['wording'], when: { isClaimed: false, isNamedByKind: true }, decides: 'other' },
  { by: ['wording'], when: { isClaimed: false, isSameDate: false }, decides: 'other' },
  { by: ['wording'], when: { isClaimed: false, haveWordsInCommon: false }, decides: 'other' },
  { by: ['wording'], when: { isClaimed: false }, decides: 'candidate' },
  // Reports of two kinds may number their entries differently.
  { by: ['content', 'day'], when: { isClaimed: false }, decides: 'candidate' },
  // One file may have several batches of one amount.
  { by: ['batch'], when: { isClaimed: false, isOtherEntry: true, nameOneBatch: false }, decides: 'other' },
  { by: BATCH_OR_PAYER, when: { isClaimed: false, isSameDate: true }, decides: 'candidate' },
  { by: BATCH_OR_PAYER, when: { isClaimed: false, isOtherEntry: true }, decides: 'other' },
  // Reports of one kind give an entry one date.
  { by: BATCH_OR_PAYER, when: { isClaimed: false, isNamedByKind: true }, decides: 'other' },
  { by: BATCH_OR_PAYER, when: { isClaimed: false, isTooFarApart: true }, decides: 'other' },
  { by: BATCH_OR_PAYER, when: { isClaimed: false }, decides: 'candidate' },

  // It has named it.
  { when: { isClaimSeparate: true }, decides: 'other' },
  // The bank may number a statement that it makes again in another way.
  { by: ['wording'], when: { isCopy: true, haveWordsInCommon: false }, decides: 'other' },
  {
    by: ['end-to-end', 'content', 'wording', 'day'],
    when: { isCopy: true, isSameDate: true },
    decides: 'candidate',
  },
  { by: ['end-to-end', 'content', 'wording', 'day'], when: { isCopy: true }, decides: 'other' },
  { when: { isClaimOfOtherEntry: true }, decides: 'other' },
  { by: ['end-to-end'], when: { isSameDate: true }, decides: 'candidate' },
  { by: ['end-to-end', 'wording', 'day'], when: {}, decides: 'other' },
  { by: ['batch'], when: { isSameDate: false }, decides: 'other' },
  { by: ['batch'], when: { isCopy: true }, decides: 'candidate' },
  { when: { isIntraday: true }, decides: 'candidate' },
  { when: {}, decides: 'other' },
];

export type Comparison = 'same' | 'other' | 'doubt';

/** What a candidate is by its words and its date. The first row that applies decides. */
export const CONFIRMATION_ROWS: readonly Row<Comparison>[] = [
  // Payers and their banks choose these ids.
  { by: ['end-to-end', 'transaction'], when: { contradictInWords: true, haveOtherPayers: true }, decides: 'other' },
  { by: [...UNIQUE, 'end-to-end'], when: { contradictInWords: true, isSameDate: true }, decides: 'doubt' },
  { when: { contradictInWords: true }, decides: 'other' },
  // Payers repeat an EndToEndId, and banks a reference. The statement of the other day shows whether it is another one.
  { by: ['end-to-end', 'servicer'], when: { hasBookingDates: true, isOtherDay: true }, decides: 'doubt' },
  { when: {}, decides: 'same' },
];

/**
 * Whether the movement, found by this identity, is the known one. `doubt`: by its id it is, but something else speaks
 * against it.
 */
export const compare = (...compared: Parameters<typeof decidingRows>): Comparison => {
  const [, confirmation] = decidingRows(...compared);
  return confirmation?.decides ?? 'other';
};

export const isSame = (...compared: Parameters<typeof compare>): boolean => compare(...compared) === 'same';

/** The rows that decide about a movement: of the candidates and, if it is one, of the confirmations. */
export function decidingRows(
  movement: Movement,
  known: Known,
  identity: Identity,
  reading: Reading,
): readonly [Row<'candidate' | 'other'>, Row<Comparison> | null] {
  const pair = { movement, known, reading, claim: claimOn(known, movement.ids.servicer, reading) };
  const candidate = firstRow(CANDIDATE_ROWS, identity, pair);
  return [candidate, candidate.decides === 'other' ? null : firstRow(CONFIRMATION_ROWS, identity, pair)];
}

const firstRow = <Decision>(rows: readonly Row<Decision>[], identity: Identity, pair: Pair): Row<Decision> =>
  rows.find(({ by, when }) => {
    if (by !== undefined && !by.includes(identity)) return false;
    for (const feature in when) if (FEATURES[feature as Feature](pair) !== when[feature as Feature]) return false;
    return true;
  })!;

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

const nameOneBatch = (left: Movement['batches'], right: Movement['batches']): boolean =>
  left.some(
    ({ paymentInformationId: name }) =>
      name !== null && right.some(({ paymentInformationId }) => paymentInformationId === name),
  );
