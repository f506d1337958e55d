import type { DomainError, FieldError } from '@corridor/core';
import type { Clock, RailCallback, RailCallbackAnswer } from '@corridor/core/ports';
import type { z } from 'zod';
import { LONGEST_BODY, parsed } from './exchange.js';
import { faultyMembers } from './faulty-members.js';
import type { Partner } from './partner.js';
import { signatureFault } from './signature.js';

/** The path below the callbacks of a connection at which a partner reports. */
export const EVENTS = 'events';

type Read<T> = { readonly ok: true; readonly message: T } | { readonly ok: false; readonly answer: RailCallbackAnswer };

const refused = (status: RailCallbackAnswer['status'], message: string) =>
  ({ ok: false, answer: { status, message } }) as const;

/** The message in a request to the callbacks, if the partner signed it; otherwise the answer to the sender. */
export function readMessage<T>(
  { callbackKeys, clock }: Pick<Partner, 'callbackKeys'> & { readonly clock: Clock },
  { path, headers, body }: RailCallback,
  reader: z.ZodType<T, unknown>,
): Read<T> {
  if (path !== EVENTS) return refused(404, `post messages to ${EVENTS}`);
  if (body.length > LONGEST_BODY) return refused(400, `the body has more than ${LONGEST_BODY} bytes`);
  const fault = signatureFault(callbackKeys, headers, clock.now(), body);
  if (fault !== null) return refused(401, `the message is refused: ${fault}`);
  const read = reader.safeParse(parsed(utf8(body)));
  if (!read.success) return refused(400, `invalid: ${faultyMembers(read.error).join(', ')}`);
  return { ok: true, message: read.data };
}

/** What core refused in a message, named as members that a reader refuses. */
export function refusalOf({ message, details }: DomainError): string {
  const errors = (details?.['errors'] ?? []) as readonly FieldError[];
  if (errors.length === 0) return message;
  return `invalid: ${errors.map(({ field, message: why }) => (why === undefined ? field : `${field} ${why}`)).join(', ')}`;
}

/** The text of the bytes; empty, which no reader accepts, if they are not UTF-8. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}
