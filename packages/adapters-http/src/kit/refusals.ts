import { CATALOGUE, type ErrorCode } from '@corridor/core';
import { REMEDIES } from '@corridor/core/internal';
import { type ErrorStatus, STATUS_OF } from './errors.js';
import { AGENT, type Operation, type Refusals } from './operation.js';

/** Errors of every operation. An unknown query parameter is INVALID_INPUT. */
const OF_ALL: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** Additional errors of operations that require a credential. */
const OF_CREDENTIAL: readonly ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN'];

/** When the errors that most operations share occur, where this is more than the meaning of their code. */
export const USUAL_CAUSE = {
  UNAUTHORIZED: 'The credential is missing or wrong, or was deleted.',
  RATE_LIMITED: 'The token, or the address of a caller without one, has used up its requests.',
  SERVICE_UNAVAILABLE: 'The host is starting, stopping or overloaded.',
  INVALID_INPUT: 'The request breaks a rule; `details.errors` names every invalid field.',
  CONFLICT: 'The idempotency key was used for another request, or the record is being changed at this moment.',
  USER_NOT_FOUND: 'The customer does not exist or was deleted.',
  ACCOUNT_LOCKED:
    'The customer is locked for 15 minutes after five wrong proofs or failed logins; `details.lockedUntil` has the end.',
} as const satisfies Refusals;

const forbidden = ({ permission }: Operation): string =>
  permission === AGENT
    ? 'The agent is paused, or its policy does not permit the operation.'
    : `The token does not have the permission \`${permission}\`.`;

/**
 * The errors that an operation can answer with, and when it does: its own, those of its path, and those that every
 * operation of its kind has.
 */
export function refusalsOf(operation: Operation): ReadonlyMap<ErrorCode, string> {
  const { permission, method, params, refusals } = operation;
  const codes = new Set<ErrorCode>(OF_ALL);
  if (permission !== 'none') OF_CREDENTIAL.forEach((code) => codes.add(code));
  if (method !== 'GET') codes.add('CONFLICT');
  // The body of a request without a credential is not read.
  if (method !== 'GET' && permission !== 'none') codes.add('INVALID_REQUEST_FORMAT');
  Object.values(params).forEach(({ notFound }) => codes.add(notFound));
  Object.keys(refusals).forEach((code) => codes.add(code as ErrorCode));
  return new Map([...codes].map((code) => [code, refusals[code] ?? usualCause(operation, code)]));
}

/** When an operation refuses a request with this code, unless it declares a cause of its own. */
export const usualCause = (operation: Operation, code: ErrorCode): string =>
  code === 'FORBIDDEN' ? forbidden(operation) : ((USUAL_CAUSE as Refusals)[code] ?? `${CATALOGUE[code].meaning}.`);

/** The statuses of these errors, in ascending order. */
export const statusesOf = (refusals: ReadonlyMap<ErrorCode, string>): readonly ErrorStatus[] =>
  [...new Set([...refusals.keys()].map((code) => STATUS_OF[code]))].sort((a, b) => a - b);

/** The errors of one status as a Markdown list: the code, when it occurs, and what the caller can do. */
export const refusalText = (refusals: ReadonlyMap<ErrorCode, string>, status: ErrorStatus): string =>
  [...refusals]
    .filter(([code]) => STATUS_OF[code] === status)
    .map(([code, cause]) => `- \`${code}\`: ${cause} ${REMEDIES[code]}`)
    .join('\n');
