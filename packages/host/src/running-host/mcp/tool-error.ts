import { ApiError, ConnectionError } from '@corridor/client';
import { REMEDIES } from '@corridor/core/internal';
import { foreignText } from './foreign-text.js';
import { quoted, shown, type View } from './shown.js';
import type { InvalidArgument, Tool } from './tool.js';

/** What a caller sees of a failed call. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** Which rule of the policy refused the call. */
  readonly reason?: string;
  readonly invalidFields?: readonly InvalidArgument[];
  readonly whatToDo: string;
  /** The id by which the operator of the service finds the request. */
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly details?: View;
}

const POLICY = 'Only the platform can change the policy of this agent. Do not try to reach the same by other calls.';

/** Advice for the rules of a policy, and for the states of an agent. */
const REASONS: Readonly<Record<string, string>> = {
  AGENT_PAUSED: 'The platform has paused this agent. Stop, and let a person ask the platform.',
  PERMISSION_MISSING: POLICY,
  ACCOUNT_NOT_ALLOWED: `Use an account of allowedAccountIds (get_policy). ${POLICY}`,
  ACCOUNT_LIMIT_EXCEEDED: `The payment is above the limit of the policy for this account. ${POLICY}`,
  TRANSACTION_LIMIT_EXCEEDED: `The payment is above the limit of the policy for one payment. ${POLICY}`,
  DAILY_COUNT_EXCEEDED: `No further payment is allowed on this UTC day. ${POLICY}`,
  DAILY_LIMIT_EXCEEDED: `The payment is above what is left of the limit of this UTC day (get_policy). ${POLICY}`,
  MONTHLY_LIMIT_EXCEEDED: `The payment is above what is left of the limit of this UTC month (get_policy). ${POLICY}`,
};

const UNAUTHORIZED =
  'The service does not accept the credential: the agent was deleted, or connected again elsewhere. A person can create a ' +
  'device code and run corridor mcp login.';

/** Describes an error of a tool without a stack, a secret or an account number. */
export function failureOf(error: unknown, tool: Tool): Failure {
  if (error instanceof ApiError) return refusalOf(error, tool);
  if (error instanceof ConnectionError) {
    const mayHaveWritten = tool.effect === 'reads' ? '' : ' The call may have had its effect.';
    return {
      code: 'NO_ANSWER',
      message: `no answer of the service arrived.${mayHaveWritten}`,
      whatToDo: 'Repeat the call with exactly the same arguments: it has no second effect.',
    };
  }
  return {
    code: 'INTERNAL_ERROR',
    message: 'the tool failed',
    whatToDo: 'Report this to the operator of the service.',
  };
}

function refusalOf(error: ApiError, { advice = {} }: Tool): Failure {
  const { code, details, requestId, retryAfter } = error;
  const { errors: _fields, requestId: _same, reason: given, ...others } = details;
  const reason = typeof given === 'string' ? foreignText(given) : undefined;
  const known = (table: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(table, key) ? table[key] : undefined;
  const whatToDo =
    known(advice, code) ??
    known(REASONS, reason ?? '') ??
    (code === 'UNAUTHORIZED' ? UNAUTHORIZED : known(REMEDIES, code)) ??
    'Repeat the call later, or let a person look at the service.';
  return {
    code: foreignText(code === '' ? 'NO_ANSWER_OF_CORRIDOR' : code),
    message: foreignText(code === '' ? error.message : error.message.slice(code.length + 2)),
    ...(reason !== undefined && { reason }),
    ...(error.invalidFields.length > 0 && {
      invalidFields: error.invalidFields.map(({ field, message = 'is invalid' }) => ({
        field: foreignText(field),
        message: foreignText(message),
      })),
    }),
    whatToDo,
    ...(requestId !== null && { requestId: foreignText(requestId) }),
    ...(retryAfter !== null && { retryAfterSeconds: retryAfter }),
    ...(Object.keys(others).length > 0 && { details: shown(others) as View }),
  };
}

/** The failure of a call whose arguments break a rule. */
export const invalidArguments = (invalid: readonly InvalidArgument[]): Failure => ({
  code: 'INVALID_INPUT',
  message: `${invalid.length === 1 ? 'an argument is' : `${invalid.length} arguments are`} invalid`,
  invalidFields: invalid.map(({ field, message }) => ({ field: foreignText(field), message })),
  whatToDo: 'Correct every argument in invalidFields, and call the tool again.',
});

/** The text of a failure, for clients that show only texts. The message can contain what others wrote. */
export const sayFailure = ({ code, message, reason, invalidFields = [], whatToDo }: Failure): string =>
  [
    `${code}${reason === undefined ? '' : ` (${reason})`}: ${quoted(message)}`,
    ...invalidFields.map(({ field, message: why }) => `- ${field}: ${why}`),
    whatToDo,
  ].join('\n');
