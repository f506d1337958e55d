import type { RailReport } from '@corridor/adapters-http';
import type { RailCondition, RailConnection } from '@corridor/core/ports';
import { ConfigurationError } from './errors.js';

/** The conditions of the connections, for `/metrics` and `/readyz?verbose`. */
export interface RailConditions {
  /** Reports these connections from now on. */
  watch(connections: readonly RailConnection[]): void;
  /** The conditions as they were asked last. Waits briefly for those that are due. */
  read(): Promise<readonly RailReport[]>;
}

export interface RailConditionTimes {
  /** How long a condition is used before the connection is asked again. */
  readonly ageMs: number;
  /** How long a reader waits for a connection that is asked; then it gets the condition before. */
  readonly patienceMs: number;
  /** Time-out of a check. */
  readonly checkMs: number;
}

const TIMES: RailConditionTimes = { ageMs: 15_000, patienceMs: 1_000, checkMs: 10_000 };

export function createRailConditions(times: RailConditionTimes = TIMES): RailConditions {
  let watched: readonly (() => Promise<RailReport>)[] = [];
  return {
    watch: (connections) => {
      watched = connections.map((connection) => watching(connection, times));
    },
    read: () => Promise.all(watched.map((report) => report())),
  };
}

const UNKNOWN: RailCondition = {
  isReachable: false,
  lastExchangeAt: null,
  backlog: {},
  problems: ['the connection has not answered yet'],
};

function watching(connection: RailConnection, times: RailConditionTimes): () => Promise<RailReport> {
  let known: RailCondition = UNKNOWN;
  let asking: Promise<void> | null = null;
  let staleAt = 0;

  async function ask(): Promise<void> {
    known = await conditionOf(connection, times.checkMs);
    staleAt = performance.now() + times.ageMs;
    asking = null;
  }

  return async () => {
    if (performance.now() >= staleAt) await within(times.patienceMs, (asking ??= ask()), () => undefined);
    return { name: connection.name, environment: connection.environment, ...known };
  };
}

/** Asks a connection for its condition. A check that throws or takes too long is a problem. */
export async function conditionOf(connection: RailConnection, timeoutMs: number): Promise<RailCondition> {
  const failed = (problem: string): RailCondition => ({ ...UNKNOWN, problems: [problem] });
  try {
    const { isReachable, lastExchangeAt, backlog, problems } = await within(timeoutMs, connection.check(), () =>
      failed(`the check did not end within ${timeoutMs / 1000} seconds`),
    );
    return { isReachable, lastExchangeAt, backlog, problems };
  } catch (cause) {
    return failed(`the check failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/**
 * Compares the entry of a connection with the other side; returns the problem if that was not possible. Throws a
 * ConfigurationError for a mistake in the entry.
 */
export async function verifyConnection(connection: RailConnection, timeoutMs: number): Promise<string | null> {
  try {
    return await within<string | null>(
      timeoutMs,
      (connection.verify?.() ?? Promise.resolve()).then(() => null),
      () => `the entry was not verified within ${timeoutMs / 1000} seconds`,
    );
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    return `the entry was not verified: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

async function within<T>(milliseconds: number, promise: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((done) => (timer = setTimeout(() => done(late()), milliseconds)));
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
