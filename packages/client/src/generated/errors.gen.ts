// Generated from the OpenAPI document by `npm run client:write`; do not edit.
import { ApiError } from '../api-error.js';

/** 404: No such bulk import job. */
export class BulkUploadJobNotFoundError extends ApiError {}

/** 409: In conflict with the state of the resource. */
export class ConflictError extends ApiError {}

/** 403: Not allowed. */
export class ForbiddenError extends ApiError {}

/** 500: Internal error. */
export class InternalError extends ApiError {}

/** 400: The amount is not valid here. */
export class InvalidAmountError extends ApiError {}

/** 400: Invalid input. */
export class InvalidInputError extends ApiError {}

/** 400: The request could not be read. */
export class InvalidRequestFormatError extends ApiError {}

/** 409: The state does not allow this. */
export class InvalidStateTransitionError extends ApiError {}

/** 404: No such invitation. */
export class InvitationNotFoundError extends ApiError {}

/** 405: The path does not serve this method. */
export class MethodNotAllowedError extends ApiError {}

/** 404: No such quote. */
export class QuoteNotFoundError extends ApiError {}

/** 400: The quote could not be made. */
export class QuoteRequestFailedError extends ApiError {}

/** 429: Too many requests. */
export class RateLimitedError extends ApiError {}

/** 404: No such resource. */
export class ReferenceNotFoundError extends ApiError {}

/** 503: Temporarily unavailable. */
export class ServiceUnavailableError extends ApiError {}

/** 404: No such provider account link. */
export class StablecoinProviderAccountNotFoundError extends ApiError {}

/** 404: No such API token. */
export class TokenNotFoundError extends ApiError {}

/** 404: No such transaction. */
export class TransactionNotFoundError extends ApiError {}

/** 404: No receiver at this UMA address. */
export class UmaNotFoundError extends ApiError {}

/** 401: Missing or wrong credentials. */
export class UnauthorizedError extends ApiError {}

/** 404: No such customer. */
export class UserNotFoundError extends ApiError {}

/** The class of each error code. */
export const ERROR_CLASSES = {
  BULK_UPLOAD_JOB_NOT_FOUND: BulkUploadJobNotFoundError,
  CONFLICT: ConflictError,
  FORBIDDEN: ForbiddenError,
  INTERNAL_ERROR: InternalError,
  INVALID_AMOUNT: InvalidAmountError,
  INVALID_INPUT: InvalidInputError,
  INVALID_REQUEST_FORMAT: InvalidRequestFormatError,
  INVALID_STATE_TRANSITION: InvalidStateTransitionError,
  INVITATION_NOT_FOUND: InvitationNotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  QUOTE_NOT_FOUND: QuoteNotFoundError,
  QUOTE_REQUEST_FAILED: QuoteRequestFailedError,
  RATE_LIMITED: RateLimitedError,
  REFERENCE_NOT_FOUND: ReferenceNotFoundError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: StablecoinProviderAccountNotFoundError,
  TOKEN_NOT_FOUND: TokenNotFoundError,
  TRANSACTION_NOT_FOUND: TransactionNotFoundError,
  UMA_NOT_FOUND: UmaNotFoundError,
  UNAUTHORIZED: UnauthorizedError,
  USER_NOT_FOUND: UserNotFoundError,
} as const;
