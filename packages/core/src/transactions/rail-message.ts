import type { Effect, StatusMessage } from '../accounts/index.js';
import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';

/**
 * A processed message, stored under the id that its rail or its KYC provider gave it. Arrivals have their own records
 * (`Arrival`).
 */
export interface RailMessage extends BaseRecord {
  readonly id: Id<'RailMessage'>;
  /** Name of the rail, or of the connection to the provider. */
  readonly rail: string;
  readonly messageId: string;
  readonly kind: StatusMessage['kind'] | 'withdrawn' | 'renewal';
  /** Id of the transaction or deposit concerned; of the customer in a message of a provider. */
  readonly subject: string;
  readonly effect: Effect;
  /** What it says about money (`contentOf`), or about a customer; null for messages of releases that did not store it. */
  readonly content: string | null;
}

export const RAIL_MESSAGES = recordKind<RailMessage>()({
  name: 'rail_messages',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    rail: 'text',
    messageId: 'text',
    kind: 'text',
    subject: 'text',
    effect: 'text',
    content: 'text?',
  },
  states: [],
  unique: [{ name: 'message', columns: ['rail', 'messageId'], global: true }],
  filters: ['subject'],
  immutable: ['rail', 'messageId', 'kind', 'subject', 'effect', 'content'],
});
