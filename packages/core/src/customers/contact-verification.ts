import { type CodePolicy, type Codes, DIGITS, type Recipient } from '../codes/index.js';
import { err, ok, Refused, type Result, transition, type UseCase } from '../kernel/index.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { findCustomer } from './customer-service.js';
import { CONTACT_EMAIL, CONTACT_PHONE } from './customer-states.js';

export const CONTACT_CHANNELS = ['email', 'phone'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

const contactPolicy = (channel: ContactChannel): CodePolicy => ({
  name: `contact.${channel}`,
  length: 6,
  alphabet: DIGITS,
  validForSeconds: 600,
  tries: 5,
  sendsPerHour: 5,
  sandboxCode: '123456',
  sender: null,
});

export const POLICIES = { email: contactPolicy('email'), phone: contactPolicy('phone') } as const;

export interface ContactRequest {
  readonly id: string;
  readonly channel: ContactChannel;
}

/**
 * Sends a code to the customer's mailbox or phone; a new code replaces the one before. USER_NOT_FOUND; CONFLICT for a
 * channel that the customer lacks, that needs no verification, or that is verified; ACCOUNT_LOCKED; RATE_LIMITED.
 */
export const sendContactCode =
  (codes: Codes): UseCase<ContactRequest, void> =>
  async (tx, ctx, { id, channel }) => {
    const found = await findCustomer(tx, id);
    if (!found.ok) return found;
    const to = unverified(found.value, channel);
    if (!to.ok) return to;
    const { id: customerId } = found.value;
    const sent = await codes.send(tx, ctx, POLICIES[channel], customerId, { ...to.value, customerId });
    return sent.ok ? ok() : sent;
  };

/**
 * Confirms the channel with the code that was sent to its present mailbox or phone. The errors of `sendContactCode`,
 * and INVALID_INPUT on `code`; a wrong code is counted, so it returns `Refused`, which commits.
 */
export const confirmContact =
  (codes: Codes): UseCase<ContactRequest & { readonly code: string }, Customer | Refused> =>
  async (tx, ctx, { id, channel, code }) => {
    const found = await findCustomer(tx, id);
    if (!found.ok) return found;
    const customer = found.value;
    const to = unverified(customer, channel);
    if (!to.ok) return to;
    const tried = await codes.attempt(tx, ctx, POLICIES[channel], customer.id, to.value, code);
    if (!tried.ok) return tried;
    if (tried.value instanceof Refused) return ok(tried.value);
    const machine = channel === 'email' ? CONTACT_EMAIL : CONTACT_PHONE;
    const verified = transition(tx, ctx, machine, CUSTOMERS, customer, 'verify');
    return verified.ok ? ok(verified.value.record) : verified;
  };

/** The address of a channel that needs verification. CONFLICT if there is none, or it needs none or is verified. */
function unverified(customer: Customer, channel: ContactChannel): Result<Recipient> {
  const status = channel === 'email' ? customer.contactEmail : customer.contactPhone;
  const address = channel === 'email' ? customer.email : customer.phoneNumber;
  if (address === null) return err('CONFLICT', `the customer has no ${channel}`);
  if (status === null) return err('CONFLICT', `the customer's ${channel} needs no verification`);
  if (status === 'VERIFIED') return err('CONFLICT', `the customer's ${channel} is already verified`);
  return ok({ channel: channel === 'email' ? 'EMAIL' : 'PHONE', address });
}
