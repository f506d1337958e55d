import type { ErrorCode, Result } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import type { Clock, RailCallback, RailCallbackAnswer, RailEffect, TellCore } from '@corridor/core/ports';
import { LONGEST_BODY, parsed } from './exchange.js';
import { railMessage } from './messages.js';
import { signatureFault } from './signature.js';
import { faultyMembers } from './values.js';

/** The path below `/rails/{name}/callbacks/` at which a rail reports. */
export const EVENTS = 'events';

interface CallbackPorts {
  readonly rail: string;
  readonly keys: readonly Uint8Array[];
  readonly clock: Clock;
}

/** Verifies a message of the rail, and passes it to core. */
export async function hear(ports: CallbackPorts, callback: RailCallback, tell: TellCore): Promise<RailCallbackAnswer> {
  const { path, headers, body } = callback;
  if (path !== EVENTS) return { status: 404, message: `post messages to ${EVENTS}` };
  if (body.length > LONGEST_BODY) return { status: 400, message: `the body has more than ${LONGEST_BODY} bytes` };
  const fault = signatureFault(ports.keys, headers, ports.clock.now(), body);
  if (fault !== null) return { status: 401, message: `the message is refused: ${fault}` };
  const read = railMessage.safeParse(parsed(utf8(body)));
  if (!read.success) return { status: 400, message: `invalid: ${faultyMembers(read.error).join(', ')}` };
  if (read.data.rail !== ports.rail) return { status: 400, message: 'invalid: rail' };
  return answerOf(await tell(read.data));
}

/** The text of the bytes; empty, which no reader accepts, if they are not UTF-8. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
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
  const { code, message } = outcome.error;
  return { status: STATUSES[code] ?? 409, message };
}
