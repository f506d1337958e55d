import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../kernel/errors.js';
import { visible } from '../terminal/terminal.js';

export interface RemoteOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Aborts the running request. */
  readonly signal: AbortSignal;
  /** Called once each time the host becomes unreachable, and once when it answers again. */
  readonly notice: (what: string) => void;
}

/** A running host as its client sees it. */
export interface Remote {
  /** Retries until the host answers, through restarts and rate limits. */
  get<T>(path: string): Promise<T>;
}

/** An answer that another attempt would not change. */
export class Refused extends CommandError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const TIMEOUT_MS = 15_000;

export function createRemote({ baseUrl, clientId, clientSecret, signal, notice }: RemoteOptions): Remote {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let away = false;

  /** The body, or the milliseconds to wait before the next attempt; null: exponential backoff. */
  async function requestOnce<T>(path: string): Promise<{ readonly body: T } | { readonly again: number | null }> {
    let response: Response;
    let text: string;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      response = await fetch(`${baseUrl}${path}`, { headers: { authorization }, signal: limit });
      text = await response.text();
    } catch {
      signal.throwIfAborted();
      return { again: null };
    }
    const body = parsed(text);
    if (response.ok && body !== null) return { body: body as T };
    if (response.status === 429) return { again: 1000 * secondsOf(response.headers.get('retry-after')) };
    if (response.status >= 500 && response.status !== 501) return { again: null };
    const problem = visible(`${path.split('?')[0]} answered ${response.status}: ${messageOf(body)}`);
    throw new Refused(`${baseUrl}${problem}`, response.status);
  }

  return {
    async get<T>(path: string): Promise<T> {
      for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
        const answer = await requestOnce<T>(path);
        const isAway = 'again' in answer && answer.again === null;
        if (isAway !== away) notice(isAway ? `${baseUrl} does not answer; retrying` : `${baseUrl} answers again`);
        away = isAway;
        if ('body' in answer) return answer.body;
        await delay(answer.again ?? wait, undefined, { signal });
      }
    },
  };
}

/** The parsed JSON object; null for any other text, which means that the address belongs to another program. */
function parsed(text: string): object | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

const LONGEST_WAIT_SECONDS = 60;

/** A proxy may send a date, or a value that is too large. */
function secondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 1);
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : 1;
}

function messageOf(body: object | null): string {
  const { code, message } = (body ?? {}) as { readonly code?: string; readonly message?: string };
  return code === undefined ? 'not an answer of Corridor' : `${code} ${message ?? ''}`.trim();
}
