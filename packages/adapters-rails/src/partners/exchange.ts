import { RailUnavailable } from '@corridor/core/ports';
import type { z } from 'zod';
import { faultyMembers } from './faulty-members.js';
import type { Partner, PartnerContext } from './partner.js';
import { sign, signatureFault } from './signature.js';
import { needsTls } from './tls.js';

/** From the call to the end of the answer. */
const WITHIN_MS = 10_000;
/** Characters of an answer, and bytes of a message. */
export const LONGEST_BODY = 65_536;
const ID_BYTES = 16;
const JSON_TYPE = 'application/json';
const BYTES_TYPE = 'application/octet-stream';

export interface Call<T> {
  /** As metrics and logs name it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path below the address of the partner. */
  readonly path: string;
  /** An object is sent as JSON, bytes as they are. */
  readonly body?: object | Uint8Array;
  readonly answer: z.ZodType<T, unknown>;
  /** A shorter time-out than the usual one. */
  readonly withinMs?: number;
}

/** The partner answered 409: it knows other content under the same reference. Repeating does not help. */
export class ReferenceReused extends RailUnavailable {}

/** Asks the partner. Throws `RailUnavailable` unless it gives a valid answer that it signed for this request. */
export type Ask = <T>(call: Call<T>) => Promise<T>;

/**
 * The id of a request contains its method and path, and is signed with it. So a signed request cannot be sent for
 * something else, and a signed answer, which has the same id, answers no other request.
 */
export function exchange({ url, keys, callbackKeys }: Partner, context: Omit<PartnerContext, 'secretOf' | 'log'>): Ask {
  const { name: partner, environment, http, clock, random } = context;
  const httpsOnly = needsTls(url, environment);
  return async ({ name, method, path, body, answer, withinMs = WITHIN_MS }) => {
    const unavailable = (reason: string) => new RailUnavailable(partner, name, reason);
    const content = body === undefined ? '' : body instanceof Uint8Array ? body : JSON.stringify(body);
    const id = `${method} ${path} ${Buffer.from(random.bytes(ID_BYTES)).toString('hex')}`;
    const outcome = await http.send({
      url: url + path,
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': typeof content === 'string' ? JSON_TYPE : BYTES_TYPE }),
        'user-agent': 'Corridor',
        ...sign(keys, id, clock.now(), content),
      },
      body: body === undefined ? null : content,
      httpsOnly,
      withinMs,
      passesTrace: true,
    });
    if (outcome.kind === 'unreachable') throw unavailable(outcome.reason);
    if (outcome.status === 409) throw new ReferenceReused(partner, name, 'it answered HTTP 409');
    if (outcome.status !== 200) throw unavailable(`it answered HTTP ${outcome.status}`);
    if (outcome.truncated || outcome.body.length > LONGEST_BODY) throw unavailable('the answer is too long');
    if (outcome.headers['webhook-id'] !== id)
      throw unavailable('the answer is refused: it is not signed for this request');
    const fault = signatureFault(callbackKeys, outcome.headers, clock.now(), outcome.body);
    if (fault !== null) throw unavailable(`the answer is refused: ${fault}`);
    const read = answer.safeParse(parsed(outcome.body));
    if (!read.success) throw unavailable(`the answer is invalid: ${faultyMembers(read.error).join(', ')}`);
    return read.data;
  };
}

/** A reference as a segment of a path. References have no other character than `:` that would be escaped. */
export const segment = (reference: string): string => encodeURIComponent(reference).replaceAll('%3A', ':');

/** The JSON of a text; undefined, which no reader accepts, if it is malformed. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
