import { randomUUID } from 'node:crypto';
import { type Answer, type Api, LostAnswer, ServerError } from '../support/api.js';
import { pause } from '../support/eventually.js';

/** A write that was answered with 2xx. */
export interface Acknowledged {
  readonly path: string;
  readonly body: object | undefined;
  readonly idempotencyKey: string;
  readonly status: number;
  readonly text: string;
}

/** A client that repeats a write under its idempotency key until it is answered. */
export interface PatientClient {
  /** Returns the body of the 2xx answer. Throws for a refusal and for an invalid answer. */
  write<T>(path: string, body?: object): Promise<T>;
  readonly acknowledged: readonly Acknowledged[];
  /** The number of requests in flight. */
  inFlight(): number;
  /** The number of requests without an answer. */
  lostAnswers(): number;
  /** The number of answers after which the request was sent again. */
  refusals(): number;
  /** Holds writes until the promise resolves, so that no request goes to a host that is known to be down. */
  holdUntil(up: Promise<unknown>): void;
}

const AGAIN_AFTER_MS = 20;

/** `repeated`: codes with status 500 after which the request is sent again, besides every 503. */
export function patientClient(api: Api, repeated: readonly string[] = []): PatientClient {
  const isUnavailable = (error: unknown): boolean =>
    error instanceof ServerError &&
    (error.status === 503 || repeated.some((code) => error.message.includes(`"code":"${code}"`)));
  const acknowledged: Acknowledged[] = [];
  let inFlight = 0;
  let lost = 0;
  let refused = 0;
  let up: Promise<unknown> = Promise.resolve();

  async function attempt<T>(path: string, body: object | undefined, idempotencyKey: string): Promise<Answer<T> | null> {
    inFlight += 1;
    try {
      return await api.post<T>(path, body, { idempotencyKey });
    } catch (error) {
      if (error instanceof LostAnswer) lost += 1;
      else if (isUnavailable(error)) refused += 1;
      else throw error;
      return null;
    } finally {
      inFlight -= 1;
    }
  }

  return {
    async write<T>(path: string, body?: object) {
      const idempotencyKey = randomUUID();
      for (;;) {
        await up;
        const answer = await attempt<T>(path, body, idempotencyKey);
        if (answer === null) {
          await pause(AGAIN_AFTER_MS);
          continue;
        }
        const { status, text } = answer;
        if (status < 200 || status > 299) throw new Error(`POST ${path}: ${text}`);
        acknowledged.push({ path, body, idempotencyKey, status, text });
        return answer.body;
      }
    },
    acknowledged,
    inFlight: () => inFlight,
    lostAnswers: () => lost,
    refusals: () => refused,
    holdUntil: (promise) => {
      up = promise;
    },
  };
}
