import { type EventSnapshots, type EventSubject, type EventType, subjectOf } from '../events/index.js';
import type { BaseRecord } from '../kernel/index.js';

/** A member of a snapshot, or a member of that member: `source.accountId`. */
type Member<T> = {
  [K in keyof T & string]: K | (NonNullable<T[K]> extends object ? `${K}.${string}` : never);
}[keyof T & string];

const BASE = ['id', 'tenant', 'version', 'createdAt', 'updatedAt'] as const satisfies readonly (keyof BaseRecord)[];

const ENDS = ['sourceType', 'destinationType', 'accountId', 'customerId', 'currency'] as const;
const of = <K extends string, M extends string>(member: K, names: readonly M[]): readonly `${K}.${M}`[] =>
  names.map((name) => `${member}.${name}` as const);

const PAYMENT = [
  ...BASE,
  ...(['type', 'status', 'direction', 'customerId', 'quoteId', 'agentId', 'answerId'] as const),
  ...(['sentAmount', 'sentCurrency', 'receivedAmount', 'receivedCurrency', 'exchangeRate', 'rateTerms'] as const),
  ...(['fees', 'platformFees', 'rail', 'fundingRail', 'paymentRail', 'railSelectionMode'] as const),
  ...(['submittedAt', 'pullSubmittedAt', 'collectedAt', 'cancelRequestedAt', 'expectedSettlementAt'] as const),
  ...(['settledAt', 'receiptDeliveryConfirmedAt', 'dailyVolumeId', 'failureReason', 'holdEndsAt'] as const),
  ...(['refundStatus', 'refundReference', 'refundReason', 'refundInitiatedAt', 'refundSettledAt'] as const),
  'corrections',
  ...of('source', ENDS),
  ...of('destination', ENDS),
  ...of('card', ['cardId', 'accountId', 'currency', 'authorized', 'asked', 'reserved', 'settled', 'refunded', 'lost']),
  ...of('card', ['excess', 'atOnce', 'clearings', 'returns', 'pendingPulls', 'moved', 'told', 'pulls']),
  ...of('card', ['authorizedAt', 'expiresAt', 'expiredAt', 'released']),
] as const satisfies readonly Member<EventSnapshots['OUTGOING_PAYMENT']>[];

/**
 * The members of snapshots that say nothing of a person, by subject of the event. All others are personal: a column that is
 * added later can be erased. The lists belong to form 3 of seals: a change of one needs a further form, because the seals
 * of earlier rows would no longer match (plain-members.test.ts).
 */
const PLAIN: { readonly [S in EventSubject]: readonly Member<EventSnapshots[S]>[] } = {
  CUSTOMER: [...BASE, 'customerType', 'currencies', 'kycStatus', 'isDeleted'],
  VERIFICATION: [...BASE, 'customerId', 'verificationStatus', 'provider', 'isChange'],
  INTERNAL_ACCOUNT: [
    ...BASE,
    ...(['customerId', 'type', 'status', 'currency', 'owner', 'ownerType', 'privateEnabled'] as const),
    'fundingRails',
  ],
  EXTERNAL_ACCOUNT: [
    ...BASE,
    ...(['customerId', 'owner', 'ownerType', 'status', 'currency', 'ownershipType', 'isDeleted'] as const),
    ...(['defaultUmaDepositAccount', 'trustedAt', 'duplicateOf'] as const),
  ],
  QUOTE: [
    ...BASE,
    ...(['status', 'expiresAt', 'customerId', 'pulledFrom', 'sendingCurrency', 'receivingCurrency'] as const),
    ...(['totalSendingAmount', 'totalReceivingAmount', 'exchangeRate', 'rateBasis', 'termsIds'] as const),
    ...(['platformFee', 'serviceFee', 'serviceFeeBps', 'serviceFixedFee', 'fundingRail', 'rail'] as const),
    ...(['paymentRail', 'settlementSeconds', 'transactionId', 'agentId'] as const),
    ...of('source', ENDS),
    ...of('destination', ENDS),
  ],
  OUTGOING_PAYMENT: PAYMENT,
  INCOMING_PAYMENT: PAYMENT,
  CARD_TRANSACTION: PAYMENT,
  CARD: [
    ...BASE,
    ...(['cardholderId', 'state', 'stateReason', 'form', 'brand', 'fundingSources', 'currency'] as const),
    ...(['maxSpendPerTransaction', 'controls', 'processorRef', 'stateChanges', 'fundingChanges'] as const),
  ],
  AGENT_ACTION: [
    ...BASE,
    ...(['agentId', 'customerId', 'status', 'type', 'quoteId', 'wasAsked', 'transactionId', 'spent'] as const),
  ],
  INVITATION: [
    ...BASE,
    ...(['status', 'environment', 'inviterId', 'amountToSend', 'currency', 'expiresAt', 'claimedAt'] as const),
    'quoteId',
  ],
  EXCEPTION: [
    ...BASE,
    ...(['kind', 'status', 'subject', 'rail', 'currency', 'amount', 'resolution', 'resolvedAt'] as const),
    ...(['entryId', 'leg', 'direction', 'moved', 'recovered', 'isUntold'] as const),
  ],
  BULK_UPLOAD: [
    ...BASE,
    ...(['status', 'chunks', 'nextChunk', 'total', 'successful', 'failed', 'completedAt'] as const),
  ],
  PLATFORM: ['id', 'version', 'scope', 'validFrom', 'content', 'before'],
  TEST: [],
};

/** What form 2 kept besides: the identifier by which a platform knows a customer, which can be a name or a mail address. */
const ALSO_PLAIN_IN_FORM_2: ReadonlySet<string> = new Set(['CUSTOMER.platformAccountId']);

/** What form 2 did not have: members that came after it were personal under its seals. */
const NOT_PLAIN_IN_FORM_2: ReadonlySet<string> = new Set(['CARD.controls']);

type Members = Record<string, unknown>;

interface Plain {
  /** Members that are plain as a whole. */
  readonly whole: ReadonlySet<string>;
  /** Of members that are plain in part, the plain members. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
}

const plainOf = new Map<string, Plain>(
  Object.entries(PLAIN).map(([subject, names]) => {
    const parts = new Map<string, Set<string>>();
    for (const name of names) {
      const [member, part] = name.split('.');
      if (part !== undefined) parts.set(member!, (parts.get(member!) ?? new Set()).add(part));
    }
    return [subject, { whole: new Set(names.filter((name) => !name.includes('.'))), parts }];
  }),
);

/** An event that was altered can have any type: all members are then personal. */
const NOTHING_PLAIN: Plain = { whole: new Set(), parts: new Map() };
const membersOf = (type: EventType): Plain => plainOf.get(subjectOf(type)) ?? NOTHING_PLAIN;

/** Whether the whole member says nothing of a person, so that an erasure keeps it as it is. */
export const isPlainMember = (type: EventType, member: string): boolean => membersOf(type).whole.has(member);

export interface SplitSnapshot {
  readonly plain: object;
  readonly personal: object;
}

/** As `splitSnapshot`, for rows under seals of forms 1 and 2. */
export function splitSnapshotOfForm2(type: EventType, snapshot: object): SplitSnapshot {
  const { plain, personal } = splitSnapshot(type, snapshot);
  const nameOf = ([name]: readonly [string, unknown]): string => `${subjectOf(type)}.${name}`;
  const wasPlain = (member: readonly [string, unknown]): boolean => ALSO_PLAIN_IN_FORM_2.has(nameOf(member));
  const wasPersonal = (member: readonly [string, unknown]): boolean => NOT_PLAIN_IN_FORM_2.has(nameOf(member));
  const [plainNow, personalNow] = [Object.entries(plain), Object.entries(personal)];
  const those = (...members: readonly (readonly [string, unknown])[]): object => Object.fromEntries(members);
  return {
    plain: those(...plainNow.filter((member) => !wasPersonal(member)), ...personalNow.filter(wasPlain)),
    personal: those(...personalNow.filter((member) => !wasPlain(member)), ...plainNow.filter(wasPersonal)),
  };
}

/** Parts the members of a snapshot. Each member, and each member of a member, is in one of the two. */
export function splitSnapshot(type: EventType, snapshot: object): SplitSnapshot {
  const { whole, parts } = membersOf(type);
  const plain: Members = {};
  const personal: Members = {};
  for (const [name, value] of Object.entries(snapshot)) {
    const names = parts.get(name);
    if (whole.has(name) || (names !== undefined && value === null)) plain[name] = value;
    else if (names === undefined || typeof value !== 'object' || Array.isArray(value)) personal[name] = value;
    else splitInto(plain, personal, name, Object.entries(value as object), names);
  }
  return { plain, personal };
}

function splitInto(
  plain: Members,
  personal: Members,
  name: string,
  members: readonly (readonly [string, unknown])[],
  names: ReadonlySet<string>,
): void {
  plain[name] = Object.fromEntries(members.filter(([member]) => names.has(member)));
  const others = members.filter(([member]) => !names.has(member));
  if (others.length > 0) personal[name] = Object.fromEntries(others);
}
