import type { ErrorCode } from '@corridor/core';
import type { Clock, RailCallback, RailCallbackAnswer, TellTravelRule } from '@corridor/core/ports';
import { readMessage, refusalOf } from '../partners/message.js';
import { partnerMessage } from './transfers.js';

export interface CallbackPorts {
  readonly callbackKeys: readonly Uint8Array[];
  readonly clock: Clock;
  /** The network of the connection. */
  readonly network: string;
  /** Its rail that pays, and the one that receives. */
  readonly rails: { readonly delivers: string; readonly receives: string };
  /** The index of an address that receives; null for an address that no account has. */
  readonly indexOf: (address: string) => Promise<number | null>;
}

/** An error without a row is one that may pass, so the partner sends the message again. */
const STATUSES: Readonly<Partial<Record<ErrorCode, RailCallbackAnswer['status']>>> = {
  SERVICE_UNAVAILABLE: 503,
  REFERENCE_NOT_FOUND: 404,
  INVALID_INPUT: 400,
};

const NO_ACCOUNT: RailCallbackAnswer = { status: 404, message: 'no account receives at this address' };

/** Verifies a message of the partner, and passes it to core. */
export async function hear(
  ports: CallbackPorts,
  callback: RailCallback,
  tell: TellTravelRule,
): Promise<RailCallbackAnswer> {
  const read = readMessage(ports, callback, partnerMessage);
  if (!read.ok) return read.answer;
  const { message } = read;
  if (message.kind === 'answered') {
    const { reference } = message;
    return answerTo(await tell({ kind: 'travel-answer', rail: ports.rails.delivers, reference }));
  }
  if (message.network !== ports.network) return { status: 404, message: `this connection serves ${ports.network}` };
  const { kind: _kind, address, ...information } = message;
  const addressIndex = await ports.indexOf(address);
  if (addressIndex === null) return NO_ACCOUNT;
  return answerTo(await tell({ kind: 'travel-information', rail: ports.rails.receives, addressIndex, ...information }));
}

function answerTo(outcome: Awaited<ReturnType<TellTravelRule>>): RailCallbackAnswer {
  if (outcome.ok) return { status: 200, message: outcome.value.effect };
  return { status: STATUSES[outcome.error.code] ?? 409, message: refusalOf(outcome.error) };
}
