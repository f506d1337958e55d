import { invalidInProof } from '@corridor/core/internal';
import { command, prepared } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { EXECUTED_QUOTE_EXAMPLE, FUNDED_QUOTE_EXAMPLE } from '../quotes/examples.js';
import { LIMIT_REFUSALS } from '../quotes/operations.js';
import { oneQuote } from '../quotes/requests.js';
import { CODE_PROOF_EXAMPLE, END_USER_ADDRESS_EXAMPLE, PASSKEY_PROOF_EXAMPLE } from './examples.js';
import { scaAuthorization } from './schemas.js';
import { toProof } from './serialize.js';
import { TAG, KEY_REUSED, SENDING_REFUSALS, PROOF_REFUSALS } from './refusals.js';

/** The authorization of quotes. */
export const quoteAuthorizations: readonly Operation[] = [
  prepared({
    method: 'POST',
    path: '/quotes/{quoteId}/authorize',
    operationId: 'authorizeQuote',
    tag: TAG,
    summary: 'Authorize a quote with a proof of the payer',
    description: `Accepts the proof of the payer for a quote in \`PENDING_AUTHORIZATION\`. A quote from an account is then executed, as by
\`executeQuote\`: its amount is held, or its collection starts. A quote with \`REALTIME_FUNDING\` becomes \`PENDING\` and shows its
\`paymentInstructions\`.

The proof is bound to these amounts and this payee. Accepted are a code that was sent for the challenge, and an assertion of
the passkey; a code of an authenticator app is not. If the execution is refused after a right proof, for example because the
balance is too small by now, the challenge stays open.

**Events:** those of \`executeQuote\` if the payment starts.`,
    permission: 'TRANSACT',
    ...oneQuote,
    body: scaAuthorization,
    outcomes: {
      200: 'The payment has started (`PROCESSING`), or the quote shows how its payer can fund it (`PENDING`).',
    },
    refusals: {
      ...PROOF_REFUSALS,
      USER_NOT_FOUND: 'The payer was deleted.',
      USER_NOT_READY: 'The payer may not move money now, or the source account is frozen or closed.',
      INVALID_AMOUNT: 'The available balance of the source account does not cover the amount; no money was held.',
      ...LIMIT_REFUSALS,
      DAILY_VOLUME_LIMIT_EXCEEDED:
        'The payment exceeds what is left of the daily volume of the corridor; `Retry-After` names the seconds until midnight UTC.',
      CONFLICT: `The quote does not wait for a proof, or has expired; its challenge was answered at the same time, or the phone is not verified any more; or ${KEY_REUSED}.`,
    },
    examples: [
      { title: 'Authorize with a code by SMS', status: 200, body: CODE_PROOF_EXAMPLE, answer: EXECUTED_QUOTE_EXAMPLE },
      {
        title: 'Authorize with a passkey',
        status: 200,
        body: { ...PASSKEY_PROOF_EXAMPLE, endUserIpAddress: END_USER_ADDRESS_EXAMPLE },
        answer: EXECUTED_QUOTE_EXAMPLE,
      },
      {
        title: 'Authorize a payment that its payer funds',
        status: 200,
        body: CODE_PROOF_EXAMPLE,
        answer: FUNDED_QUOTE_EXAMPLE,
      },
    ],
    useCase: (core) => core.quotes.authorize,
    invalid: (_ctx, input) => invalidInProof(input),
    input: ({ params, body }) => ({
      id: params.quoteId,
      endUserIpAddress: body.endUserIpAddress ?? undefined,
      ...toProof(body),
    }),
  }),
  command({
    method: 'POST',
    path: '/quotes/{quoteId}/authorize/resend',
    operationId: 'resendQuoteScaCode',
    tag: TAG,
    summary: 'Send another code for a quote',
    description: `Sends a new code for the open challenge of a quote; the code before is void. Neither the challenge nor \`expiresAt\` of the
quote is extended. It works for challenges of \`SMS_OTP\` only. A phone receives at most five codes an hour, for all purposes
together.`,
    permission: 'TRANSACT',
    params: oneQuote.params,
    responses: { 204: null },
    outcomes: { 204: 'Another code is on its way.' },
    refusals: {
      ...SENDING_REFUSALS,
      USER_NOT_FOUND: 'The payer was deleted.',
      CONFLICT: `The quote does not wait for a proof, has expired, or its challenge is not for \`SMS_OTP\`; or the phone is not verified any more; or ${KEY_REUSED}.`,
    },
    examples: [{ title: 'Send another code', status: 204 }],
    useCase: (core) => core.quotes.resendCode,
    input: ({ params }) => ({ id: params.quoteId }),
    serialize: () => null,
  }),
];
