import type { WebhookEventType } from '@corridor/client';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from './accounts.js';
import { AGENTS } from './agents.js';
import { BULK_UPLOADS } from './bulk-uploads.js';
import { CARD_TRANSACTIONS, CARDS } from './cards.js';
import { CUSTOMERS, VERIFICATIONS } from './customers.js';
import { EXCEPTIONS } from './exceptions.js';
import { INCOMING } from './incoming.js';
import { INVITATIONS } from './invitations.js';
import { PAYMENTS } from './payments.js';
import { PLATFORM_TERMS } from './platform-terms.js';
import { QUOTES } from './quotes.js';
import type { Scenes } from './scene.js';
import { TEST_EVENT } from './test-event.js';

export type { Ending, Scene } from './scene.js';

/** One scene for each event type, in the order of docs/reference/events.md. */
export const SCENES: Scenes<WebhookEventType> = {
  ...PAYMENTS,
  ...INCOMING,
  ...CUSTOMERS,
  ...PLATFORM_TERMS,
  ...VERIFICATIONS,
  ...EXTERNAL_ACCOUNTS,
  ...INTERNAL_ACCOUNTS,
  ...INVITATIONS,
  ...BULK_UPLOADS,
  ...AGENTS,
  ...CARDS,
  ...CARD_TRANSACTIONS,
  ...QUOTES,
  ...EXCEPTIONS,
  ...TEST_EVENT,
};
