import type { WebhookEventType } from '@corridor/client';
import { type Colour, painted, visible } from '../terminal/terminal.js';

/** What an event means to a person who watches: good news, bad news, or more to come. The others change a record. */
const OUTCOMES: Readonly<Record<WebhookEventType, 'success' | 'failure' | 'pending' | 'change'>> = {
  'OUTGOING_PAYMENT.PENDING': 'pending',
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': 'pending',
  'OUTGOING_PAYMENT.PROCESSING': 'pending',
  'OUTGOING_PAYMENT.COMPLETED': 'success',
  'OUTGOING_PAYMENT.FAILED': 'failure',
  'OUTGOING_PAYMENT.EXPIRED': 'failure',
  'OUTGOING_PAYMENT.REFUND_PENDING': 'pending',
  'OUTGOING_PAYMENT.REFUND_COMPLETED': 'success',
  'OUTGOING_PAYMENT.REFUND_FAILED': 'failure',
  'INCOMING_PAYMENT.PENDING': 'pending',
  'INCOMING_PAYMENT.COMPLETED': 'success',
  'INCOMING_PAYMENT.FAILED': 'failure',
  'INCOMING_PAYMENT.REFUND_PENDING': 'pending',
  'INCOMING_PAYMENT.REFUND_COMPLETED': 'success',
  'INCOMING_PAYMENT.REFUND_FAILED': 'failure',
  'CUSTOMER.KYC_APPROVED': 'success',
  'CUSTOMER.KYC_REJECTED': 'failure',
  'CUSTOMER.KYC_PENDING': 'pending',
  'CUSTOMER.KYB_APPROVED': 'success',
  'CUSTOMER.KYB_REJECTED': 'failure',
  'CUSTOMER.KYB_PENDING': 'pending',
  'CUSTOMER.BLOCKED': 'failure',
  'CUSTOMER.UNBLOCKED': 'success',
  'PLATFORM.TERMS_CHANGED': 'change',
  'PLATFORM.TERMS_WITHDRAWN': 'change',
  'VERIFICATION.APPROVED': 'success',
  'VERIFICATION.REJECTED': 'failure',
  'VERIFICATION.RESOLVE_ERRORS': 'failure',
  'VERIFICATION.IN_PROGRESS': 'pending',
  'VERIFICATION.PENDING_MANUAL_REVIEW': 'pending',
  'VERIFICATION.READY_FOR_VERIFICATION': 'pending',
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': 'success',
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': 'change',
  'INTERNAL_ACCOUNT.STATUS_UPDATED': 'change',
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': 'change',
  'INVITATION.CLAIMED': 'success',
  'BULK_UPLOAD.COMPLETED': 'success',
  'BULK_UPLOAD.FAILED': 'failure',
  'AGENT_ACTION.PENDING_APPROVAL': 'pending',
  'CARD.STATE_CHANGE': 'change',
  'CARD.FUNDING_SOURCE_CHANGE': 'change',
  'CARD_TRANSACTION.AUTHORIZED': 'pending',
  'CARD_TRANSACTION.PARTIALLY_SETTLED': 'pending',
  'CARD_TRANSACTION.SETTLED': 'success',
  'CARD_TRANSACTION.REFUNDED': 'success',
  'CARD_TRANSACTION.EXCEPTION': 'failure',
  'QUOTE.EXPIRED': 'failure',
  'EXCEPTION.OPENED': 'failure',
  'EXCEPTION.RESOLVED': 'success',
  TEST: 'change',
};

const COLOURS: Readonly<Record<(typeof OUTCOMES)[WebhookEventType], Colour | null>> = {
  success: 'green',
  failure: 'red',
  pending: 'yellow',
  change: null,
};

/** The pages of the console that show a record of a platform, by the type of its id. */
const PAGES: Readonly<Record<string, string>> = {
  Transaction: '/payments',
  Quote: '/quotes',
  Customer: '/customers',
  InternalAccount: '/accounts',
  ExternalAccount: '/external-accounts',
  Card: '/cards',
  Verification: '/verifications',
};

/** The pages that belong to the whole host. */
const HOUSE_PAGES: Readonly<Record<string, string>> = { Exception: '/exceptions' };

/** The console with the pages of a platform. */
export interface ConsolePlace {
  /** With its path, without a slash at the end. */
  readonly url: string;
  readonly platformId: string;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
}

/** An event of the feed. */
export interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
}

/** The page of the record that an event is about, or else of the event itself. */
export function pageOf(
  { url, platformId, environment }: ConsolePlace,
  { id, resource }: Omit<ShownEvent, 'type'>,
): string {
  const type = resource.slice(0, resource.indexOf(':'));
  const own = `${url}/t/${platformId}/${environment}`;
  if (Object.hasOwn(HOUSE_PAGES, type)) return `${url}${HOUSE_PAGES[type]}/${resource}`;
  return Object.hasOwn(PAGES, type) ? `${own}${PAGES[type]}/${resource}` : `${own}/webhooks/${id}`;
}

/** What the receiver answered, and after how many milliseconds. */
export interface Answered {
  readonly status: number;
  readonly ms: number;
}

export interface LineOptions {
  readonly inColour: boolean;
  /** Null: lines have no links. */
  readonly console: ConsolePlace | null;
}

/** The line of an event for a terminal. `answered` is null if the event was not forwarded. */
export function eventLine(event: ShownEvent, answered: Answered | null, { inColour, console }: LineOptions): string {
  const paint = (colour: Colour | null, text: string): string =>
    inColour && colour !== null ? painted(colour, text) : text;
  const outcome = Object.hasOwn(OUTCOMES, event.type) ? OUTCOMES[event.type as WebhookEventType] : 'change';
  const parts = [paint(COLOURS[outcome], visible(event.type)), visible(event.id), visible(event.resource)];
  if (answered !== null) parts.push(`-> ${paint('green', String(answered.status))} in ${answered.ms} ms`);
  if (console !== null) parts.push(paint('gray', visible(pageOf(console, event))));
  return parts.join(' ');
}
