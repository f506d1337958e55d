import type { CurrencyCode, Instant } from '@corridor/core';
import type { RailRecord, RailSecret, RailValue } from '@corridor/core/ports';
import type { Claims, Known } from './identity.js';
import type { Movement } from './movement.js';
import { typeOf } from './transaction-codes.js';

export const MOVEMENTS = 'in-movements';

export const EUR = 'EUR' as CurrencyCode;

/**
 * The lists of movements.
 * - `TO_TELL`: core does not know it yet.
 * - `WAITING`: something must be known first, such as the details of a batch.
 * - `NOTED`: a notification named it, and only statements move money.
 * - `IN_FLIGHT`: core knows it, and no statement has named it yet.
 * A movement that core knows and a statement has named has no list.
 */
export const LISTS = ['TO_TELL', 'WAITING', 'NOTED', 'IN_FLIGHT'] as const;
export type List = (typeof LISTS)[number];

/** What core has learned about a movement. */
export interface Told {
  /** `same`: another movement, whose key is the only subject, stands for it. */
  readonly as: 'payments' | 'arrival' | 'reversal' | 'booking' | 'difference' | 'same' | 'nothing';
  /** What the ledger calls it: id of a transaction, deposit, booking or exception, or the references of payments. */
  readonly subjects: readonly { readonly reference: string; readonly amount: bigint }[];
}

/** What is stored of a movement besides its content. */
export interface Progress {
  readonly iban: string;
  readonly claims: Claims;
  /** The entry had no details: its parts may be named later. */
  readonly isUndetailed: boolean;
  /** It is one of several payments of an entry, or a charge among them. */
  readonly isDetail: boolean;
  /** The entry of a report that has first named this movement as one of its details; null for an entry without details. */
  readonly entry: string | null;
  /** The undetailed movement of which this is a detail, by key; null if no report has named one. */
  readonly sum: string | null;
  /**
   * The details of this undetailed movement, by key, and the entry that has named them. They move nothing if core knows
   * this movement (`areCovered`); otherwise they take its place.
   */
  readonly details: { readonly entry: string; readonly keys: readonly string[]; readonly areCovered?: true } | null;
  /** Before a statement names it, it may only show that a payment was debited. */
  readonly onlyPayments: boolean;
  /** The key of the movement that this one may be; null if it is one of its own. */
  readonly doubts: string | null;
  /** Until when it may wait. */
  readonly waitsUntil: Instant | null;
  /** Why it waits; null if it does not. */
  readonly waitsFor: string | null;
  readonly told: Told | null;
  /** For a movement that no entry names: the text of the opening, or of a difference. */
  readonly note: string | null;
}

export interface StoredMovement extends Progress {
  readonly key: string;
  readonly kind: 'entry' | 'opening' | 'check';
  readonly movement: Movement;
}

/** A movement in a list. */
export interface Unstated extends StoredMovement {
  readonly list: List;
}

export type Content = Pick<StoredMovement, 'kind' | 'movement'> & Progress;

/** Names, account numbers and texts are sealed; the rest is stored as it is. */
export function contentOf({ kind, movement, ...progress }: Content): {
  readonly value: RailValue;
  readonly secret: RailSecret;
} {
  const { counterparty, texts, information, ...open } = movement;
  const { iban, claims, isUndetailed, isDetail, entry, sum, details, onlyPayments } = progress;
  const { doubts, waitsUntil, waitsFor, told, note } = progress;
  const stored = {
    iban,
    claims,
    isUndetailed,
    isDetail,
    entry,
    sum,
    details,
    onlyPayments,
    doubts,
    waitsUntil,
    waitsFor,
    told,
    note,
  };
  return {
    value: { kind, movement: open, ...stored } as unknown as RailValue,
    secret: {
      name: counterparty.name,
      account: counterparty.account,
      texts: JSON.stringify(texts),
      information,
    },
  };
}

export function movementIn({ key, value, secret }: RailRecord): StoredMovement {
  // Earlier records have none of these.
  type Later = 'entry' | 'sum' | 'isDetail' | 'doubts';
  type Stored = Omit<Content, Later> & Partial<Pick<Content, Later>>;
  const { movement, entry = null, sum = null, isDetail = false, doubts = null, ...rest } = value as unknown as Stored;
  const { name = null, account = null, texts, information = null } = secret ?? {};
  const words = texts === null || texts === undefined ? [] : (JSON.parse(texts) as string[]);
  const counterparty = { name, account };
  return {
    ...rest,
    key,
    entry,
    sum,
    isDetail,
    doubts,
    movement: { ...movement, counterparty, texts: words, information },
  };
}

export const knownIn = ({ key, movement, isUndetailed, isDetail, claims, details }: StoredMovement): Known => ({
  key,
  date: movement.date,
  isValueDate: movement.isValueDate === true,
  chargedOn: movement.chargedOn,
  ids: movement.ids,
  wording: movement,
  batches: isUndetailed ? movement.batches : [],
  isDetail,
  groups: movement.groups,
  claims,
  parts: details?.keys ?? [],
});

/** The keys of the movements that stand for this one; null if it stands for itself. */
export function standingFor(stored: StoredMovement): readonly string[] | null {
  if (stored.told?.as === 'same') return stored.told.subjects.map(({ reference }) => reference);
  return isReplaced(stored) ? stored.details!.keys : null;
}

/** Whether the details of a sum move its money. */
export const isReplaced = ({ details, told }: StoredMovement): boolean =>
  details !== null && details.areCovered !== true && told === null;

/** Whether the details of a sum move nothing, now or when they are named. */
export const coversDetails = (sum: StoredMovement, list: List | null, now: Instant): boolean =>
  sum.details === null ? mayBeTold(sum, list, now) : !isReplaced(sum);

/** Whether core knows the movement, or may know it: a crash may have come before that was stored. */
function mayBeTold({ told, waitsUntil, movement }: StoredMovement, list: List | null, now: Instant): boolean {
  if (told !== null) return true;
  if (list === 'TO_TELL') return !isSumOfCredits(movement);
  return waitsUntil !== null && waitsUntil <= now;
}

/** A sum of received transfers, which waits for its details before core hears of it. */
const isSumOfCredits = ({ part, direction, isReversal, codes }: Movement): boolean =>
  part === 'batch' && direction === 'IN' && !isReversal && ['transfer', 'unknown'].includes(typeOf(codes));

export const signed = ({ direction, amount }: Pick<Movement, 'direction' | 'amount'>): bigint =>
  direction === 'IN' ? amount : -amount;

/** A movement that no entry names, of the account itself. */
export const ownMovement = (kind: 'opening' | 'check', iban: string, net: bigint, note: string): Content => ({
  kind,
  iban,
  claims: {},
  isUndetailed: false,
  isDetail: false,
  entry: null,
  sum: null,
  details: null,
  onlyPayments: false,
  doubts: null,
  waitsUntil: null,
  waitsFor: null,
  told: null,
  note,
  movement: {
    part: 'payment',
    direction: net < 0n ? 'OUT' : 'IN',
    amount: net < 0n ? -net : net,
    isReversal: false,
    date: null,
    valueDate: null,
    ids: { servicer: [], transactionId: null, uetr: null, endToEndId: null, instructionId: null },
    groups: [],
    batches: [],
    codes: [],
    returned: null,
    counterparty: { name: null, account: null },
    texts: [],
    information: null,
  },
});

/** The list of a movement that core knows. */
export const listAfter = ({ claims, kind }: Pick<StoredMovement, 'claims' | 'kind'>): List | null =>
  kind === 'entry' && claims.statement === undefined ? 'IN_FLIGHT' : null;
