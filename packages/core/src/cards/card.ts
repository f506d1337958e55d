import { emit, type EventTypeOf } from '../events/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  machine,
  recordKind,
  type StateOf,
  type Unit,
} from '../kernel/index.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly CARD: Omit<Card, 'sealedPassword'>;
  }
}

/** A card (interface, "States and transitions"). */
export const CARD = machine('Card', 'state', ['CLOSED'], [
  { from: null, on: 'order', to: 'PROCESSING', emits: null, why: 'the issuer is asked for it' },
  { from: 'PROCESSING', on: 'provision', to: 'ACTIVE', emits: 'CARD.STATE_CHANGE', why: 'the issuer has made it' },
  {
    from: 'PROCESSING',
    on: 'reject',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the issuer does not make it (ISSUER_REJECTED)',
  },
  { from: 'ACTIVE', on: 'freeze', to: 'FROZEN', emits: 'CARD.STATE_CHANGE', why: 'asked for by the platform' },
  { from: 'FROZEN', on: 'unfreeze', to: 'ACTIVE', emits: 'CARD.STATE_CHANGE', why: 'asked for by the platform' },
  {
    from: 'PROCESSING',
    on: 'close',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the platform needs it no more, or its cardholder is gone',
  },
  {
    from: 'ACTIVE',
    on: 'close',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the platform needs it no more, or its cardholder is gone',
  },
  {
    from: 'FROZEN',
    on: 'close',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the platform needs it no more, or its cardholder is gone',
  },
] as const);
export type CardState = StateOf<typeof CARD>;

export const CARD_BRANDS = ['VISA', 'MASTERCARD'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

export const CARD_STATE_REASONS = ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SVC'] as const;
export type CardStateReason = (typeof CARD_STATE_REASONS)[number];

/** What the core knows of a card. Its number and its code are its issuer's alone. */
export interface Card extends BaseRecord {
  readonly id: Id<'Card'>;
  readonly cardholderId: Id<'Customer'>;
  readonly platformCardId: string | null;
  readonly state: CardState;
  readonly stateReason: CardStateReason | null;
  readonly form: 'VIRTUAL';
  /** Null until the issuer has made it, as the three after it. */
  readonly brand: CardBrand | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  /** Internal accounts of the cardholder; the first one is spent from. */
  readonly fundingSources: readonly Id<'InternalAccount'>[];
  /** That of its funding sources. */
  readonly currency: CurrencyCode;
  /** Smallest units of the currency; null for no limit. */
  readonly maxSpendPerTransaction: bigint | null;
  /** Name of the issuer that makes it. */
  readonly processorRef: string;
  /** The issuer's own name of it. */
  readonly issuerRef: string | null;
  /** The cardholder's 3-D Secure password on its way to the issuer, sealed; null once it is there. */
  readonly sealedPassword: string | null;
  /** How often its state has changed, and its funding sources: each time an event tells it. */
  readonly stateChanges: number;
  readonly fundingChanges: number;
}

export const CARDS = recordKind<Card>()({
  name: 'cards',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    cardholderId: 'text',
    platformCardId: 'text?',
    state: 'text',
    stateReason: 'text?',
    form: 'text',
    brand: 'text?',
    last4: 'text?',
    expMonth: 'int?',
    expYear: 'int?',
    fundingSources: 'json',
    currency: 'text',
    maxSpendPerTransaction: 'amount?',
    processorRef: 'text',
    issuerRef: 'text?',
    sealedPassword: 'text?',
    stateChanges: 'int',
    fundingChanges: 'int',
  },
  states: ['state'],
  // A platform's name of a card is its own matter: the contract knows no refusal of one that is used again.
  unique: [],
  filters: ['cardholderId', 'platformCardId', 'state'],
  immutable: ['cardholderId', 'platformCardId', 'form', 'processorRef'],
  sealed: ['sealedPassword'],
});

/** Writes the event of a change of a card, with the card as the change left it. */
export function emitCard(unit: Unit, type: EventTypeOf<'CARD'>, { sealedPassword: _, ...card }: Card): void {
  emit(unit, { type, resource: card.id, snapshot: card });
}
