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
import type { CardControls } from './controls.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly CARD: Omit<Card, 'sealedPassword'>;
  }
}

/** The states of a card. */
export const CARD = machine('Card', 'state', ['CLOSED'], [
  { from: null, on: 'order', to: 'PROCESSING', emits: null, why: 'ordered from the issuer' },
  {
    from: 'PROCESSING',
    on: 'provision',
    to: 'ACTIVE',
    emits: 'CARD.STATE_CHANGE',
    why: 'the issuer has created the card',
  },
  {
    from: 'PROCESSING',
    on: 'reject',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the issuer has rejected the order (ISSUER_REJECTED)',
  },
  { from: 'ACTIVE', on: 'freeze', to: 'FROZEN', emits: 'CARD.STATE_CHANGE', why: 'requested by the platform' },
  { from: 'FROZEN', on: 'unfreeze', to: 'ACTIVE', emits: 'CARD.STATE_CHANGE', why: 'requested by the platform' },
  {
    from: 'PROCESSING',
    on: 'close',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the platform has closed the card, or the cardholder was deleted',
  },
  {
    from: 'ACTIVE',
    on: 'close',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the platform has closed the card, or the cardholder was deleted',
  },
  {
    from: 'FROZEN',
    on: 'close',
    to: 'CLOSED',
    emits: 'CARD.STATE_CHANGE',
    why: 'the platform has closed the card, or the cardholder was deleted',
  },
] as const);
export type CardState = StateOf<typeof CARD>;

export const CARD_BRANDS = ['VISA', 'MASTERCARD'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

export const CARD_STATE_REASONS = ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SVC'] as const;
export type CardStateReason = (typeof CARD_STATE_REASONS)[number];

/** A card. The issuer alone knows the card number and the security code; core does not. */
export interface Card extends BaseRecord {
  readonly id: Id<'Card'>;
  readonly cardholderId: Id<'Customer'>;
  readonly platformCardId: string | null;
  readonly state: CardState;
  readonly stateReason: CardStateReason | null;
  readonly form: 'VIRTUAL';
  /** Null until the issuer has created the card. The next three fields are null until then, too. */
  readonly brand: CardBrand | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  /** Internal accounts of the cardholder. The card spends from the first one. */
  readonly fundingSources: readonly Id<'InternalAccount'>[];
  /** The currency of the funding sources. */
  readonly currency: CurrencyCode;
  /** Smallest units of the currency; null means no limit. */
  readonly maxSpendPerTransaction: bigint | null;
  /** Where the card can be used, and how much it can spend in a day or a month; null: everywhere, and any amount. */
  readonly controls: CardControls | null;
  /** The name of the issuer. */
  readonly processorRef: string;
  /** The id of the card at the issuer. */
  readonly issuerRef: string | null;
  /** The cardholder's 3-D Secure password, sealed; null once the issuer has it. */
  readonly sealedPassword: string | null;
  /** The number of changes of the state and of the funding sources; each one emits an event. */
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
    controls: 'json?',
    processorRef: 'text',
    issuerRef: 'text?',
    sealedPassword: 'text?',
    stateChanges: 'int',
    fundingChanges: 'int',
  },
  states: ['state'],
  // `platformCardId` is not unique: a platform may use it for several cards.
  unique: [],
  filters: ['platformCardId', 'cardholderId', 'state'],
  immutable: ['cardholderId', 'platformCardId', 'form', 'processorRef'],
  sealed: ['sealedPassword'],
});

/** Emits the event of a change, with the card as it is after the change. */
export function emitCard(unit: Unit, type: EventTypeOf<'CARD'>, { sealedPassword: _, ...card }: Card): void {
  emit(unit, { type, resource: card.id, snapshot: card });
}
