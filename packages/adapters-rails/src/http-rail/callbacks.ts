import type { ErrorCode, Result } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import type { Clock, RailCallback, RailCallbackAnswer, RailEffect, TellCore } from '@corridor/core/ports';
import { readMessage, refusalOf } from '../partners/message.js';
import { railMessage } from './messages.js';

interface CallbackPorts {
  readonly rail: string;
  readonly callbackKeys: readonly Uint8Array[];
  readonly clock: Clock;
}

/** Verifies a message of the rail, and passes it to core. */
export async function hear(ports: CallbackPorts, callback: RailCallback, tell: TellCore): Promise<RailCallbackAnswer> {
  const read = readMessage(ports, callback, railMessage);
  if (!read.ok) return read.answer;
  if (read.message.rail !== ports.rail) return { status: 400, message: 'invalid: rail' };
  return answerOf(await tell(read.message));
}

const STATUSES: Readonly<Partial<Record<ErrorCode, RailCallbackAnswer['status']>>> = {
  CONFLICT: 409,
  SERVICE_UNAVAILABLE: 503,
  FORBIDDEN: 403,
  TRANSACTION_NOT_FOUND: 404,
  REFERENCE_NOT_FOUND: 404,
  INVALID_INPUT: 400,
  INVALID_AMOUNT: 400,
  INVALID_CURRENCY: 400,
};

/** A contradiction whose subject is its exception has other content than an earlier message with its id. */
const REUSED =
  'the id was used for a message with other content; an operator looks at both, and a repeat has the same answer';

/** An error without a row is one that may pass, so the rail sends the message again. */
function answerOf(outcome: Result<RailEffect>): RailCallbackAnswer {
  if (outcome.ok) {
    const { effect, subject } = outcome.value;
    if (effect === 'CONTRADICTED' && subject !== null && isId('Exception', subject))
      return { status: 409, message: REUSED };
    return { status: 200, message: effect };
  }
  return { status: STATUSES[outcome.error.code] ?? 409, message: refusalOf(outcome.error) };
}
