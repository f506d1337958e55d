import { command, exchange, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { externalAccountLookup, lookupQuery } from './lookup-schemas.js';
import { pageBody } from '../../kit/wire.js';
import {
  ACCOUNT_LOOKUP_EXAMPLE,
  ASKED_QUOTE_EXAMPLE,
  EXECUTED_QUOTE_EXAMPLE,
  FUNDED_QUOTE_EXAMPLE,
  QUOTE_EXAMPLE,
  QUOTE_REQUEST_EXAMPLE,
  UMA_ADDRESS_EXAMPLE,
  UMA_QUOTE_EXAMPLE,
} from './examples.js';
import { newQuote, oneQuote } from './requests.js';
import { executeQuoteRequest, quote, quoteFilter, quoteList } from './schemas.js';
import { serializeAccountLookup, serializeQuote } from './serialize.js';

const TAG = 'Cross-Currency Transfers';
const { params } = oneQuote;

/** Why a customer may not move money. */
export const PAYER_REFUSALS = {
  USER_NOT_FOUND: 'The paying customer does not exist or was deleted.',
  USER_NOT_READY:
    'The customer is not approved (KYC or KYB), or a change of its identity is under review; or an account of the payment is frozen or closed.',
  END_USER_TERMS_NOT_ACCEPTED: 'The platform requires the end-user terms, and the customer has not accepted them.',
  MISSING_MANDATORY_USER_INFO:
    "The customer's record lacks data that a provider requires for one of the currencies; `details.fields` names it.",
} as const satisfies Refusals;

/** Why the terms of a corridor refuse a payment. */
export const CORRIDOR_REFUSALS = {
  TRANSACTION_SIZE_LIMIT_EXCEEDED: 'The sending amount is above the maximum of the corridor for one transaction.',
  DAILY_VOLUME_LIMIT_EXCEEDED:
    'The payment exceeds what is left of the daily volume of the corridor; `Retry-After` names the seconds until midnight UTC.',
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED:
    'The ownership of the external account is not verified, and the account or the corridor requires it.',
} as const satisfies Refusals;

/** Why the limits of a customer refuse a payment. */
export const LIMIT_REFUSALS = {
  VELOCITY_LIMIT_EXCEEDED:
    'The payment exceeds what the customer may start in a day or a month; `Retry-After` names the seconds until the period ends, unless the amount is above the limit alone.',
} as const satisfies Refusals;

/** Why a payment from a balance does not start. */
const EXECUTION_REFUSALS = {
  INVALID_AMOUNT: 'The available balance of the source account does not cover the amount; no money was held.',
  DAILY_VOLUME_LIMIT_EXCEEDED: CORRIDOR_REFUSALS.DAILY_VOLUME_LIMIT_EXCEEDED,
  ...LIMIT_REFUSALS,
} as const satisfies Refusals;

/** Why the payer cannot be asked to authorize a payment. */
const CHALLENGE_REFUSALS = {
  ACCOUNT_LOCKED: 'The payer is locked for 15 minutes after five wrong proofs or failed logins, so no code was sent.',
  RATE_LIMITED:
    "The token has used up its requests, or five codes were sent to the payer's phone within an hour; `Retry-After` names the seconds to wait.",
} as const satisfies Refusals;

/** What can go wrong between the two institutions of a payment to a UMA address. */
export const UMA_REFUSALS = {
  INVALID_UMA_ADDRESS: '`destination.umaAddress` does not have the form `$name@domain`.',
  COUNTERPARTY_NOT_ALLOWED: "The operator has blocked the receiver's institution, or that institution blocks this one.",
  VELOCITY_LIMIT_EXCEEDED:
    "The amount is above what the customer may start in a day or a month, or with `immediatelyExecute` above what is left of it; or the receiver's institution takes no more payments from this one within the hour.",
  SENDER_NOT_ACCEPTED: "The receiver's institution refuses this payer.",
  INVALID_RECEIVER: "The receiver's institution reports that the receiver cannot receive the payment.",
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY:
    "The receiver's institution demands data about the payer that this service does not know.",
  MISSING_REQUIRED_UMA_PARAMETERS:
    "The answer of the receiver's institution lacks a required part, such as its signature.",
  PARSE_PAYREQ_RESPONSE_ERROR: "The answer of the receiver's institution cannot be read.",
  INVALID_PAYREQ_RESPONSE: "The answer of the receiver's institution does not match the request.",
  INVALID_SIGNATURE: "The signature of the receiver's institution does not verify with its published keys.",
  INVALID_TIMESTAMP:
    "The answer of the receiver's institution carries a time more than 15 minutes from that of this host.",
  INVALID_NONCE: "The receiver's institution has sent the same signed answer before.",
  INVALID_PUBKEY_FORMAT: "A published key of the receiver's institution cannot be read.",
  CERT_CHAIN_INVALID: "The certificate chain of the receiver's institution does not verify.",
  CERT_CHAIN_EXPIRED: "A certificate of the receiver's institution has expired.",
  PAYREQ_REQUEST_FAILED:
    "The receiver's institution did not answer within 10 seconds, or refused without a known reason.",
  COUNTERPARTY_PUBKEY_FETCH_ERROR: "The keys of the receiver's institution could not be fetched.",
  UNSUPPORTED_UMA_VERSION:
    'Reserved: the look-up agrees on the version, so this release reports a later refusal as `PAYREQ_REQUEST_FAILED`.',
} as const satisfies Refusals;

export const quoteOperations: readonly Operation[] = [
  exchange({
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    operationId: 'lookupExternalAccount',
    tag: TAG,
    summary: 'Look up an external account for payment',
    description: `Asks the rail that would deliver to the account whether it can pay it, before a quote is made. The answer says the
currency, an estimated rate, the limits of one payment and the data that a quote will need about the payer. It locks
nothing and moves no money.

Estimate and limits are those of the sender's first account in another currency than the receiver's; without a sender,
of the platform's own accounts. A quote to the same account can name the \`lookupId\` for ten minutes, but does not have to.`,
    permission: 'VIEW',
    params: { accountId: pathId('ExternalAccount', 'REFERENCE_NOT_FOUND') },
    query: lookupQuery,
    responses: { 200: externalAccountLookup },
    outcomes: { 200: 'The rail can pay the account; the look-up is stored for ten minutes.' },
    refusals: {
      USER_NOT_FOUND:
        'The customer that the query names does not exist, was deleted, or does not have the UMA address.',
      EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: 'The ownership of the external account has to be verified first.',
      LOOKUP_REQUEST_FAILED: 'The rail did not answer or failed.',
      INVALID_RECEIVER:
        'The rail reports that it cannot pay this account, or the account holds an invoice that has expired or is paid.',
      QUOTE_REQUEST_FAILED: "No current rate exists between the sender's currency and that of the account.",
      NOT_IMPLEMENTED: 'No rail in this environment delivers to such an account, or no source of rates serves it.',
      UNSUPPORTED_UMA_VERSION:
        'Reserved for look-ups at another institution; this release does not answer with it here.',
      LNURLP_REQUEST_FAILED: 'Reserved for look-ups at another institution; this release does not answer with it here.',
    },
    examples: [
      {
        title: 'Look up a bank account',
        status: 200,
        query: { customerId: exampleId('Customer') },
        answer: ACCOUNT_LOOKUP_EXAMPLE,
      },
    ],
    perform: (core) => core.quotes.lookUpAccount,
    input: ({ params, query }) => ({ ...query, accountId: params.accountId }),
    serialize: serializeAccountLookup,
  }),
  prepared({
    method: 'POST',
    path: '/quotes',
    operationId: 'createQuote',
    tag: TAG,
    summary: 'Create a quote',
    description: `Locks an exchange rate and fees for a payment between two currencies, until \`expiresAt\`. No money moves yet,
unless \`immediatelyExecute\` is true: then the quote is also executed in the same step, as by \`executeQuote\`; if that is
refused, no quote is left. The paying customer must be approved (KYC or KYB).

What the caller does next depends on the source. A quote that pays from an \`ACCOUNT\` waits for \`executeQuote\`. A quote
with \`REALTIME_FUNDING\` needs no call: show its \`paymentInstructions\` to the payer. The payment starts when exactly
\`totalSendingAmount\` arrives with their reference before \`expiresAt\`; another amount and later money are sent back.

A UMA address must be looked up with \`lookupUma\` first. Its institution is asked for its terms during this call, so the
rate and \`expiresAt\` follow its answer. In one currency only UMA addresses can be quoted; use a transfer for accounts.

**Events:** \`QUOTE.EXPIRED\` if the quote is neither executed nor paid in time; with \`immediatelyExecute\`, those of
\`executeQuote\`.`,
    permission: 'TRANSACT',
    responses: { 201: quote, 202: quote },
    outcomes: {
      201: 'Rate and fees are locked. The status is `PROCESSING` if the quote was executed at once, else `PENDING`.',
      202: 'A customer of the EEA must authorize the payment: answer `scaChallenge` with `authorizeQuote`. The quote is `PENDING_AUTHORIZATION`.',
    },
    refusals: {
      ...PAYER_REFUSALS,
      ...CORRIDOR_REFUSALS,
      ...UMA_REFUSALS,
      ...CHALLENGE_REFUSALS,
      INVALID_INPUT:
        'A field is invalid, or fields do not go together: `immediatelyExecute` with real-time funding or an embedded wallet, a UMA address without `lookupId` or from an external account, `TOTP` as `scaFactor`. `details.errors` names every field.',
      USER_NOT_READY:
        'The payer is not approved or under review; or an account is frozen or closed; or the payer must authorize the payment and has neither a verified phone nor a passkey.',
      MISSING_MANDATORY_USER_INFO:
        "A provider or the receiver's institution requires data that is neither on the customer's record nor in `senderCustomerInfo`; `details.fields` names it.",
      REFERENCE_NOT_FOUND:
        'The source or destination account does not exist, was deleted, or belongs to another owner than `source.customerId`.',
      LOOKUP_REQUEST_NOT_FOUND:
        'The look-up does not exist, is older than ten minutes, or belongs to another receiver.',
      SELF_PAYMENT: 'Source and destination are the same account or the same customer.',
      INVALID_CURRENCY:
        'The currency is not enabled for `OUTGOING` payments or not offered by the look-up; or both accounts have the same currency.',
      INVALID_AMOUNT:
        "The available balance of the source account does not cover the amount, and `immediatelyExecute` is true; or the receiver's institution refuses the amount, or the invoice in the destination account asks for another one.",
      INVALID_BANK_ACCOUNT: 'The invoice or offer in the destination account has expired or cannot be paid.',
      CONFLICT:
        'The invoice in the destination account is paid, or a payment of it is in progress; or the idempotency key was used for another request, or a record is being changed at this moment.',
      AMOUNT_OUT_OF_RANGE:
        'The sending amount is outside the limits of the platform or the corridor, or does not exceed the fixed fees; or the receiving amount is outside the limits of the platform or of the receiver.',
      QUOTE_REQUEST_FAILED: 'No current rate exists for the two currencies.',
      NOT_IMPLEMENTED:
        'No rail in this environment serves the source or the destination, no source of rates serves it, or a platform fee applies to a currency other than USD.',
    },
    examples: [
      {
        title: 'Pay from a balance',
        status: 201,
        body: {
          ...QUOTE_REQUEST_EXAMPLE,
          description: 'Invoice 4711',
        },
        answer: QUOTE_EXAMPLE,
      },
      {
        title: 'Pay from a balance at once',
        status: 201,
        body: {
          source: { sourceType: 'ACCOUNT', accountId: exampleId('InternalAccount') },
          destination: {
            destinationType: 'ACCOUNT',
            accountId: exampleId('ExternalAccount'),
            paymentRail: 'SEPA',
          },
          lockedCurrencySide: 'RECEIVING',
          lockedCurrencyAmount: 9_154,
          immediatelyExecute: true,
          remittanceInformation: 'Invoice 4711',
        },
        answer: {
          ...EXECUTED_QUOTE_EXAMPLE,
          destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount'), paymentRail: 'SEPA' },
        },
      },
      {
        title: 'Let the payer send the money',
        status: 201,
        body: {
          source: { sourceType: 'REALTIME_FUNDING', customerId: exampleId('Customer'), currency: 'USD' },
          destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount') },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000,
        },
        answer: FUNDED_QUOTE_EXAMPLE,
      },
      {
        title: 'Pay a UMA address',
        status: 201,
        body: {
          lookupId: exampleId('Lookup'),
          source: { sourceType: 'ACCOUNT', accountId: exampleId('InternalAccount') },
          destination: { destinationType: 'UMA_ADDRESS', umaAddress: UMA_ADDRESS_EXAMPLE, currency: 'EUR' },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000,
          purposeOfPayment: 'FAMILY_SUPPORT',
        },
        answer: UMA_QUOTE_EXAMPLE,
      },
      {
        title: 'Pay for a customer of the EEA',
        status: 202,
        body: {
          ...QUOTE_REQUEST_EXAMPLE,
          immediatelyExecute: true,
          scaFactor: 'SMS_OTP',
        },
        answer: ASKED_QUOTE_EXAMPLE,
      },
    ],
    useCase: (core) => core.quotes.create,
    status: ({ status }) => (status === 'PENDING_AUTHORIZATION' ? 202 : 201),
    ...newQuote,
  }),
  query({
    method: 'GET',
    path: '/quotes',
    operationId: 'listQuotes',
    tag: TAG,
    summary: 'List quotes, newest first',
    description: `Finds quotes by payer, state, destination and time of creation; filters are combined with AND. Only the filter
\`receiverAccountIdentifier\` has an index. With \`customerId\` or \`status\`, each page looks at a limited number of quotes, so a page
can be short or empty and still have \`hasMore: true\`.`,
    isExtension: true,
    permission: 'VIEW',
    query: quoteFilter,
    responses: { 200: quoteList },
    outcomes: { 200: 'The quotes that match, newest first.' },
    examples: [
      {
        title: 'Quotes of a customer that wait',
        status: 200,
        query: { customerId: exampleId('Customer'), status: 'PENDING' },
        answer: { data: [QUOTE_EXAMPLE], hasMore: false },
      },
    ],
    reads: (core) => core.quotes.list,
    input: ({ query: { receiverAccountIdentifier, ...filter } }) => ({
      ...filter,
      destinationId: receiverAccountIdentifier,
    }),
    serialize: (page) => pageBody(page, serializeQuote),
  }),
  query({
    method: 'GET',
    path: '/quotes/{quoteId}',
    operationId: 'getQuoteById',
    tag: TAG,
    summary: 'Read a quote',
    description: `Shows the present state of a quote: whether it can still be executed, waits for its payer, or has become a payment.
Once it is \`PROCESSING\`, read its transaction instead: that has the delivery, the reason of a failure, and the refund. A
challenge that is open is in the answer, so that a lost one can be answered.`,
    permission: 'VIEW',
    outcomes: { 200: 'The quote in its present state.' },
    examples: [{ title: 'Read a quote', status: 200, answer: QUOTE_EXAMPLE }],
    reads: (core) => core.quotes.get,
    ...oneQuote,
  }),
  command({
    method: 'POST',
    path: '/quotes/{quoteId}/execute',
    operationId: 'executeQuote',
    tag: TAG,
    summary: 'Execute a quote',
    description: `Starts the payment of a quote from an \`ACCOUNT\` at its locked rate, before \`expiresAt\`. From an internal account,
\`totalSendingAmount\` is held at once: \`balance\` falls, and \`totalBalance\` falls when the payment is delivered. From an
external account, the money is collected first, and the transaction is \`PENDING\` until then. A quote with
\`REALTIME_FUNDING\` starts when its money arrives and cannot be executed by a call.

Executing a quote twice moves the money once: a second call returns the quote in its present state. From an embedded wallet,
the call needs the owner's signature over the \`payloadToSign\` of the quote's \`paymentInstructions\`.

A customer of the EEA has to authorize each payment, except to an external account that it trusts. No money is held then:
the quote is returned as \`PENDING_AUTHORIZATION\`, and \`authorizeQuote\` starts the payment.

**Events:** \`OUTGOING_PAYMENT.PROCESSING\` (\`OUTGOING_PAYMENT.PENDING\` first for a collection), later
\`OUTGOING_PAYMENT.COMPLETED\`, or \`OUTGOING_PAYMENT.FAILED\` with \`OUTGOING_PAYMENT.REFUND_*\`; \`INTERNAL_ACCOUNT.BALANCE_UPDATED\`.`,
    permission: 'TRANSACT',
    params,
    headers: ['Wallet-Signature'],
    body: executeQuoteRequest,
    bodyRequired: false,
    responses: { 200: quote },
    outcomes: {
      200: 'The payment has started (`PROCESSING`), or waits for its payer (`PENDING_AUTHORIZATION`, with `scaChallenge`).',
    },
    refusals: {
      ...EXECUTION_REFUSALS,
      ...CHALLENGE_REFUSALS,
      INVALID_INPUT:
        'The quote has real-time funding, or `scaFactor` names a factor that the payer does not have or that cannot authorize payments.',
      USER_NOT_READY:
        'The source account is frozen or closed, the payer may not move money now, or it must authorize the payment and has no factor.',
      CONFLICT:
        'The quote has expired or was cancelled (`details.reason` is `QUOTE_EXPIRED`), or has failed; or the invoice in its destination account is paid, or a payment of it is in progress; or the idempotency key was used for another request, or the record is being changed at this moment.',
      WALLET_SIGNATURE_MISSING: 'The source is an embedded wallet, and the request has no signature of its owner.',
      WALLET_SIGNATURE_MALFORMED:
        'The stamp cannot be decoded: it is a JSON object with `publicKey`, `scheme` and `signature`, in base64.',
      WALLET_SIGNATURE_INVALID:
        'The signature is not by an active session key of the wallet, or signs another payload.',
      INVALID_SIGNATURE: 'The scheme or the public key of the stamp is not supported.',
    },
    examples: [
      { title: 'Execute a quote', status: 200, answer: EXECUTED_QUOTE_EXAMPLE },
      {
        title: 'Ask a customer of the EEA for a code',
        status: 200,
        body: { scaFactor: 'SMS_OTP' },
        answer: ASKED_QUOTE_EXAMPLE,
      },
    ],
    useCase: (core) => core.quotes.execute,
    input: ({ params, body, signed }) => ({ id: params.quoteId, signed, scaFactor: body.scaFactor }),
    serialize: serializeQuote,
  }),
  command({
    method: 'POST',
    path: '/quotes/{quoteId}/cancel',
    operationId: 'cancelQuote',
    tag: TAG,
    summary: 'Cancel a quote that was not executed',
    description: `Ends the lock of the rate early: the quote becomes \`EXPIRED\`, with the present time as \`expiresAt\`. No money
moves. Money that arrives for its payment instructions afterwards is sent back to its payer. A quote that has expired
already is returned unchanged. A payment that has started can only be stopped by \`cancelTransaction\`.

**Events:** \`QUOTE.EXPIRED\`.`,
    isExtension: true,
    permission: 'TRANSACT',
    params,
    responses: { 200: quote },
    outcomes: { 200: 'The quote has ended and can no longer be executed.' },
    refusals: {
      CONFLICT:
        'The quote was executed, or its money has arrived; the message names its transaction. Or the idempotency key was used for another request, or the record is being changed at this moment.',
    },
    examples: [
      {
        title: 'Cancel a quote',
        status: 200,
        answer: { ...QUOTE_EXAMPLE, status: 'EXPIRED', expiresAt: '2026-01-05T10:02:00.000Z' },
      },
    ],
    useCase: (core) => core.quotes.cancel,
    input: ({ params }) => ({ id: params.quoteId }),
    serialize: serializeQuote,
  }),
];
