import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Cursors,
  err,
  type Id,
  newRecord,
  type Page,
  type PageRequest,
  type Query,
  readPage,
  recordKind,
  type Unit,
} from '../kernel/index.js';

export const DECLINE_REASONS = [
  'CARD_NOT_ACTIVE',
  'CARD_PAUSED',
  'CARD_CLOSED',
  'MAX_SPEND_EXCEEDED',
  'MERCHANT_NOT_ALLOWED',
  'COUNTRY_NOT_ALLOWED',
  'SPEND_LIMIT_EXCEEDED',
  'LIMIT_EXCEEDED',
  'INSUFFICIENT_FUNDS',
  'CARDHOLDER_NOT_READY',
  'FUNDING_SOURCE_UNAVAILABLE',
  'NOT_DELEGATED',
  'AUTHORIZATION_ENDED',
  'DECLINED_BY_NETWORK',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** An event of a card that changes no state: a reveal of its number, a decline, a verification, a balance inquiry. */
export interface CardLogEntry extends BaseRecord {
  readonly id: Id<'CardLog'>;
  readonly cardId: Id<'Card'>;
  /** VERIFIED: an authorization of zero was approved. */
  readonly what: 'REVEALED' | 'DECLINED' | 'VERIFIED' | 'BALANCE_INQUIRY';
  readonly reason: DeclineReason | null;
  readonly amount: bigint | null;
  readonly currency: CurrencyCode | null;
  readonly merchant: string | null;
  /** The id of the question at the network. */
  readonly issuerToken: string | null;
  /** The id of the API token of the request; for an actor without a token, the kind of actor (see `Actor`). */
  readonly actor: string;
  readonly requestId: string;
}

/** Append-only. */
export const CARD_LOG = recordKind<CardLogEntry>()({
  name: 'card_log',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    cardId: 'text',
    what: 'text',
    reason: 'text?',
    amount: 'amount?',
    currency: 'text?',
    merchant: 'text?',
    issuerToken: 'text?',
    actor: 'text',
    requestId: 'text',
  },
  states: [],
  // A declined question is logged once, so a repeated one is declined with the same reason.
  unique: [{ name: 'issuer_token', columns: ['issuerToken'] }],
  filters: ['cardId'],
  immutable: ['cardId', 'what', 'reason', 'amount', 'currency', 'merchant', 'issuerToken', 'actor', 'requestId'],
});

/**
 * The error of a unit whose question another unit answered at the same time. The lock of the funding source makes copies
 * of a question wait for the first answer, so only questions about different funding sources or cards get this error.
 */
export const ASKED_TWICE = err(
  'CONFLICT',
  'another request is answering this question of the network; send the question again to receive the answer',
).error;

const NOTHING = { reason: null, amount: null, currency: null, merchant: null, issuerToken: null } as const;

type NewEntry = Pick<CardLogEntry, 'cardId' | 'what'> & Partial<CardLogEntry>;

/** Writes an entry. The unit ends with 409 CONFLICT if the log has another one with its `issuerToken`. */
export function logCard(unit: Unit, entry: NewEntry): void {
  unit.tx.add(CARD_LOG, newEntry(unit, entry), { conflicts: { issuer_token: ASKED_TWICE } });
}

/** Writes the decline of a question, unless the log has one, and returns the reason in the log. */
export async function logDecline(
  unit: Unit,
  decline: Omit<NewEntry, 'what'> & { readonly issuerToken: string; readonly reason: DeclineReason },
): Promise<DeclineReason> {
  const { tx } = unit;
  tx.add(CARD_LOG, newEntry(unit, { ...decline, what: 'DECLINED' }), { unlessExists: true });
  const first = await tx.find(CARD_LOG, 'issuer_token', [decline.issuerToken]);
  return first?.reason ?? decline.reason;
}

function newEntry({ ctx, ids }: Unit, entry: NewEntry): CardLogEntry {
  return {
    ...NOTHING,
    ...entry,
    actor: ctx.actor.kind === 'token' ? ctx.actor.tokenId : ctx.actor.kind,
    requestId: ctx.requestId,
    ...newRecord(ids.next('CardLog'), ctx),
  };
}

/** The log of a card, newest first. */
export const listCardLog =
  (cursors: Cursors): Query<{ readonly cardId: string } & PageRequest, Page<CardLogEntry>> =>
  (reads, _ctx, { cardId, ...request }) =>
    readPage(reads, cursors, CARD_LOG, { where: { cardId: cardId as Id<'Card'> }, order: 'desc' }, request);
