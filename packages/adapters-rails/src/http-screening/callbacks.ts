import type { ErrorCode } from '@corridor/core';
import type { Clock, RailCallback, RailCallbackAnswer, TellScreening } from '@corridor/core/ports';
import { readMessage, refusalOf } from '../partners/message.js';
import { screeningMessage } from './messages.js';

interface CallbackPorts {
  readonly callbackKeys: readonly Uint8Array[];
  readonly clock: Clock;
}

/** An error without a row is one that may pass, so the provider sends the message again. */
const STATUSES: Readonly<Partial<Record<ErrorCode, RailCallbackAnswer['status']>>> = {
  SERVICE_UNAVAILABLE: 503,
  REFERENCE_NOT_FOUND: 404,
  INVALID_INPUT: 400,
};

/** Verifies a message of the provider, and passes it to core. */
export async function hear(
  ports: CallbackPorts,
  callback: RailCallback,
  tell: TellScreening,
): Promise<RailCallbackAnswer> {
  const read = readMessage(ports, callback, screeningMessage);
  if (!read.ok) return read.answer;
  const outcome = await tell(read.message);
  if (outcome.ok) return { status: 200, message: outcome.value.effect };
  return { status: STATUSES[outcome.error.code] ?? 409, message: refusalOf(outcome.error) };
}
