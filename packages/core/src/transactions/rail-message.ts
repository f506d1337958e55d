import type { Effect, StatusMessage } from '../accounts/index.js';
import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';

/** A processed message, stored under the rail's id. Arrivals have their own records (`Arrival`). */
export interface RailMessage extends BaseRecord {
  readonly id: Id<'RailMessage'>;
  readonly rail: string;
  readonly messageId: string;
  readonly kind: StatusMessage['kind'];
  /** Id of the transaction or deposit concerned. */
  readonly subject: string;
  readonly effect: Effect;
  /** What it says about money (`contentOf`); null for messages of releases that did not store it. */
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
