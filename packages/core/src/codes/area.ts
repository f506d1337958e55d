import { forJobs, type JobHandler } from '../events/index.js';
import { sendCode, tryCode } from './codes.js';
import { createCodeDigest } from './make-code.js';
import { sendMessage, type SendMessagePorts } from './send-message.js';

export interface CodesAreaPorts extends Omit<SendMessagePorts, 'digestOf'> {
  /** Key of the digests; the same on all hosts of one database. */
  readonly hostKey: Uint8Array;
}

/** One-time codes for several uses. Each use has a policy, whose limits apply to each subject of the use. */
export interface Codes {
  readonly send: ReturnType<typeof sendCode>;
  readonly attempt: ReturnType<typeof tryCode>;
  readonly handlers: Readonly<Record<'code.send', JobHandler>>;
}

export function codesArea(given: CodesAreaPorts): Codes {
  const ports = { ...given, digestOf: createCodeDigest(given.hostKey) };
  const background = forJobs(ports);
  return {
    send: sendCode(ports),
    attempt: tryCode(ports),
    handlers: { 'code.send': sendMessage(background) },
  };
}
