import type { Refusals } from '../../kit/operation.js';

export const TAG = 'Agent Operations';

export const PAUSED = 'The agent is paused (`details.reason` is `AGENT_PAUSED`)';

/** Refusals of an operation that only the agent's existence and its pause decide. */
export const UNPAUSED: Refusals = { FORBIDDEN: `${PAUSED}.` };

/** Refusals of the policy for a payment, at its request. */
export const PAYING: Refusals = {
  FORBIDDEN:
    `${PAUSED}, or its policy forbids the payment: \`details.reason\` is \`PERMISSION_MISSING\`, ` +
    '`ACCOUNT_NOT_ALLOWED`, `ACCOUNT_LIMIT_EXCEEDED`, `TRANSACTION_LIMIT_EXCEEDED`, `DAILY_COUNT_EXCEEDED`, ' +
    '`DAILY_LIMIT_EXCEEDED` or `MONTHLY_LIMIT_EXCEEDED`. No action is created.',
  QUOTE_REQUEST_FAILED: 'No current rate exists to compare the payment with limits in another currency.',
};

/** Refusals of the customer who pays or is paid. */
export const UNREADY_CUSTOMER: Refusals = {
  END_USER_TERMS_NOT_ACCEPTED: 'The platform requires end-user terms, and the customer has not accepted them.',
  MISSING_MANDATORY_USER_INFO: 'The customer lacks information that the platform or the receiver requires.',
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: 'The external account is not `ACTIVE`, or its ownership is not verified.',
};

/** What the policy decides about a payment, for every operation that starts one. */
export const DECISION = `The policy decides. A payment beyond a limit, or with an account that is not allowed, is 403 and leaves no action. One
that needs an approval becomes an action in \`PENDING_APPROVAL\`: nothing is debited or held, and the platform approves or
rejects it. Any other starts at once, its action is \`APPROVED\`, and it counts against the limits of the day and month.`;

export const ASKED_EVENT = '`AGENT_ACTION.PENDING_APPROVAL` to the platform if an approval is needed';
