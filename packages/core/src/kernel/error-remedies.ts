import type { ErrorCode } from './errors.js';

const READ_ID = 'Check the id. An id of another platform or environment is not found either.';
const COUNTERPARTY = 'Report this to the counterparty. Use another receiver or account until it is corrected.';
const RETRY = 'Send the request again after a pause.';
const RETRY_OTHER = 'Retry after a pause. If the error persists, the counterparty is down: report it there.';

/** What the caller can do about an error: at least one sentence for every code of the catalogue. */
export const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'Correct what the message names, or every field in `details.errors`, and send the request again.',
  INVALID_REQUEST_FORMAT: 'Send a well-formed body with the right `Content-Type`.',
  MISSING_MANDATORY_USER_INFO:
    'Add the information that `details.fields` names to the customer, then repeat the request.',
  END_USER_TERMS_VERSION_NOT_FOUND: 'Name a version of the end-user terms that exists.',
  INVALID_CURRENCY: 'Use a currency that the account, the corridor or the platform configuration supports.',
  INVALID_AMOUNT: 'Use a positive amount that the balance of the source account covers.',
  AMOUNT_OUT_OF_RANGE: 'Use an amount within the limits of the currency and the corridor.',
  TRANSACTION_SIZE_LIMIT_EXCEEDED: 'Send a smaller amount, or split the payment.',
  INVALID_BANK_ACCOUNT: 'Check the account details with the account holder and correct the named field.',
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED:
    'Complete the ownership verification of the external account, then repeat the request, or name another account.',
  SELF_PAYMENT: 'Name a destination that differs from the source.',
  QUOTE_REQUEST_FAILED: 'Retry after a pause. If the error persists, no exchange rate exists for this currency pair.',
  LOOKUP_REQUEST_FAILED: RETRY,

  INVITATION_ALREADY_CLAIMED: 'Create a new invitation.',
  INVITATIONS_NOT_CONFIGURED: 'Set `umaDomain` in the platform configuration first.',
  INVITATION_CANCELLED: 'Create a new invitation.',
  INVALID_UMA_ADDRESS: 'Use an address of the form `$name@domain`.',
  INVALID_PAYREQ_RESPONSE: COUNTERPARTY,
  INVALID_RECEIVER: 'Ask the receiver for an account that can receive this payment.',
  PARSE_PAYREQ_RESPONSE_ERROR: COUNTERPARTY,
  PARSE_LNURLP_RESPONSE_ERROR: COUNTERPARTY,
  CERT_CHAIN_INVALID: COUNTERPARTY,
  CERT_CHAIN_EXPIRED: COUNTERPARTY,
  INVALID_PUBKEY_FORMAT: COUNTERPARTY,
  MISSING_REQUIRED_UMA_PARAMETERS:
    'Add the missing parameters. If an answer of the counterparty lacks them, report it there.',
  SENDER_NOT_ACCEPTED: 'Use another route, or pay from another customer.',
  INVALID_TIMESTAMP: 'Synchronize the clocks of both hosts, then send a newly signed message.',
  INVALID_NONCE:
    'Send a message that is signed with a new nonce. If an answer of the counterparty repeats one, report it there.',
  UNSUPPORTED_UMA_VERSION: 'Repeat the request with a UMA version that both sides support.',
  PAYREQ_REQUEST_FAILED: RETRY_OTHER,
  COUNTERPARTY_PUBKEY_FETCH_ERROR: RETRY_OTHER,
  NO_COMPATIBLE_UMA_VERSION: 'The counterparty must support a UMA version in common. Use another route until it does.',
  LNURLP_REQUEST_FAILED: RETRY_OTHER,
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: 'Use another route.',

  WEBHOOK_ENDPOINT_NOT_SET: 'Set `webhookEndpoint` in the platform configuration first.',
  WEBHOOK_DELIVERY_ERROR:
    'Check that the endpoint is reachable and answers with a 2xx status, then repeat the delivery.',

  LOW_QUALITY: 'Upload a sharper copy of the document.',
  DATA_MISMATCH: 'Upload a document that shows the stored information, or correct the information.',
  EXPIRED: 'Upload a document that is valid today.',
  SUSPECTED_FRAUD: 'Upload an original document, or contact the operator.',
  UNSUITABLE_DOCUMENT: 'Upload a file of an accepted format and an accepted document type.',
  INCOMPLETE: 'Upload every page and both sides of the document.',

  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: 'Use the existing credential, or delete it first.',
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: 'Use the existing credential, or delete it first.',
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: 'Use the existing credential, or register another passkey.',
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: RETRY,
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: 'Use another email address.',
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: 'Read the credentials again and start the change from the beginning.',
  PASSKEY_ALREADY_ENROLLED: 'Use the enrolled passkey, or reset the factor first.',
  SCA_SESSION_REQUIRED: 'Have each customer in `details.customerIds` log in with strong customer authentication first.',
  BENEFICIARY_TRUSTED: 'Continue: the beneficiary is trusted already. To delete the account, remove the trust first.',
  ACCOUNT_LOCKED: 'Wait until the lock ends (`details.lockedUntil`, if present), then request a new code.',

  STABLECOIN_PROVIDER_ACCOUNT_INVALID: 'Check the credentials of the provider account and link it again.',
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 'Link the provider account again.',
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: 'Name the provider account link in the request.',
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: READ_ID,
  CARDHOLDER_KYC_NOT_APPROVED: 'Complete the KYC verification of the cardholder, then order the card.',
  CARD_ALREADY_CLOSED: 'A closed card stays closed. Order a new card.',
  CARD_NOT_MUTABLE: 'Order a new card: a closed card cannot be changed.',

  UNAUTHORIZED: 'Send valid API credentials. Create a new token if the secret is lost.',
  INVALID_SIGNATURE:
    'Sign the exact bytes that are sent, with the registered key. If an answer of the counterparty is badly signed, report it there.',
  WALLET_SIGNATURE_MISSING:
    'Sign `payloadToSign` of the quote or of the first answer with a key of the wallet, and send the stamp in its header.',
  WALLET_SIGNATURE_MALFORMED:
    'Send the stamp as base64url of a JSON object with `publicKey`, `scheme` and `signature`.',
  WALLET_SIGNATURE_BODY_MISMATCH: 'Repeat the signed retry with the body of the first request.',
  WALLET_SIGNATURE_INVALID: 'Sign the payload with a key that is active for this wallet.',
  REQUEST_ID_MISSING: 'Send the `Request-Id` of the first answer with the signed retry.',
  FORBIDDEN:
    'Use a token that has the permission, in the right environment. For an agent, `details.reason` names what stops it.',
  USER_NOT_READY:
    'Do what the message names: complete the verification, trust the beneficiary, or have the account unfrozen. If it names nothing, wait for the decision on the verifications of the customer, and correct those in `RESOLVE_ERRORS`; if none is open, ask the operator of the service.',
  USER_BLOCKED: 'Ask the operator of the service; only operators end a block.',
  COUNTERPARTY_NOT_ALLOWED: 'Use another counterparty, or ask the operator to allow this one.',
  VELOCITY_LIMIT_EXCEEDED:
    'Send less, or wait for as long as `Retry-After` says. Without it, send less than the message names, or ask the operator to raise the limit of the customer; the limit of a counterparty ends within an hour.',
  END_USER_TERMS_NOT_ACCEPTED: 'Record that the customer has accepted the end-user terms, then repeat the request.',

  TRANSACTION_NOT_FOUND: READ_ID,
  INVITATION_NOT_FOUND: 'Check the code of the invitation.',
  USER_NOT_FOUND: READ_ID,
  QUOTE_NOT_FOUND: READ_ID,
  LOOKUP_REQUEST_NOT_FOUND: 'Look the receiver up again and use the new `lookupId`.',
  TOKEN_NOT_FOUND: READ_ID,
  BULK_UPLOAD_JOB_NOT_FOUND: READ_ID,
  REFERENCE_NOT_FOUND: READ_ID,
  UMA_NOT_FOUND: 'Check the UMA address with the receiver.',
  METHOD_NOT_ALLOWED: 'Use a method that the `Allow` header names.',
  CUSTOMER_DELETED: 'A deleted customer stays deleted. Create a new customer.',

  CONFLICT:
    'If the key was used for another request, send a new key. Otherwise read the resource again and decide on its present state; retry if `Retry-After` is set.',
  UMA_ADDRESS_EXISTS: 'Choose another UMA address.',
  INVALID_STATE_TRANSITION: 'Read the resource again. Its state does not allow this operation.',
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: 'Read the transaction again: its state shows the decision.',
  TRANSACTION_NOT_CANCELLABLE:
    'Wait for the outcome of the transaction. A payment that has ended, or whose rail does not cancel, stays as it is.',

  RATE_LIMITED: 'Wait for as long as `Retry-After` says, then send fewer requests.',
  DAILY_VOLUME_LIMIT_EXCEEDED: 'Send less, or wait for as long as `Retry-After` says.',

  SVC_SWITCH_ERROR: RETRY,
  INTERNAL_ERROR:
    'Retry with the same idempotency key. If the error persists, report `details.requestId` to the operator.',
  NOT_IMPLEMENTED:
    'Do what the message names, or ask the operator to configure the missing provider. A retry does not help.',
  SERVICE_UNAVAILABLE: 'Wait for as long as `Retry-After` says, then retry with the same idempotency key.',
};

/** The fields of `details` besides `requestId`, for the codes that have more. */
export const ERROR_DETAILS: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  INVALID_INPUT: ['errors', 'reason'],
  MISSING_MANDATORY_USER_INFO: ['fields'],
  INVALID_CURRENCY: ['errors'],
  INVALID_AMOUNT: ['errors', 'accountId', 'receivable'],
  INVALID_BANK_ACCOUNT: ['errors'],
  INVALID_UMA_ADDRESS: ['errors'],
  LOOKUP_REQUEST_NOT_FOUND: ['errors'],
  UNSUPPORTED_UMA_VERSION: ['supportedMajorVersions'],
  UNSUITABLE_DOCUMENT: ['errors'],
  SCA_SESSION_REQUIRED: ['customerIds'],
  ACCOUNT_LOCKED: ['suspended', 'lockedUntil', 'failedAttempts'],
  FORBIDDEN: ['reason'],
  CONFLICT: ['channels', 'retryAfter', 'accountId', 'reason'],
  RATE_LIMITED: ['retryAfter'],
  VELOCITY_LIMIT_EXCEEDED: ['retryAfter'],
  DAILY_VOLUME_LIMIT_EXCEEDED: ['retryAfter'],
  SERVICE_UNAVAILABLE: ['retryAfter'],
};
