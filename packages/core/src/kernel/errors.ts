/**
 * The only catalogue of errors; docs/errors.md is generated from it.
 * A code is never renamed or removed. `retryable`: the same request may succeed later without a change.
 * Only the HTTP adapter assigns a status to a code.
 */
export const CATALOGUE = {
  // What the caller sent
  INVALID_INPUT: { retryable: false, meaning: 'Invalid input' },
  INVALID_REQUEST_FORMAT: { retryable: false, meaning: 'The request could not be read' },
  MISSING_MANDATORY_USER_INFO: { retryable: false, meaning: 'Required customer information is missing' },
  END_USER_TERMS_VERSION_NOT_FOUND: { retryable: false, meaning: 'No such version of the end-user terms' },
  INVALID_CURRENCY: { retryable: false, meaning: 'The currency is not valid here' },
  INVALID_AMOUNT: { retryable: false, meaning: 'The amount is not valid here' },
  AMOUNT_OUT_OF_RANGE: { retryable: false, meaning: 'The amount is out of range' },
  TRANSACTION_SIZE_LIMIT_EXCEEDED: { retryable: false, meaning: 'The amount exceeds the limit for one transaction' },
  INVALID_BANK_ACCOUNT: { retryable: false, meaning: 'The account details are not valid' },
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: {
    retryable: false,
    meaning: 'Ownership of the external account must be verified first',
  },
  SELF_PAYMENT: { retryable: false, meaning: 'Source and destination are the same' },
  QUOTE_REQUEST_FAILED: { retryable: true, meaning: 'The quote could not be made' },
  LOOKUP_REQUEST_FAILED: { retryable: true, meaning: 'The receiver could not be looked up' },

  // UMA counterparties and invitations
  INVITATION_ALREADY_CLAIMED: { retryable: false, meaning: 'The invitation has been claimed' },
  INVITATIONS_NOT_CONFIGURED: { retryable: false, meaning: 'Invitations need a UMA domain' },
  INVITATION_CANCELLED: { retryable: false, meaning: 'The invitation has been cancelled' },
  INVALID_UMA_ADDRESS: { retryable: false, meaning: 'The UMA address is not valid' },
  INVALID_PAYREQ_RESPONSE: {
    retryable: false,
    meaning: 'The counterparty answered the payment request with something else',
  },
  INVALID_RECEIVER: { retryable: false, meaning: 'The receiver cannot receive' },
  PARSE_PAYREQ_RESPONSE_ERROR: {
    retryable: false,
    meaning: "The counterparty's payment-request response cannot be read",
  },
  PARSE_LNURLP_RESPONSE_ERROR: { retryable: false, meaning: "The counterparty's lookup response cannot be read" },
  CERT_CHAIN_INVALID: { retryable: false, meaning: "The counterparty's certificate chain is invalid" },
  CERT_CHAIN_EXPIRED: { retryable: false, meaning: "The counterparty's certificate chain has expired" },
  INVALID_PUBKEY_FORMAT: { retryable: false, meaning: "The counterparty's public key is malformed" },
  MISSING_REQUIRED_UMA_PARAMETERS: { retryable: false, meaning: 'Required UMA parameters are missing' },
  SENDER_NOT_ACCEPTED: { retryable: false, meaning: 'The counterparty does not accept the sender' },
  INVALID_TIMESTAMP: { retryable: false, meaning: 'The timestamp is outside the accepted window' },
  INVALID_NONCE: { retryable: false, meaning: 'The nonce has been used' },
  UNSUPPORTED_UMA_VERSION: { retryable: false, meaning: 'The counterparty does not support our UMA version' },
  PAYREQ_REQUEST_FAILED: { retryable: true, meaning: 'The payment request to the counterparty failed' },
  COUNTERPARTY_PUBKEY_FETCH_ERROR: { retryable: true, meaning: "The counterparty's keys could not be fetched" },
  NO_COMPATIBLE_UMA_VERSION: { retryable: false, meaning: 'No UMA version in common with the counterparty' },
  LNURLP_REQUEST_FAILED: { retryable: true, meaning: 'The lookup at the counterparty failed' },
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: {
    retryable: false,
    meaning: 'The counterparty demands a field that is not known',
  },

  // Webhooks
  WEBHOOK_ENDPOINT_NOT_SET: { retryable: false, meaning: 'No webhook endpoint is set' },
  WEBHOOK_DELIVERY_ERROR: { retryable: true, meaning: 'The webhook could not be delivered' },

  // Documents
  LOW_QUALITY: { retryable: false, meaning: 'The document is of too low quality' },
  DATA_MISMATCH: { retryable: false, meaning: 'The document does not match the information provided' },
  EXPIRED: { retryable: false, meaning: 'The document has expired' },
  SUSPECTED_FRAUD: { retryable: false, meaning: 'The document is suspected to be forged or edited' },
  UNSUITABLE_DOCUMENT: { retryable: false, meaning: 'The document type is not accepted' },
  INCOMPLETE: { retryable: false, meaning: 'The document lacks pages or sides' },

  // Embedded wallets, SCA
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: { retryable: false, meaning: 'The account has an EMAIL_OTP credential' },
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: { retryable: false, meaning: 'The account has an SMS_OTP credential' },
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: { retryable: false, meaning: 'The account has this PASSKEY credential' },
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: { retryable: true, meaning: 'Tied EMAIL_OTP credentials could not be updated' },
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: { retryable: false, meaning: 'Another wallet signs in with this address' },
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: { retryable: false, meaning: 'The set of EMAIL_OTP credentials has changed' },
  PASSKEY_ALREADY_ENROLLED: { retryable: false, meaning: 'A passkey is enrolled' },
  SCA_SESSION_REQUIRED: { retryable: false, meaning: 'A login with strong customer authentication is required' },
  BENEFICIARY_TRUSTED: { retryable: false, meaning: 'The beneficiary is trusted' },
  ACCOUNT_LOCKED: { retryable: true, meaning: 'Locked after too many failed attempts' },

  // Stablecoins and cards
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: { retryable: false, meaning: 'The provider account link is not usable' },
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: { retryable: false, meaning: 'The provider account link has been revoked' },
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: {
    retryable: false,
    meaning: 'Several provider account links are active: name one',
  },
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: { retryable: false, meaning: 'No such provider account link' },
  CARDHOLDER_KYC_NOT_APPROVED: { retryable: false, meaning: "The cardholder's KYC is not approved" },
  CARD_ALREADY_CLOSED: { retryable: false, meaning: 'The card is closed' },
  CARD_NOT_MUTABLE: { retryable: false, meaning: 'The card can no longer be changed' },

  // Credentials, signatures and permissions
  UNAUTHORIZED: { retryable: false, meaning: 'Missing or wrong credentials' },
  INVALID_SIGNATURE: { retryable: false, meaning: 'The signature is invalid' },
  WALLET_SIGNATURE_MISSING: { retryable: false, meaning: 'A wallet signature is required' },
  WALLET_SIGNATURE_MALFORMED: { retryable: false, meaning: 'The wallet signature cannot be read' },
  WALLET_SIGNATURE_BODY_MISMATCH: { retryable: false, meaning: 'The wallet signature is over another body' },
  WALLET_SIGNATURE_INVALID: { retryable: false, meaning: 'The wallet signature does not verify' },
  REQUEST_ID_MISSING: { retryable: false, meaning: 'The signed retry needs its Request-Id' },
  FORBIDDEN: { retryable: false, meaning: 'Not allowed' },
  USER_NOT_READY: { retryable: false, meaning: 'The customer or account cannot move money now' },
  USER_BLOCKED: {
    retryable: false,
    meaning: 'The operator of the service has blocked the customer, the external account or the platform',
  },
  COUNTERPARTY_NOT_ALLOWED: { retryable: false, meaning: 'The counterparty is blocked' },
  VELOCITY_LIMIT_EXCEEDED: { retryable: true, meaning: 'A limit of the customer or of the counterparty is exceeded' },
  END_USER_TERMS_NOT_ACCEPTED: { retryable: false, meaning: 'The end-user terms have not been accepted' },

  // Not found
  TRANSACTION_NOT_FOUND: { retryable: false, meaning: 'No such transaction' },
  INVITATION_NOT_FOUND: { retryable: false, meaning: 'No such invitation' },
  USER_NOT_FOUND: { retryable: false, meaning: 'No such customer' },
  QUOTE_NOT_FOUND: { retryable: false, meaning: 'No such quote' },
  LOOKUP_REQUEST_NOT_FOUND: { retryable: false, meaning: 'No such lookup' },
  TOKEN_NOT_FOUND: { retryable: false, meaning: 'No such API token' },
  BULK_UPLOAD_JOB_NOT_FOUND: { retryable: false, meaning: 'No such bulk import job' },
  REFERENCE_NOT_FOUND: { retryable: false, meaning: 'No such resource' },
  UMA_NOT_FOUND: { retryable: false, meaning: 'No receiver at this UMA address' },
  METHOD_NOT_ALLOWED: { retryable: false, meaning: 'The path does not serve this method' },
  CUSTOMER_DELETED: { retryable: false, meaning: 'The customer has been deleted' },

  // Conflicts
  CONFLICT: { retryable: false, meaning: 'In conflict with the state of the resource' },
  UMA_ADDRESS_EXISTS: { retryable: false, meaning: 'The UMA address is taken' },
  INVALID_STATE_TRANSITION: { retryable: false, meaning: 'The state does not allow this' },
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: { retryable: false, meaning: 'The transaction awaits no approval' },
  TRANSACTION_NOT_CANCELLABLE: { retryable: false, meaning: 'The transaction can no longer be cancelled' },

  // Limits
  RATE_LIMITED: { retryable: true, meaning: 'Too many requests' },
  DAILY_VOLUME_LIMIT_EXCEEDED: { retryable: true, meaning: 'The daily volume of the corridor is used up' },

  // The service
  SVC_SWITCH_ERROR: { retryable: true, meaning: 'A rail switch is down' },
  INTERNAL_ERROR: { retryable: true, meaning: 'Internal error' },
  NOT_IMPLEMENTED: { retryable: false, meaning: 'Not served by this host' },
  SERVICE_UNAVAILABLE: { retryable: true, meaning: 'Temporarily unavailable' },
} as const satisfies Record<string, { readonly retryable: boolean; readonly meaning: string }>;

export type ErrorCode = keyof typeof CATALOGUE;
