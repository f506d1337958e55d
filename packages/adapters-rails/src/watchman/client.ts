import { type ConnectionContext, RailUnavailable } from '@corridor/core/ports';
import type { z } from 'zod';
import { parsed } from '../partners/exchange.js';
import { faultsOfAnswer } from '../partners/faults-of-answers.js';
import { needsTls } from '../partners/tls.js';
import type { WatchmanEntry } from './entry.js';

const WITHIN_MS = 10_000;

interface Call<T> {
  /** As metrics and logs name it. */
  readonly name: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<T, unknown>;
}

/** Asks Watchman. Throws `RailUnavailable` unless it gives a valid answer. */
export type AskWatchman = <T>(call: Call<T>) => Promise<T>;

export function client(
  { url, token }: Pick<WatchmanEntry, 'url' | 'token'>,
  { name: connection, environment, http }: Pick<ConnectionContext, 'name' | 'environment' | 'http'>,
): AskWatchman {
  const httpsOnly = needsTls(url, environment);
  return async ({ name, path, query = {}, answer }) => {
    const unavailable = (reason: string) => new RailUnavailable(connection, name, reason);
    const parameters = new URLSearchParams(query).toString();
    const outcome = await http.send({
      url: `${url}${path}${parameters === '' ? '' : `?${parameters}`}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        'user-agent': 'Corridor',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: null,
      httpsOnly,
      withinMs: WITHIN_MS,
      passesTrace: true,
    });
    if (outcome.kind === 'unreachable') throw unavailable(outcome.reason);
    if (outcome.status !== 200) throw unavailable(`it answered HTTP ${outcome.status}`);
    if (outcome.truncated) throw unavailable('the answer is too long');
    const given = parsed(outcome.body);
    const read = answer.safeParse(given);
    if (!read.success) throw unavailable(`the answer is invalid: ${faultsOfAnswer(read.error, given)}`);
    return read.data;
  };
}
