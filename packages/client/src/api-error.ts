/** A field of the request that breaks a rule. */
export interface InvalidField {
  /** Dot path of the field, such as `destination.accountId`. */
  readonly field: string;
  readonly message?: string;
  readonly constraint?: Readonly<Record<string, unknown>>;
}

/** The body of an error response. */
export interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * An error response of the API. Each error code has a class of its own, such as `QuoteNotFoundError`. A response with
 * another body, or a code that this version does not know, is an `ApiError`. Source: docs/errors.md.
 *
 * @example
 * ```ts
 * import { ApiError, Corridor, QuoteNotFoundError } from '@corridor/client';
 *
 * const answer = { status: 404, code: 'QUOTE_NOT_FOUND', message: 'No such quote' };
 * const fetch = async () => Response.json(answer, { status: 404 });
 * const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
 * const error = await corridor.executeQuote({ path: { quoteId: 'Quote:1' } }).catch((thrown: unknown) => thrown);
 * error instanceof ApiError && error.code; // 'QUOTE_NOT_FOUND'
 * error instanceof QuoteNotFoundError; // true
 * ```
 */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The error code; empty if the response did not come from Corridor, such as the 502 of a proxy. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The id by which the operator finds the request in the log. */
  readonly requestId: string | null;
  /** Seconds until the same request can succeed; null if waiting does not help. */
  readonly retryAfter: number | null;

  constructor(body: ErrorBody, requestId: string | null = null, retryAfter: number | null = null) {
    super(body.code === '' ? body.message : `${body.code}: ${body.message}`);
    this.name = new.target.name;
    this.status = body.status;
    this.code = body.code;
    this.details = body.details ?? {};
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Every invalid field of the request. */
  get invalidFields(): readonly InvalidField[] {
    const { errors } = this.details;
    return Array.isArray(errors) ? (errors as InvalidField[]) : [];
  }
}

/**
 * No response arrived: the connection failed, or took longer than the time-out. The request may have been carried out;
 * send it again with the same idempotency key.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The key of the request, with which it can be sent again; null for reads. */
  readonly idempotencyKey: string | null;

  constructor(message: string, idempotencyKey: string | null, cause: unknown) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

const DAY = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** Milliseconds since 1970 of a date in one of the three forms of RFC 9110; NaN if it is not one. */
function timeOf(date: string): number {
  // The oldest form has no zone, and means GMT as well.
  return DAY.test(date) ? Date.parse(date.endsWith('GMT') ? date : `${date} GMT`) : Number.NaN;
}

/** Seconds of a `Retry-After` header, which is a number or a date; null without one. */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^[0-9]{1,15}(?:\.[0-9]+)?$/.test(value)) return Number(value);
  const until = timeOf(value);
  if (Number.isNaN(until)) return null;
  // The sender's own clock, where it says so: ours may differ from it.
  const sent = timeOf(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(sent) ? Date.now() : sent)) / 1000));
}
