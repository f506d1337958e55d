import type { RailReport } from '@corridor/adapters-http';
import type { ComparedHolding, PrefundingFloor, SafeguardingAccount } from '@corridor/core/internal';
import type { RailCondition, RailConnection } from '@corridor/core/ports';
import { ConfigurationError } from '../kernel/errors.js';

/** Compares what a connection holds with the ledger. */
export type Compare = (connection: RailConnection) => Promise<readonly ComparedHolding[]>;

/** The conditions and holdings of the connections, for `/metrics` and `/readyz?verbose`. */
export interface RailConditions {
  /** Reports these connections from now on. */
  watch(
    connections: readonly RailConnection[],
    compare: Compare,
    floors: readonly PrefundingFloor[],
    safeguarding?: readonly SafeguardingAccount[],
  ): void;
  /** What connections should hold at least. */
  floors(): readonly PrefundingFloor[];
  /** The accounts that hold money of customers apart from that of the service. */
  safeguarding(): readonly SafeguardingAccount[];
  /** The conditions as they were asked last. Waits briefly for those that are due. */
  read(): Promise<readonly RailReport[]>;
  /** The holdings as they were compared last, likewise. */
  holdings(): Promise<ReadHoldings>;
}

export interface ReadHoldings {
  /** Without those of a connection that could not be read: an old balance would look like a present one. */
  readonly compared: readonly ComparedHolding[];
  /** Whether those of all connections could be read. */
  readonly isWhole: boolean;
}

export interface RailConditionTimes {
  /** How long a condition or a holding is used before the connection is asked again. */
  readonly ageMs: number;
  /** How long a reader waits for a connection that is asked; then it gets the condition before. */
  readonly patienceMs: number;
  /** Time-out of a check. */
  readonly checkMs: number;
}

const TIMES: RailConditionTimes = { ageMs: 15_000, patienceMs: 1_000, checkMs: 10_000 };

export function createRailConditions(times: RailConditionTimes = TIMES): RailConditions {
  let watched: readonly (() => Promise<RailReport>)[] = [];
  let held: readonly (() => Promise<readonly ComparedHolding[] | null>)[] = [];
  let floors: readonly PrefundingFloor[] = [];
  let safeguarding: readonly SafeguardingAccount[] = [];
  return {
    floors: () => floors,
    safeguarding: () => safeguarding,
    watch: (connections, compare, given, accounts = []) => {
      floors = given;
      safeguarding = accounts;
      watched = connections.map((connection) => {
        let known: RailCondition = UNKNOWN;
        const condition = remembered(
          UNKNOWN,
          async () => {
            const { isKnown, ...asked } = await conditionOf(connection, times.checkMs);
            // What was exchanged before a connection went silent, and what waits, does not change by that.
            const { lastExchangeAt, backlog } = isKnown ? asked : known;
            return (known = { ...asked, lastExchangeAt, backlog });
          },
          times,
        );
        return async () => ({ name: connection.name, environment: connection.environment, ...(await condition()) });
      });
      held = connections
        .filter(({ holdings, statements }) => (holdings ?? statements?.standing) !== undefined)
        .map((connection) =>
          remembered<readonly ComparedHolding[] | null>(
            null,
            () => holdingsOf(connection, compare, times.checkMs),
            times,
          ),
        );
    },
    read: () => Promise.all(watched.map((report) => report())),
    holdings: async () => {
      const found = await Promise.all(held.map((holdings) => holdings()));
      return { compared: found.flatMap((compared) => compared ?? []), isWhole: !found.includes(null) };
    },
  };
}

/** Null if they cannot be read. The problem is one of the connection. */
const holdingsOf = (connection: RailConnection, compare: Compare, timeoutMs: number) =>
  within<readonly ComparedHolding[] | null>(timeoutMs, compare(connection), () => null).catch(() => null);

const UNKNOWN: RailCondition = {
  isReachable: false,
  lastExchangeAt: null,
  backlog: {},
  problems: ['the connection has not answered yet'],
};

/** The last answer, and a new one if it is old. `question` does not throw. */
function remembered<T>(first: T, question: () => Promise<T>, times: RailConditionTimes): () => Promise<T> {
  let known = first;
  let asking: Promise<void> | null = null;
  let staleAt = 0;

  async function ask(): Promise<void> {
    known = await question();
    staleAt = performance.now() + times.ageMs;
    asking = null;
  }

  return async () => {
    if (performance.now() >= staleAt) await within(times.patienceMs, (asking ??= ask()), () => undefined);
    return known;
  };
}

export interface AskedCondition extends RailCondition {
  /** Whether the connection has answered. Otherwise its last exchange and its backlog are unknown. */
  readonly isKnown: boolean;
}

/** Asks a connection for its condition. A check that throws or takes too long is a problem. */
export async function conditionOf(connection: RailConnection, timeoutMs: number): Promise<AskedCondition> {
  const failed = (problem: string): AskedCondition => ({ ...UNKNOWN, isKnown: false, problems: [problem] });
  try {
    return await within<AskedCondition>(
      timeoutMs,
      connection.check().then(({ isReachable, lastExchangeAt, backlog, problems }) => ({
        ...{ isReachable, lastExchangeAt, backlog, problems },
        isKnown: true,
      })),
      () => failed(`the check did not end within ${timeoutMs / 1000} seconds`),
    );
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

/** Longer than that of a host, because an operator waits for the answer. */
const CHECK_MS = 30_000;

/** The condition of a connection. Throws a ConfigurationError for a mistake that only the other side shows. */
export async function verifiedCondition(connection: RailConnection): Promise<AskedCondition> {
  const [unverified, condition] = await Promise.all([
    verifyConnection(connection, CHECK_MS),
    conditionOf(connection, CHECK_MS),
  ]);
  return unverified === null ? condition : { ...condition, problems: [unverified, ...condition.problems] };
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
