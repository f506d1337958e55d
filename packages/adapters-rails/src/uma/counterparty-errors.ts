import type { DomainError, ErrorCode } from '@corridor/core';
import { domainError } from '@corridor/core/internal';

/** Error codes of counterparties that are passed on to the platform. */
const REFUSALS: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>(
  Object.entries({
    AMOUNT_OUT_OF_RANGE: 'AMOUNT_OUT_OF_RANGE',
    COUNTERPARTY_NOT_ALLOWED: 'COUNTERPARTY_NOT_ALLOWED',
    INVALID_AMOUNT: 'INVALID_AMOUNT',
    INVALID_CURRENCY: 'INVALID_CURRENCY',
    INVALID_RECEIVER: 'INVALID_RECEIVER',
    MISSING_MANDATORY_PAYER_DATA: 'MISSING_MANDATORY_USER_INFO',
    MISSING_REQUIRED_UMA_PARAMETERS: 'MISSING_REQUIRED_UMA_PARAMETERS',
    NON_UMA_LNURL_NOT_SUPPORTED: 'MISSING_REQUIRED_UMA_PARAMETERS',
    SENDER_NOT_ACCEPTED: 'SENDER_NOT_ACCEPTED',
    UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
    USER_NOT_READY: 'INVALID_RECEIVER',
    VELOCITY_LIMIT_EXCEEDED: 'VELOCITY_LIMIT_EXCEEDED',
  } satisfies Record<string, ErrorCode>),
);

const MOST_FIELDS = 50;

/** The JSON object in a text; null if it is not one. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/**
 * The error for a counterparty's refusal: the counterparty's code if it can be passed on. A payment request that is
 * forbidden without such a code is refused for its sender. Otherwise `otherwise`.
 */
export function refusalOf(status: number, body: string, otherwise: ErrorCode): DomainError {
  const answer = parseObject(body);
  const code = REFUSALS.get(answer?.['code']);
  if (code === undefined && status === 403 && otherwise === 'PAYREQ_REQUEST_FAILED') {
    return domainError('SENDER_NOT_ACCEPTED', 'the counterparty answered 403 to the payment request');
  }
  if (code === undefined) return domainError(otherwise, `the counterparty answered ${status}`);
  const fields = answer?.['requiredFields'];
  const message = `the counterparty refused the request with ${String(answer?.['code'])}`;
  if (code !== 'MISSING_MANDATORY_USER_INFO' || !Array.isArray(fields)) return domainError(code, message);
  const names = fields.filter((name) => typeof name === 'string').slice(0, MOST_FIELDS);
  return domainError(code, message, { fields: names });
}

const PASSED_ON: ReadonlySet<ErrorCode> = new Set(REFUSALS.values());

/**
 * The error for the refusal of an institution of this host: the one that its answer over the network would be read as,
 * but it says what the refusal was. An unknown name is UMA_NOT_FOUND only in a lookup.
 */
export function refusalInProcess({ code, message, details }: DomainError, otherwise: ErrorCode): DomainError {
  if (code === 'UMA_NOT_FOUND' && otherwise === 'LNURLP_REQUEST_FAILED') return domainError('UMA_NOT_FOUND');
  if (!PASSED_ON.has(code)) return domainError(otherwise, `the counterparty answered ${code}: ${message}`);
  return domainError(code, `the counterparty refused the request with ${code}`, details);
}
