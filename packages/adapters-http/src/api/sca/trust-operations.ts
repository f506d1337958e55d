import type { Context, ScaProof } from '@corridor/core';
import type { ScaChallenge } from '@corridor/core/records';
import { invalidInProof } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, prepared } from '../../kit/declare.js';
import type { Operation, Refusals, Request } from '../../kit/operation.js';
import { exampleId } from '../../kit/schemas.js';
import { ofExternalAccount } from '../accounts/requests.js';
import { serializeChallenge } from '../quotes/serialize-challenge.js';
import { CODE_EXAMPLE, PASSKEY_PROOF_EXAMPLE, trustChallenge } from './examples.js';
import { trustConfirmed, trustConfirmRequest, trustStart } from './schemas.js';
import { toProof } from './serialize.js';
import { TAG, NOT_REGULATED, KEY_REUSED, SENDING_REFUSALS, PROOF_REFUSALS, NOT_OPEN } from './refusals.js';

/** Why the trust of a beneficiary cannot change. */
const TRUST_REFUSALS = {
  USER_NOT_FOUND: 'The owner of the external account was deleted.',
  REFERENCE_NOT_FOUND: 'The external account does not exist, was deleted, or belongs to the platform itself.',
} as const satisfies Refusals;

/** What the operations share that ask a customer. */
const asking = {
  ...ofExternalAccount,
  responses: { 200: trustStart },
  outcomes: { 200: 'The customer is asked; the answer has the challenge.' },
  serialize: ({ challenge }: { readonly challenge: ScaChallenge }) => ({ scaChallenge: serializeChallenge(challenge) }),
} as const;

interface ConfirmCall extends Pick<Request<'externalAccountId'>, 'params'> {
  readonly body: z.output<typeof trustConfirmRequest>;
}

/** What the operations share that take the proof of the customer. */
const confirming = {
  params: ofExternalAccount.params,
  body: trustConfirmRequest,
  responses: { 200: trustConfirmed },
  invalid: (_ctx: Context, input: ScaProof) => invalidInProof(input),
  input: ({ params, body }: ConfirmCall) => ({ id: params.externalAccountId, ...toProof(body) }),
  serialize: (confirmation: z.output<typeof trustConfirmed>) => confirmation,
} as const;

/** Trusted beneficiaries, whose payments need no authorization. */
export const trustOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/trust',
    operationId: 'startBeneficiaryTrust',
    tag: TAG,
    summary: 'Start to trust a beneficiary',
    description: `Asks the customer who owns an external account to trust it. Payments to a trusted account need no challenge, and transfers
out go to trusted accounts only. The challenge is open for five minutes and replaces an earlier one; for \`SMS_OTP\`, a code is
sent. The phone is asked first, then the passkey, then the app. Nothing changes until \`confirmBeneficiaryTrust\`.`,
    permission: 'MANAGE',
    ...asking,
    refusals: {
      ...TRUST_REFUSALS,
      ...SENDING_REFUSALS,
      BENEFICIARY_TRUSTED: 'The customer trusts the account already.',
      CONFLICT: `${NOT_REGULATED}; or ${KEY_REUSED}.`,
      USER_NOT_READY: 'The customer has no factor; verify a phone or enroll one first.',
    },
    examples: [
      { title: 'Ask to trust a beneficiary', status: 200, answer: trustChallenge('trust Grace Hopper (…3000)') },
    ],
    useCase: (core) => core.sca.startTrust,
  }),
  prepared({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/trust/confirm',
    operationId: 'confirmBeneficiaryTrust',
    tag: TAG,
    summary: 'Confirm the trust of a beneficiary',
    description: `Accepts the proof of the customer: the phone's code, a code of the app, or an assertion of the passkey. From then on, quotes
to the account are executed without a challenge, and transfers out can go there. An account that is deleted and added
again is not trusted.`,
    permission: 'MANAGE',
    ...confirming,
    outcomes: { 200: 'The customer trusts the account.' },
    refusals: {
      ...TRUST_REFUSALS,
      ...PROOF_REFUSALS,
      BENEFICIARY_TRUSTED: 'The customer trusts the account already.',
      CONFLICT: `${NOT_REGULATED}; or ${NOT_OPEN}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'Trust with a code',
        status: 200,
        body: { challengeId: exampleId('Request'), code: CODE_EXAMPLE },
        answer: { trusted: true },
      },
      { title: 'Trust with a passkey', status: 200, body: PASSKEY_PROOF_EXAMPLE, answer: { trusted: true } },
    ],
    useCase: (core) => core.sca.confirmTrust,
  }),
  command({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/untrust',
    operationId: 'startBeneficiaryUntrust',
    tag: TAG,
    summary: 'Start to remove the trust of a beneficiary',
    description: `Asks the customer who owns an external account to trust it no longer, which needs a proof as well. The challenge is open for
five minutes; for \`SMS_OTP\`, a code is sent. Nothing changes until \`confirmBeneficiaryUntrust\`. Payments that were accepted
before stay as they are. An account must be untrusted before it can be deleted.`,
    permission: 'MANAGE',
    ...asking,
    refusals: {
      ...TRUST_REFUSALS,
      ...SENDING_REFUSALS,
      CONFLICT: `${NOT_REGULATED}; or the customer does not trust the account; or ${KEY_REUSED}.`,
      USER_NOT_READY: 'The customer has no factor; verify a phone or enroll one first.',
    },
    examples: [
      {
        title: 'Ask to end the trust of a beneficiary',
        status: 200,
        answer: trustChallenge('no longer trust Grace Hopper (…3000)'),
      },
    ],
    useCase: (core) => core.sca.startUntrust,
  }),
  prepared({
    method: 'POST',
    path: '/customers/external-accounts/{externalAccountId}/untrust/confirm',
    operationId: 'confirmBeneficiaryUntrust',
    tag: TAG,
    summary: 'Confirm the removal of the trust of a beneficiary',
    description: `Accepts the proof of the customer, as \`confirmBeneficiaryTrust\` does. From then on, each quote to the account needs a
challenge again, transfers out to it are refused, and it can be deleted. Payments that were accepted before are still
delivered.`,
    permission: 'MANAGE',
    ...confirming,
    outcomes: { 200: 'The customer does not trust the account any more.' },
    refusals: {
      ...TRUST_REFUSALS,
      ...PROOF_REFUSALS,
      CONFLICT: `${NOT_REGULATED}; or the customer does not trust the account; or ${NOT_OPEN}; or ${KEY_REUSED}.`,
    },
    examples: [
      {
        title: 'End the trust with a code',
        status: 200,
        body: { challengeId: exampleId('Request'), code: CODE_EXAMPLE },
        answer: { trusted: false },
      },
      { title: 'End the trust with a passkey', status: 200, body: PASSKEY_PROOF_EXAMPLE, answer: { trusted: false } },
    ],
    useCase: (core) => core.sca.confirmUntrust,
  }),
];
