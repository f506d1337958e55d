import { EXCEPTION_KINDS, RESOLUTIONS } from '@corridor/core/records';
import type { EventType } from '@corridor/core';
import * as z from 'zod';
import { externalAccount, internalAccount } from '../accounts/schemas.js';
import { action } from '../agents/schemas.js';
import { answeredAmount, meanings, timestamp } from '../../kit/schemas.js';
import { card } from '../cards/schemas.js';
import { bulkImportJob } from '../customers/bulk-schemas.js';
import { customer } from '../customers/schemas.js';
import { announcedTerms } from './announced-terms.js';
import { quote } from '../quotes/schemas.js';
import { cardTransaction } from '../transactions/card-transaction-schema.js';
import { incomingTransaction, outgoingTransaction } from '../transactions/schemas.js';
import { umaInvitation } from '../uma/schemas.js';
import { verification } from '../verification/schemas.js';

/** An answer of the platform's endpoint that has a meaning of its own. */
export interface WebhookAnswer {
  readonly description: string;
  readonly body: z.ZodType | null;
}

/** The webhooks about one kind of record, for the document. */
export interface Webhook {
  /** The key in the document. */
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly isExtension: boolean;
  readonly types: readonly EventType[];
  readonly schema: z.ZodType;
  /** Answers besides those that every webhook has. */
  readonly answers: Readonly<Record<number, WebhookAnswer>>;
}

interface Spec<T extends EventType> extends Partial<Pick<Webhook, 'isExtension' | 'answers'>> {
  readonly operationId: string;
  readonly schemaId: string;
  readonly summary: string;
  readonly description: string;
  /** What each type announces. */
  readonly types: Readonly<Record<T, string>>;
  /** The schema of `data`; null if the event has none. */
  readonly data: z.ZodType | null;
}

function webhook<T extends EventType>(name: string, spec: Spec<T>): Webhook {
  const types = Object.keys(spec.types) as [T, ...T[]];
  const schema = z
    .object({
      id: z.string().describe('The same at every attempt. Store the ids that you have processed.'),
      type: z.enum(types).describe(meanings(spec.types)),
      timestamp: timestamp.describe('When the event was written, in the transaction of its change.'),
      ...(spec.data !== null && { data: spec.data.describe('The record as the change left it.') }),
    })
    .meta({ id: spec.schemaId });
  return { isExtension: false, answers: {}, ...spec, name, types, schema };
}

/** A platform learns nothing of matches with lists. */
const TOLD_KINDS = EXCEPTION_KINDS.filter((kind) => kind !== 'SCREENING_HIT');

/** The public part of an exception, a case that an operator has to resolve. */
const exception = z
  .object({
    id: z.string().describe('Names the exception in commands of the operator.'),
    kind: z.enum(TOLD_KINDS).describe('What went wrong with the money; docs/areas/exceptions.md explains each kind.'),
    status: z.enum(['OPEN', 'RESOLVED']).describe('`OPEN` until an operator has resolved it.'),
    subject: z.string().describe('Id of the record whose money it concerns, such as a transaction.'),
    currency: z.string().describe('Code of the currency of `amount`.'),
    amount: answeredAmount.describe('The money that it concerns, in smallest units.'),
    resolution: z.enum(RESOLUTIONS).optional().describe('How the operator resolved it; absent while it is open.'),
    entryId: z.string().optional().describe('The journal entry of the resolution, if it moved money.'),
    createdAt: timestamp.describe('When the service found it.'),
    resolvedAt: timestamp.optional().describe('When the operator resolved it; absent while it is open.'),
  })
  .meta({ id: 'Exception' });

const APPROVAL_ANSWERS: Webhook['answers'] = {
  200: {
    description: 'Accepts the webhook. For `INCOMING_PAYMENT.PENDING`: approves the payment.',
    body: z
      .object({
        receiverCustomerInfo: z
          .record(z.string(), z.unknown())
          .optional()
          .describe(
            'What the payer’s institution asked for in `requestedReceiverCustomerInfoFields`; it is passed on.',
          ),
      })
      .meta({ id: 'IncomingPaymentWebhookResponse' }),
  },
  202: {
    description:
      'For `INCOMING_PAYMENT.PENDING`: defers the decision. The payment is held for an hour; decide with `approvePendingPayment` or `rejectPendingPayment`.',
    body: null,
  },
  403: { description: 'For `INCOMING_PAYMENT.PENDING`: rejects the payment, which fails.', body: null },
  422: {
    description:
      'For `INCOMING_PAYMENT.PENDING`: rejects the payment, because information about the payer is missing. Its institution learns the names.',
    body: z
      .object({
        requiredFields: z
          .array(z.string())
          .optional()
          .describe('Names of the fields about the payer that you need, such as `FULL_NAME`.'),
      })
      .meta({ id: 'IncomingPaymentWebhookUnprocessableResponse' }),
  },
};

/** Every webhook. The first 13 are those of the contract. */
export const webhooks: readonly Webhook[] = [
  webhook('agent-action', {
    operationId: 'agentActionWebhook',
    schemaId: 'AgentActionWebhook',
    summary: 'An agent asks for approval',
    description:
      'An agent wants to do something that its policy lets it do only with approval. Nothing happens until you call `approveAgentAction` or `rejectAgentAction`.',
    types: { 'AGENT_ACTION.PENDING_APPROVAL': 'The action waits for a decision.' },
    data: action,
  }),
  webhook('incoming-payment', {
    operationId: 'incomingPaymentWebhook',
    schemaId: 'IncomingPaymentWebhook',
    summary: 'A payment to a customer or to the platform',
    description:
      'For a UMA payment, `INCOMING_PAYMENT.PENDING` asks whether it may be received, and your answer decides; for a transfer in, it announces the collection. This type is tried once, and your endpoint has 5 seconds to answer. The other types report what has happened.',
    types: {
      'INCOMING_PAYMENT.PENDING': 'A UMA payment waits for your approval, or the money of a transfer in is collected.',
      'INCOMING_PAYMENT.COMPLETED': 'The money is credited to the balance.',
      'INCOMING_PAYMENT.FAILED': 'The payment failed, or a credited payment was taken back.',
      'INCOMING_PAYMENT.REFUND_PENDING': 'The money goes back to its payer.',
      'INCOMING_PAYMENT.REFUND_COMPLETED': 'The payer has its money back.',
      'INCOMING_PAYMENT.REFUND_FAILED': 'The money could not be sent back and is with the service again.',
    },
    data: incomingTransaction,
    answers: APPROVAL_ANSWERS,
  }),
  webhook('outgoing-payment', {
    operationId: 'outgoingPaymentWebhook',
    schemaId: 'OutgoingPaymentWebhook',
    summary: 'A payment from a customer or from the platform',
    description:
      'Follows a payment from its creation to its end. `COMPLETED` is not always the end: a bank can return a payment for weeks, which then becomes `FAILED` and is refunded.',
    types: {
      'OUTGOING_PAYMENT.PENDING': 'The money is collected from an external account first.',
      'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': 'Part of the contract; this version does not send it.',
      'OUTGOING_PAYMENT.PROCESSING': 'The amount is held or has arrived, and is being delivered.',
      'OUTGOING_PAYMENT.COMPLETED': 'The receiver has the money.',
      'OUTGOING_PAYMENT.FAILED':
        'The payment failed or was returned; a refund follows if its money was held or collected.',
      'OUTGOING_PAYMENT.EXPIRED': 'Part of the contract; this version does not send it.',
      'OUTGOING_PAYMENT.REFUND_PENDING': 'The money goes back to its source.',
      'OUTGOING_PAYMENT.REFUND_COMPLETED': 'The money is back at its source.',
      'OUTGOING_PAYMENT.REFUND_FAILED': 'The money could not be sent back; an operator has to act.',
    },
    data: outgoingTransaction,
  }),
  webhook('test-webhook', {
    operationId: 'testWebhook',
    schemaId: 'TestWebhookRequest',
    summary: 'A test of the endpoint',
    description: 'Sent by `sendTestWebhook`, and when `webhookEndpoint` changes. It is tried once.',
    types: { TEST: 'Nothing has happened.' },
    data: null,
  }),
  webhook('bulk-upload', {
    operationId: 'bulkUploadWebhook',
    schemaId: 'BulkUploadWebhook',
    summary: 'An import of customers has ended',
    description:
      'The import of a CSV file has processed its last row. `data` counts the rows, and names the first that failed.',
    types: {
      'BULK_UPLOAD.COMPLETED': 'Every row was processed; some can have failed.',
      'BULK_UPLOAD.FAILED': 'The file could not be processed to its end.',
    },
    data: bulkImportJob,
  }),
  webhook('invitation-claimed', {
    operationId: 'invitationClaimedWebhook',
    schemaId: 'InvitationClaimedWebhook',
    summary: 'A UMA invitation was claimed',
    description:
      'The invited person has created a UMA address. Money that the invitation promised is sent by the platform.',
    types: { 'INVITATION.CLAIMED': 'The invitation can no longer be cancelled.' },
    data: umaInvitation,
  }),
  webhook('customer-update', {
    operationId: 'customerStatusWebhook',
    schemaId: 'CustomerWebhook',
    summary: 'The verification of a customer has a result',
    description:
      'Only approved customers can move money. The types with KYC are about individuals, those with KYB about businesses.',
    types: {
      'CUSTOMER.KYC_APPROVED': 'The person can use its accounts.',
      'CUSTOMER.KYC_REJECTED': 'The person was refused.',
      'CUSTOMER.KYC_PENDING': 'The person was submitted for verification.',
      'CUSTOMER.KYB_APPROVED': 'The business can use its accounts.',
      'CUSTOMER.KYB_REJECTED': 'The business was refused.',
      'CUSTOMER.KYB_PENDING': 'The business was submitted for verification.',
      'CUSTOMER.BLOCKED': 'The operator of the service has blocked the customer. An extension.',
      'CUSTOMER.UNBLOCKED': 'The operator of the service has unblocked the customer. An extension.',
    },
    data: customer,
  }),
  webhook('internal-account-status', {
    operationId: 'internalAccountStatusWebhook',
    schemaId: 'InternalAccountStatusWebhook',
    summary: 'A balance or an internal account has changed',
    description:
      'Events of one account arrive in their order, so the last one that you received has the newest balance.',
    types: {
      'INTERNAL_ACCOUNT.BALANCE_UPDATED':
        'A journal entry has changed `balance`: money came, left, was held or was released.',
      'INTERNAL_ACCOUNT.STATUS_UPDATED': 'The account was frozen, unfrozen or closed.',
      'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': 'Payers need other account details from now on.',
    },
    data: internalAccount,
  }),
  webhook('external-account-status', {
    operationId: 'externalAccountStatusWebhook',
    schemaId: 'ExternalAccountStatusWebhook',
    summary: 'An external account has changed its status',
    description: 'The ownership of the account was proved, so that payments can use it.',
    types: { 'EXTERNAL_ACCOUNT.STATUS_UPDATED': 'The account is active.' },
    data: externalAccount,
  }),
  webhook('verification-update', {
    operationId: 'verificationStatusWebhook',
    schemaId: 'VerificationWebhook',
    summary: 'A verification has changed its status',
    description:
      'Follows a verification from its submission to its decision. The decision also changes the customer, with an event of its own.',
    types: {
      'VERIFICATION.APPROVED': 'The customer is verified.',
      'VERIFICATION.REJECTED': 'The provider or a reviewer refused the customer, or the customer was deleted.',
      'VERIFICATION.RESOLVE_ERRORS': 'Information or documents are missing or wrong; `errors` names them.',
      'VERIFICATION.IN_PROGRESS': 'The provider checks the customer.',
      'VERIFICATION.PENDING_MANUAL_REVIEW': 'A person has to decide.',
      'VERIFICATION.READY_FOR_VERIFICATION': 'Part of the contract; this version does not send it.',
    },
    data: verification,
  }),
  webhook('card-state-change', {
    operationId: 'cardStateChangeWebhook',
    schemaId: 'CardStateChangeWebhook',
    summary: 'A card has changed its state',
    description: 'A card was activated, frozen, unfrozen or closed, or the issuer refused it.',
    types: { 'CARD.STATE_CHANGE': 'Only an active card can be used.' },
    data: card,
  }),
  webhook('card-funding-source-change', {
    operationId: 'cardFundingSourceChangeWebhook',
    schemaId: 'CardFundingSourceChangeWebhook',
    summary: 'A card pays from another account',
    description: 'Later authorizations debit the account that `data` names. Authorizations before keep their account.',
    types: { 'CARD.FUNDING_SOURCE_CHANGE': 'The funding source of the card was replaced.' },
    data: card,
  }),
  webhook('card-transaction', {
    operationId: 'cardTransactionWebhook',
    schemaId: 'CardTransactionWebhook',
    summary: 'A payment with a card has changed',
    description:
      'An authorization reserves money, a clearing debits it, a return credits it. `data` has the amounts of all of them so far. A partial return repeats the type of the state that the transaction keeps.',
    types: {
      'CARD_TRANSACTION.AUTHORIZED': 'The amount is reserved, or the network has changed it.',
      'CARD_TRANSACTION.PARTIALLY_SETTLED': 'The merchant was paid a part; the rest is still reserved.',
      'CARD_TRANSACTION.SETTLED': 'The merchant was paid, or the authorization ended unused.',
      'CARD_TRANSACTION.REFUNDED': 'The merchant has returned the whole amount.',
      'CARD_TRANSACTION.EXCEPTION': 'A debit of the funding source failed; an operator has to act.',
    },
    data: cardTransaction,
  }),
  webhook('quote', {
    operationId: 'quoteWebhook',
    schemaId: 'QuoteWebhook',
    summary: 'A quote has ended without a payment',
    description: 'The rate is no longer locked. Money that arrives for the quote afterwards is sent back.',
    isExtension: true,
    types: { 'QUOTE.EXPIRED': 'The quote was not executed or funded in time, or was cancelled.' },
    data: quote,
  }),
  webhook('exception', {
    operationId: 'exceptionWebhook',
    schemaId: 'ExceptionWebhook',
    summary: 'An operator has to resolve a case about money',
    description:
      'The service found money that it cannot book by itself, such as a refund that failed. The money is safe in the ledger until the operator resolves the case.',
    isExtension: true,
    types: {
      'EXCEPTION.OPENED': 'The case waits for an operator.',
      'EXCEPTION.RESOLVED': 'The operator has decided what happens with the money.',
    },
    data: exception,
  }),
  webhook('platform-terms', {
    operationId: 'platformTermsWebhook',
    schemaId: 'PlatformTermsWebhook',
    summary: 'Fees, spreads or limits will change',
    description:
      'The operator of the service has decided on a change. It never concerns a quote that exists: a quote keeps its price until it ends.',
    isExtension: true,
    types: {
      'PLATFORM.TERMS_CHANGED': 'Quotes have other terms from `validFrom` on.',
      'PLATFORM.TERMS_WITHDRAWN': 'The change that was announced under this id does not come.',
    },
    data: announcedTerms,
  }),
];
