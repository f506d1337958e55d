import type { ErrorCode } from '@corridor/core';
import type { CardMessage, Clock, RailCallback, RailCallbackAnswer, TellCard } from '@corridor/core/ports';
import { readMessage } from '../partners/message.js';
import type { Partner } from '../partners/partner.js';
import { sign } from '../partners/signature.js';
import { asCardMessage, processorMessage } from './messages.js';
import { replyBody } from './replies.js';

interface CallbackPorts extends Pick<Partner, 'keys' | 'callbackKeys'> {
  readonly clock: Clock;
  /** Whether the processor can approve a part of what a message asks for. */
  readonly partialApproval: boolean;
  /** How long the processor waits for the answer. */
  readonly answerSeconds: number;
}

/** An error without a row is one that may pass, so the processor sends the message again. */
const STATUSES: Readonly<Partial<Record<ErrorCode, RailCallbackAnswer['status']>>> = {
  SERVICE_UNAVAILABLE: 503,
  REFERENCE_NOT_FOUND: 404,
  TRANSACTION_NOT_FOUND: 404,
  INVALID_INPUT: 400,
  INVALID_CURRENCY: 400,
  AMOUNT_OUT_OF_RANGE: 400,
};

/**
 * Verifies a message of the processor, passes it to core, and signs the reply: a forged approval would let a merchant hand
 * out goods. Core is not stopped when the processor has no more time, so its decision may exist all the same; a repeated
 * message gets it.
 */
export async function hear(ports: CallbackPorts, callback: RailCallback, tell: TellCard): Promise<RailCallbackAnswer> {
  const read = readMessage(ports, callback, processorMessage);
  if (!read.ok) return read.answer;
  const message = asOffered(asCardMessage(read.message), ports.partialApproval);
  const outcome = await within(ports.answerSeconds, tell(message));
  if (outcome === null) return { status: 503, message: 'not decided in time: decide, and tell your decision' };
  if (!outcome.ok) {
    const { code, message: why } = outcome.error;
    return { status: STATUSES[code] ?? 409, message: why };
  }
  const body = JSON.stringify(replyBody(message.messageId, outcome.value));
  const id = callback.headers['webhook-id'] ?? '';
  return {
    status: 200,
    message: null,
    signed: { body, headers: { ...sign(ports.keys, id, ports.clock.now(), body) } },
  };
}

/** The entry decides whether a part can be approved, whatever the message says. */
const asOffered = (message: CardMessage, partialApproval: boolean): CardMessage =>
  'partialAllowed' in message && !partialApproval ? { ...message, partialAllowed: false } : message;

/** The value; null after this time. A promise that fails later is observed, so that it stops no process. */
async function within<T>(seconds: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), seconds * 1000)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
