import { EVENT_TYPES, type EventType, instant } from '@corridor/core';
import type { OutboxEvent } from '@corridor/core/records';
import { externalAccount, internalAccount } from './records/accounts.js';
import { quoteAction } from './records/agents.js';
import { individual } from './records/customers.js';
import { idOf, NOW, TENANT } from './records/record.js';
import { incoming, outgoing } from './records/transactions.js';
import { invitation } from './records/uma.js';

/** The record that an event of this type contains. */
export function snapshotOf(type: EventType): object {
  if (type.startsWith('OUTGOING_PAYMENT.')) return outgoing;
  if (type.startsWith('INCOMING_PAYMENT.')) return incoming;
  if (type.startsWith('CUSTOMER.')) return individual;
  if (type.startsWith('INTERNAL_ACCOUNT.')) return internalAccount;
  if (type.startsWith('EXTERNAL_ACCOUNT.')) return externalAccount;
  if (type.startsWith('INVITATION.')) return invitation;
  if (type.startsWith('AGENT_ACTION.')) return quoteAction;
  return {};
}

export const eventOf = (type: EventType): OutboxEvent => ({
  id: idOf('Webhook'),
  tenant: TENANT,
  version: 2,
  createdAt: NOW,
  updatedAt: NOW,
  type,
  resource: 'resource',
  snapshot: snapshotOf(type),
  available: 900n,
  held: 100n,
  status: 'QUEUED',
  queuedAt: NOW,
  attempts: 1,
  nextAttemptAt: NOW,
  clockOffset: 0,
  leaseUntil: instant(NOW + 30_000),
  deliveredAt: null,
  lastError: null,
  tries: null,
  trace: null,
  salt: null,
  erasedDigest: null,
});

/** Event types with a sample record. */
export const EMITTED = EVENT_TYPES.filter((type) => Object.keys(snapshotOf(type)).length > 0);
