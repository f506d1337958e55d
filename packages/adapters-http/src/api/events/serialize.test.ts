import { describe, expect, it } from 'vitest';
import { serializeExternalAccount, serializeInternalAccount } from '../accounts/serialize.js';
import { serializeAction } from '../agents/serialize.js';
import { serializeCustomer } from '../customers/serialize.js';
import { EMITTED, eventOf } from '../../testing/events.js';
import { externalAccount, internalAccount } from '../../testing/records/accounts.js';
import { quoteAction } from '../../testing/records/agents.js';
import { individual } from '../../testing/records/customers.js';
import { NOW_TEXT } from '../../testing/records/record.js';
import { incoming, outgoing } from '../../testing/records/transactions.js';
import { invitation } from '../../testing/records/uma.js';
import { serializeTransaction } from '../transactions/serialize.js';
import { serializeInvitation } from '../uma/serialize.js';
import { serializeEvent } from './serialize.js';

describe('the body of a webhook', () => {
  it.each(EMITTED)('%s carries id, type, time, and the record as its own endpoint returns it', (type) => {
    const event = eventOf(type);
    const data = {
      OUTGOING_PAYMENT: serializeTransaction(outgoing),
      INCOMING_PAYMENT: serializeTransaction(incoming),
      CUSTOMER: serializeCustomer(individual),
      INTERNAL_ACCOUNT: serializeInternalAccount(internalAccount, 900n, 100n),
      EXTERNAL_ACCOUNT: serializeExternalAccount(externalAccount),
      INVITATION: serializeInvitation(invitation),
      AGENT_ACTION: serializeAction(quoteAction),
    }[type.split('.')[0]!];
    expect(data).toBeDefined();
    expect(serializeEvent(event)).toEqual({ id: event.id, type, timestamp: NOW_TEXT, data });
  });

  it('of a TEST event has no data', () => {
    const event = eventOf('TEST');
    expect(JSON.parse(JSON.stringify(serializeEvent(event)))).toEqual({
      id: event.id,
      type: 'TEST',
      timestamp: NOW_TEXT,
    });
  });

  it('does not contain fields that the customer endpoint never returns', () => {
    expect(JSON.stringify(serializeEvent(eventOf('CUSTOMER.KYC_APPROVED')))).not.toContain('canary');
    expect(JSON.stringify(serializeEvent(eventOf('AGENT_ACTION.PENDING_APPROVAL')))).not.toContain('canary');
  });

  it('is refused if the balances are missing', () => {
    const event = { ...eventOf('INTERNAL_ACCOUNT.BALANCE_UPDATED'), available: null };
    expect(() => serializeEvent(event)).toThrow('without balances');
  });
});
