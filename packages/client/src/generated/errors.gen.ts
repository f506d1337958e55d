// Generated from the OpenAPI document by `npm run client:write`; do not edit.
import { ApiError } from '../api-error.js';

/** 423: Locked after too many failed attempts. */
export class AccountLockedError extends ApiError {}

/** 400: The amount is out of range. */
export class AmountOutOfRangeError extends ApiError {}

/** 409: The beneficiary is trusted. */
export class BeneficiaryTrustedError extends ApiError {}

/** 404: No such bulk import job. */
export class BulkUploadJobNotFoundError extends ApiError {}

/** 400: The cardholder's KYC is not approved. */
export class CardholderKycNotApprovedError extends ApiError {}

/** 409: The card is closed. */
export class CardAlreadyClosedError extends ApiError {}

/** 409: The card can no longer be changed. */
export class CardNotMutableError extends ApiError {}

/** 400: The counterparty's certificate chain has expired. */
export class CertChainExpiredError extends ApiError {}

/** 400: The counterparty's certificate chain is invalid. */
export class CertChainInvalidError extends ApiError {}

/** 409: In conflict with the state of the resource. */
export class ConflictError extends ApiError {}

/** 403: The counterparty is blocked. */
export class CounterpartyNotAllowedError extends ApiError {}

/** 424: The counterparty's keys could not be fetched. */
export class CounterpartyPubkeyFetchError extends ApiError {}

/** 410: The customer has been deleted. */
export class CustomerDeletedError extends ApiError {}

/** 429: The daily volume of the corridor is used up. */
export class DailyVolumeLimitExceededError extends ApiError {}

/** 400: The document does not match the information provided. */
export class DataMismatchError extends ApiError {}

/** 400: The account has an EMAIL_OTP credential. */
export class EmailOtpCredentialAlreadyExistsError extends ApiError {}

/** 409: The set of EMAIL_OTP credentials has changed. */
export class EmailOtpCredentialSetChangedError extends ApiError {}

/** 424: Tied EMAIL_OTP credentials could not be updated. */
export class EmailOtpCredentialSyncFailedError extends ApiError {}

/** 409: Another wallet signs in with this address. */
export class EmailOtpEmailAlreadyExistsError extends ApiError {}

/** 403: The end-user terms have not been accepted. */
export class EndUserTermsNotAcceptedError extends ApiError {}

/** 400: No such version of the end-user terms. */
export class EndUserTermsVersionNotFoundError extends ApiError {}

/** 400: The document has expired. */
export class ExpiredError extends ApiError {}

/** 400: Ownership of the external account must be verified first. */
export class ExternalAccountVerificationRequiredError extends ApiError {}

/** 403: Not allowed. */
export class ForbiddenError extends ApiError {}

/** 400: The document lacks pages or sides. */
export class IncompleteError extends ApiError {}

/** 500: Internal error. */
export class InternalError extends ApiError {}

/** 400: The amount is not valid here. */
export class InvalidAmountError extends ApiError {}

/** 400: The account details are not valid. */
export class InvalidBankAccountError extends ApiError {}

/** 400: The currency is not valid here. */
export class InvalidCurrencyError extends ApiError {}

/** 400: Invalid input. */
export class InvalidInputError extends ApiError {}

/** 400: The nonce has been used. */
export class InvalidNonceError extends ApiError {}

/** 400: The counterparty answered the payment request with something else. */
export class InvalidPayreqResponseError extends ApiError {}

/** 400: The counterparty's public key is malformed. */
export class InvalidPubkeyFormatError extends ApiError {}

/** 400: The receiver cannot receive. */
export class InvalidReceiverError extends ApiError {}

/** 400: The request could not be read. */
export class InvalidRequestFormatError extends ApiError {}

/** 401: The signature is invalid. */
export class InvalidSignatureError extends ApiError {}

/** 409: The state does not allow this. */
export class InvalidStateTransitionError extends ApiError {}

/** 400: The timestamp is outside the accepted window. */
export class InvalidTimestampError extends ApiError {}

/** 400: The UMA address is not valid. */
export class InvalidUmaAddressError extends ApiError {}

/** 400: Invitations need a UMA domain. */
export class InvitationsNotConfiguredError extends ApiError {}

/** 400: The invitation has been claimed. */
export class InvitationAlreadyClaimedError extends ApiError {}

/** 400: The invitation has been cancelled. */
export class InvitationCancelledError extends ApiError {}

/** 404: No such invitation. */
export class InvitationNotFoundError extends ApiError {}

/** 424: The lookup at the counterparty failed. */
export class LnurlpRequestFailedError extends ApiError {}

/** 400: The receiver could not be looked up. */
export class LookupRequestFailedError extends ApiError {}

/** 404: No such lookup. */
export class LookupRequestNotFoundError extends ApiError {}

/** 400: The document is of too low quality. */
export class LowQualityError extends ApiError {}

/** 405: The path does not serve this method. */
export class MethodNotAllowedError extends ApiError {}

/** 400: Required customer information is missing. */
export class MissingMandatoryUserInfoError extends ApiError {}

/** 400: Required UMA parameters are missing. */
export class MissingRequiredUmaParametersError extends ApiError {}

/** 501: Not served by this host. */
export class NotImplementedError extends ApiError {}

/** 424: No UMA version in common with the counterparty. */
export class NoCompatibleUmaVersionError extends ApiError {}

/** 400: The counterparty's lookup response cannot be read. */
export class ParseLnurlpResponseError extends ApiError {}

/** 400: The counterparty's payment-request response cannot be read. */
export class ParsePayreqResponseError extends ApiError {}

/** 409: A passkey is enrolled. */
export class PasskeyAlreadyEnrolledError extends ApiError {}

/** 400: The account has this PASSKEY credential. */
export class PasskeyCredentialAlreadyExistsError extends ApiError {}

/** 424: The payment request to the counterparty failed. */
export class PayreqRequestFailedError extends ApiError {}

/** 404: No such quote. */
export class QuoteNotFoundError extends ApiError {}

/** 400: The quote could not be made. */
export class QuoteRequestFailedError extends ApiError {}

/** 429: Too many requests. */
export class RateLimitedError extends ApiError {}

/** 404: No such resource. */
export class ReferenceNotFoundError extends ApiError {}

/** 401: The signed retry needs its Request-Id. */
export class RequestIdMissingError extends ApiError {}

/** 409: A login with strong customer authentication is required. */
export class ScaSessionRequiredError extends ApiError {}

/** 400: Source and destination are the same. */
export class SelfPaymentError extends ApiError {}

/** 400: The counterparty does not accept the sender. */
export class SenderNotAcceptedError extends ApiError {}

/** 503: Temporarily unavailable. */
export class ServiceUnavailableError extends ApiError {}

/** 400: The account has an SMS_OTP credential. */
export class SmsOtpCredentialAlreadyExistsError extends ApiError {}

/** 400: The provider account link is not usable. */
export class StablecoinProviderAccountInvalidError extends ApiError {}

/** 404: No such provider account link. */
export class StablecoinProviderAccountNotFoundError extends ApiError {}

/** 400: The provider account link has been revoked. */
export class StablecoinProviderAccountRevokedError extends ApiError {}

/** 400: Several provider account links are active: name one. */
export class StablecoinProviderAccountSelectionRequiredError extends ApiError {}

/** 400: The document is suspected to be forged or edited. */
export class SuspectedFraudError extends ApiError {}

/** 500: A rail switch is down. */
export class SvcSwitchError extends ApiError {}

/** 404: No such API token. */
export class TokenNotFoundError extends ApiError {}

/** 409: The transaction can no longer be cancelled. */
export class TransactionNotCancellableError extends ApiError {}

/** 404: No such transaction. */
export class TransactionNotFoundError extends ApiError {}

/** 409: The transaction awaits no approval. */
export class TransactionNotPendingPlatformApprovalError extends ApiError {}

/** 400: The amount exceeds the limit for one transaction. */
export class TransactionSizeLimitExceededError extends ApiError {}

/** 409: The UMA address is taken. */
export class UmaAddressExistsError extends ApiError {}

/** 404: No receiver at this UMA address. */
export class UmaNotFoundError extends ApiError {}

/** 401: Missing or wrong credentials. */
export class UnauthorizedError extends ApiError {}

/** 501: The counterparty demands a field that is not known. */
export class UnrecognizedMandatoryPayeeDataKeyError extends ApiError {}

/** 400: The document type is not accepted. */
export class UnsuitableDocumentError extends ApiError {}

/** 412: The counterparty does not support our UMA version. */
export class UnsupportedUmaVersionError extends ApiError {}

/** 403: The operator of the service has blocked the customer, the external account or the platform. */
export class UserBlockedError extends ApiError {}

/** 404: No such customer. */
export class UserNotFoundError extends ApiError {}

/** 403: The customer or account cannot move money now. */
export class UserNotReadyError extends ApiError {}

/** 403: A limit of the customer or of the counterparty is exceeded. */
export class VelocityLimitExceededError extends ApiError {}

/** 401: The wallet signature is over another body. */
export class WalletSignatureBodyMismatchError extends ApiError {}

/** 401: The wallet signature does not verify. */
export class WalletSignatureInvalidError extends ApiError {}

/** 401: The wallet signature cannot be read. */
export class WalletSignatureMalformedError extends ApiError {}

/** 401: A wallet signature is required. */
export class WalletSignatureMissingError extends ApiError {}

/** 400: The webhook could not be delivered. */
export class WebhookDeliveryError extends ApiError {}

/** 400: No webhook endpoint is set. */
export class WebhookEndpointNotSetError extends ApiError {}

/** The class of each error code. */
export const ERROR_CLASSES = {
  ACCOUNT_LOCKED: AccountLockedError,
  AMOUNT_OUT_OF_RANGE: AmountOutOfRangeError,
  BENEFICIARY_TRUSTED: BeneficiaryTrustedError,
  BULK_UPLOAD_JOB_NOT_FOUND: BulkUploadJobNotFoundError,
  CARDHOLDER_KYC_NOT_APPROVED: CardholderKycNotApprovedError,
  CARD_ALREADY_CLOSED: CardAlreadyClosedError,
  CARD_NOT_MUTABLE: CardNotMutableError,
  CERT_CHAIN_EXPIRED: CertChainExpiredError,
  CERT_CHAIN_INVALID: CertChainInvalidError,
  CONFLICT: ConflictError,
  COUNTERPARTY_NOT_ALLOWED: CounterpartyNotAllowedError,
  COUNTERPARTY_PUBKEY_FETCH_ERROR: CounterpartyPubkeyFetchError,
  CUSTOMER_DELETED: CustomerDeletedError,
  DAILY_VOLUME_LIMIT_EXCEEDED: DailyVolumeLimitExceededError,
  DATA_MISMATCH: DataMismatchError,
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: EmailOtpCredentialAlreadyExistsError,
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: EmailOtpCredentialSetChangedError,
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: EmailOtpCredentialSyncFailedError,
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: EmailOtpEmailAlreadyExistsError,
  END_USER_TERMS_NOT_ACCEPTED: EndUserTermsNotAcceptedError,
  END_USER_TERMS_VERSION_NOT_FOUND: EndUserTermsVersionNotFoundError,
  EXPIRED: ExpiredError,
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: ExternalAccountVerificationRequiredError,
  FORBIDDEN: ForbiddenError,
  INCOMPLETE: IncompleteError,
  INTERNAL_ERROR: InternalError,
  INVALID_AMOUNT: InvalidAmountError,
  INVALID_BANK_ACCOUNT: InvalidBankAccountError,
  INVALID_CURRENCY: InvalidCurrencyError,
  INVALID_INPUT: InvalidInputError,
  INVALID_NONCE: InvalidNonceError,
  INVALID_PAYREQ_RESPONSE: InvalidPayreqResponseError,
  INVALID_PUBKEY_FORMAT: InvalidPubkeyFormatError,
  INVALID_RECEIVER: InvalidReceiverError,
  INVALID_REQUEST_FORMAT: InvalidRequestFormatError,
  INVALID_SIGNATURE: InvalidSignatureError,
  INVALID_STATE_TRANSITION: InvalidStateTransitionError,
  INVALID_TIMESTAMP: InvalidTimestampError,
  INVALID_UMA_ADDRESS: InvalidUmaAddressError,
  INVITATIONS_NOT_CONFIGURED: InvitationsNotConfiguredError,
  INVITATION_ALREADY_CLAIMED: InvitationAlreadyClaimedError,
  INVITATION_CANCELLED: InvitationCancelledError,
  INVITATION_NOT_FOUND: InvitationNotFoundError,
  LNURLP_REQUEST_FAILED: LnurlpRequestFailedError,
  LOOKUP_REQUEST_FAILED: LookupRequestFailedError,
  LOOKUP_REQUEST_NOT_FOUND: LookupRequestNotFoundError,
  LOW_QUALITY: LowQualityError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  MISSING_MANDATORY_USER_INFO: MissingMandatoryUserInfoError,
  MISSING_REQUIRED_UMA_PARAMETERS: MissingRequiredUmaParametersError,
  NOT_IMPLEMENTED: NotImplementedError,
  NO_COMPATIBLE_UMA_VERSION: NoCompatibleUmaVersionError,
  PARSE_LNURLP_RESPONSE_ERROR: ParseLnurlpResponseError,
  PARSE_PAYREQ_RESPONSE_ERROR: ParsePayreqResponseError,
  PASSKEY_ALREADY_ENROLLED: PasskeyAlreadyEnrolledError,
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: PasskeyCredentialAlreadyExistsError,
  PAYREQ_REQUEST_FAILED: PayreqRequestFailedError,
  QUOTE_NOT_FOUND: QuoteNotFoundError,
  QUOTE_REQUEST_FAILED: QuoteRequestFailedError,
  RATE_LIMITED: RateLimitedError,
  REFERENCE_NOT_FOUND: ReferenceNotFoundError,
  REQUEST_ID_MISSING: RequestIdMissingError,
  SCA_SESSION_REQUIRED: ScaSessionRequiredError,
  SELF_PAYMENT: SelfPaymentError,
  SENDER_NOT_ACCEPTED: SenderNotAcceptedError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: SmsOtpCredentialAlreadyExistsError,
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: StablecoinProviderAccountInvalidError,
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: StablecoinProviderAccountNotFoundError,
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: StablecoinProviderAccountRevokedError,
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: StablecoinProviderAccountSelectionRequiredError,
  SUSPECTED_FRAUD: SuspectedFraudError,
  SVC_SWITCH_ERROR: SvcSwitchError,
  TOKEN_NOT_FOUND: TokenNotFoundError,
  TRANSACTION_NOT_CANCELLABLE: TransactionNotCancellableError,
  TRANSACTION_NOT_FOUND: TransactionNotFoundError,
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: TransactionNotPendingPlatformApprovalError,
  TRANSACTION_SIZE_LIMIT_EXCEEDED: TransactionSizeLimitExceededError,
  UMA_ADDRESS_EXISTS: UmaAddressExistsError,
  UMA_NOT_FOUND: UmaNotFoundError,
  UNAUTHORIZED: UnauthorizedError,
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: UnrecognizedMandatoryPayeeDataKeyError,
  UNSUITABLE_DOCUMENT: UnsuitableDocumentError,
  UNSUPPORTED_UMA_VERSION: UnsupportedUmaVersionError,
  USER_BLOCKED: UserBlockedError,
  USER_NOT_FOUND: UserNotFoundError,
  USER_NOT_READY: UserNotReadyError,
  VELOCITY_LIMIT_EXCEEDED: VelocityLimitExceededError,
  WALLET_SIGNATURE_BODY_MISMATCH: WalletSignatureBodyMismatchError,
  WALLET_SIGNATURE_INVALID: WalletSignatureInvalidError,
  WALLET_SIGNATURE_MALFORMED: WalletSignatureMalformedError,
  WALLET_SIGNATURE_MISSING: WalletSignatureMissingError,
  WEBHOOK_DELIVERY_ERROR: WebhookDeliveryError,
  WEBHOOK_ENDPOINT_NOT_SET: WebhookEndpointNotSetError,
} as const;
