import type { Refusals } from '../../kit/operation.js';
import { USUAL_CAUSE } from '../../kit/refusals.js';
import { exampleId } from '../../kit/schemas.js';

export const TAG = 'Strong Customer Authentication';

export const OF_CUSTOMER = { customerId: exampleId('Customer') };

export const NOT_REGULATED =
  "The customer's region is not in the EEA, where alone strong customer authentication applies";

export const KEY_REUSED =
  'the idempotency key was used for another request, or the record is being changed at this moment';

/** Why an operation on a customer's factors is refused. */
export const CUSTOMER_REFUSALS = {
  USER_NOT_FOUND: USUAL_CAUSE.USER_NOT_FOUND,
} as const satisfies Refusals;

/** Why no code can be sent. */
export const SENDING_REFUSALS = {
  ACCOUNT_LOCKED: USUAL_CAUSE.ACCOUNT_LOCKED,
  RATE_LIMITED:
    "The token has used up its requests, or five codes were sent to the customer's phone within an hour; `Retry-After` names the seconds to wait.",
} as const satisfies Refusals;

/** Why a proof is not accepted. Each wrong one counts; the fifth locks the customer. */
export const PROOF_REFUSALS = {
  INVALID_INPUT:
    'The code is wrong, expired or used, `challengeId` names another challenge, or the proof is incomplete. A wrong proof counts; the fifth one in a row locks the customer.',
  INVALID_SIGNATURE:
    'The assertion of the passkey does not verify: another challenge, another origin, or a copied passkey. It counts as a wrong proof.',
  ACCOUNT_LOCKED: USUAL_CAUSE.ACCOUNT_LOCKED,
} as const satisfies Refusals;

export const NOT_OPEN =
  'no challenge is open, because none was started, or it was answered, replaced or has expired; or the phone is not verified any more';
