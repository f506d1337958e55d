import type { Instant } from '@corridor/core';
import { RailUnavailable } from '@corridor/core/ports';
import type { z } from 'zod';
import { faultsOfAnswer } from './faults-of-answers.js';
import type { Partner, PartnerContext } from './partner.js';
import { OFF_TIME, sign, signatureFault } from './signature.js';
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
  /** What a partner answers with 200 if it does not know the reference in the path. Absent: it may answer 404. */
  readonly unknown?: object;
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
  return async ({ name, method, path, body, answer, unknown, withinMs = WITHIN_MS }) => {
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
    if (outcome.status !== 200) throw unavailable(statusFault(outcome.status, unknown));
    if (outcome.truncated || outcome.body.length > LONGEST_BODY) throw unavailable('the answer is too long');
    const fault = answerFault(callbackKeys, id, outcome, clock.now());
    if (fault !== null) throw unavailable(`the answer is refused: ${fault}`);
    const given = parsed(outcome.body);
    const read = answer.safeParse(given);
    if (!read.success) throw unavailable(`the answer is invalid: ${faultsOfAnswer(read.error, given)}`);
    return read.data;
  };
}

/** The status, and what the author of the partner can do about it. */
function statusFault(status: number, unknown: object | undefined): string {
  const said = `it answered HTTP ${status}`;
  if (status === 401)
    return (
      `${said}: it refuses a request with a right signature; the key is the decoded base64 after whsec_ of \`secret\`, ` +
      'and the webhook-id has the method and the path below `url`'
    );
  if (status === 404 && unknown !== undefined)
    return `${said}, but an unknown reference is answered with 200 and ${JSON.stringify(unknown)}`;
  return said;
}

/** Why the signature of an answer is refused; null if the partner signed it for this request. */
function answerFault(
  callbackKeys: readonly Uint8Array[],
  id: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  now: Instant,
): string | null {
  const given = headers['webhook-id'];
  if (given !== undefined && given !== id)
    return 'it is not signed for this request; its webhook-id must be that of the request';
  const fault = signatureFault(callbackKeys, headers, now, body);
  if (fault === null || fault === OFF_TIME) return fault;
  return `${fault}; sign the bytes of the body with the decoded base64 of \`callbackSecret\``;
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
