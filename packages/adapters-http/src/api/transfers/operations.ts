import { invalidInEstimate } from '@corridor/core/internal';
import { command, exchange, prepared } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId } from '../../kit/schemas.js';
import { CORRIDOR_REFUSALS, LIMIT_REFUSALS, PAYER_REFUSALS } from '../quotes/operations.js';
import { CREATED_TRANSFER_OUT_EXAMPLE, PENDING_TRANSFER_IN_EXAMPLE } from '../transactions/examples.js';
import { transaction } from '../transactions/schemas.js';
import { serializeTransaction } from '../transactions/serialize.js';
import { transferIn, transferOut } from './requests.js';
import { estimateRequest, estimateResponse } from './schemas.js';
import { serializeEstimate } from './serialize.js';

const TAG = 'Same-Currency Transfers';

/** Why the accounts or the amount do not make a transfer. */
const TRANSFER_REFUSALS = {
  ...PAYER_REFUSALS,
  ...LIMIT_REFUSALS,
  REFERENCE_NOT_FOUND: 'An account does not exist or was deleted, or the two accounts belong to different owners.',
  INVALID_CURRENCY:
    'The accounts have different currencies, or the platform has not enabled the currency in this direction.',
  INVALID_AMOUNT: 'The amount is missing or not positive.',
  AMOUNT_OUT_OF_RANGE: "The amount is outside the platform's limits for the currency.",
} as const satisfies Refusals;

export const transferOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/transfer-in',
    operationId: 'createTransferIn',
    tag: TAG,
    summary: 'Collect money from an external account',
    description: `Debits a bank account and credits a balance of the same owner, without conversion and without a fee. A rail of this host
must collect from the account type. The internal account may be frozen, but not closed.

The transaction is \`PENDING\` until the rail has collected; no balance changes before that. Then the account is credited and
the transaction is \`COMPLETED\`. A collection that fails credits nothing (\`COLLECTION_FAILED\`). One that the bank returns
later is debited again: the transaction becomes \`FAILED\`.

**Events:** \`INCOMING_PAYMENT.PENDING\`, later \`INCOMING_PAYMENT.COMPLETED\` or \`INCOMING_PAYMENT.FAILED\`;
\`INTERNAL_ACCOUNT.BALANCE_UPDATED\` with the credit.`,
    permission: 'TRANSACT',
    responses: { 201: transaction },
    outcomes: { 201: 'The collection was accepted; its transaction is `PENDING`.' },
    refusals: {
      ...TRANSFER_REFUSALS,
      INVALID_INPUT:
        'No rail in this environment collects from such an account, or a field is invalid; `details.errors` names it.',
      USER_NOT_READY:
        'The customer is not approved (KYC or KYB), or a change of its identity is under review; or the internal account is closed.',
      EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: 'The ownership of the external account has to be verified first.',
    },
    examples: [
      {
        title: 'Collect from a bank account',
        status: 201,
        body: {
          source: { accountId: exampleId('ExternalAccount') },
          destination: { accountId: exampleId('InternalAccount') },
          amount: 10_000,
        },
        answer: PENDING_TRANSFER_IN_EXAMPLE,
      },
    ],
    useCase: (core) => core.transfers.in,
    ...transferIn,
    serialize: serializeTransaction,
  }),
  prepared({
    method: 'POST',
    path: '/transfer-out',
    operationId: 'createTransferOut',
    tag: TAG,
    summary: 'Send money to an external account',
    description: `Pays out of a balance to an external account of the same owner, without conversion and without a fee of the service. To
pay another owner or another currency, use \`createQuote\`; money of an embedded wallet also leaves by quotes only.

The amount is held at once, and the transaction is \`PROCESSING\` until the rail has delivered. A transfer to a chain delivers
the amount minus the network fee, which is fixed in this call (\`fees\`, \`receivedAmount\`). A transfer that fails or is
returned gives the whole amount back. Until the rail has paid, \`cancelTransaction\` can stop it.

A customer of the EEA must trust the external account first (\`startBeneficiaryTrust\`), because a transfer has no challenge.

**Events:** \`OUTGOING_PAYMENT.PROCESSING\`, later \`OUTGOING_PAYMENT.COMPLETED\`, or \`OUTGOING_PAYMENT.FAILED\` with
\`OUTGOING_PAYMENT.REFUND_*\`; \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` with each change of the balance.`,
    permission: 'TRANSACT',
    responses: { 201: transaction },
    outcomes: { 201: 'The amount is held, and the transfer is on its way to its rail (`PROCESSING`).' },
    refusals: {
      ...TRANSFER_REFUSALS,
      ...CORRIDOR_REFUSALS,
      INVALID_INPUT:
        'The source is an embedded wallet, the payment rail does not reach the account, or a field is invalid; `details.errors` names it.',
      INVALID_AMOUNT:
        'The amount is missing or not positive, the available balance does not cover it, the network fee uses it up, or the invoice in the external account asks for another amount.',
      AMOUNT_OUT_OF_RANGE: 'The amount is outside the limits of the platform or of the corridor.',
      USER_NOT_READY:
        'The customer is not approved (KYC or KYB) or under review, the internal account is frozen or closed, or a customer of the EEA does not trust the external account.',
      INVALID_BANK_ACCOUNT:
        'The address of the external account does not belong to the network that would carry the transfer; or its invoice or offer has expired or cannot be paid.',
      NOT_IMPLEMENTED: 'No rail in this environment delivers to such an account.',
      CONFLICT:
        'The external account or its rail changed while the network fee was determined; or its invoice is paid, or a payment of it is in progress; or the idempotency key was used for another request, or a record is being changed at this moment.',
      SERVICE_UNAVAILABLE:
        'The rail did not name the network fee, and no money was held; or the host is starting, stopping or overloaded.',
    },
    examples: [
      {
        title: 'Pay out to a bank account',
        status: 201,
        body: {
          source: { accountId: exampleId('InternalAccount') },
          destination: { accountId: exampleId('ExternalAccount'), paymentRail: 'ACH' },
          amount: 10_000,
          remittanceInformation: 'Payout 2026-01',
        },
        answer: CREATED_TRANSFER_OUT_EXAMPLE,
      },
    ],
    useCase: (core) => core.transfers.out,
    ...transferOut,
    serialize: serializeTransaction,
  }),
  exchange({
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    operationId: 'estimateCryptoWithdrawalFee',
    tag: 'Cross-Currency Transfers',
    summary: 'Estimate the network fee of a withdrawal to a chain',
    description: `Asks the rail what a transfer of this amount to a chain would cost now, so that it can be shown before
\`createTransferOut\`. Nothing is reserved: a transfer has the same fee if the price of the network has not changed by then.
The account need not hold the amount, and the address need not be an external account yet.`,
    permission: 'VIEW',
    body: estimateRequest,
    responses: { 200: estimateResponse },
    outcomes: { 200: 'The fee at this moment, and what would arrive.' },
    refusals: {
      REFERENCE_NOT_FOUND: 'The internal account does not exist.',
      INVALID_CURRENCY: 'The currency is not a crypto asset, or not that of the account.',
      INVALID_AMOUNT: 'The amount is not positive, or the network fee uses it up.',
      INVALID_BANK_ACCOUNT: '`destinationAddress` is not an address on the network.',
      SERVICE_UNAVAILABLE: 'The rail did not name the network fee, or the host is starting, stopping or overloaded.',
    },
    examples: [
      {
        title: 'Withdraw bitcoin',
        status: 200,
        body: {
          internalAccountId: exampleId('InternalAccount'),
          currency: 'BTC',
          cryptoNetwork: 'BITCOIN',
          amount: 100_000,
          destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        },
        answer: { networkFee: 1_500, networkFeeAsset: 'BTC', applicationFee: 0, totalFee: 1_500, netAmount: 98_500 },
      },
    ],
    invalid: invalidInEstimate,
    perform: (core) => core.transfers.estimateWithdrawal,
    input: ({ body }) => body,
    serialize: serializeEstimate,
  }),
];
