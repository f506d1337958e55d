import type { CurrencyCode, Environment, Position } from '@corridor/core';
import type { Rail, RailConnection } from '@corridor/core/ports';
import type { RailReport } from '../../kit/options.js';
import { err, ok, type Result } from '@corridor/core';
import type { Visit } from '../kit/visit.js';

/** A connection of the connections file, or a bundled rail, which is one by itself. */
export interface Connected {
  readonly name: string;
  readonly environment: Environment;
  readonly rails: readonly Rail[];
  /** Null for a bundled rail. */
  readonly connection: RailConnection | null;
  /** Null for a bundled rail, which exchanges nothing. */
  readonly report: RailReport | null;
}

/** The connections in the order of the connections file, then the bundled rails. */
export async function everyConnected({ core, rails }: Visit): Promise<readonly Connected[]> {
  const { connections, all } = core.rails;
  const reports = new Map((await rails()).map((report) => [report.name, report]));
  const connected = connections.map((connection): Connected => {
    const { name, environment } = connection;
    return { name, environment, rails: connection.rails, connection, report: reports.get(name) ?? null };
  });
  const own = new Set(connections.flatMap((connection) => connection.rails.map(({ name }) => name)));
  const bundled = all
    .filter(({ name }) => !own.has(name))
    .map((rail): Connected => ({ ...rail, rails: [rail], connection: null, report: null }));
  return [...connected, ...bundled];
}

/** The connection that a name or the name of one of its rails denotes; null if there is none. */
export const connectedAs = async (visit: Visit, name: string): Promise<Connected | null> => {
  const all = await everyConnected(visit);
  return (
    all.find((each) => each.name === name) ?? all.find(({ rails }) => rails.some((rail) => rail.name === name)) ?? null
  );
};

/** The answer of a connection, or why there is none: a page must not fail or wait because a bank does. */
export type Asked<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: string };

const PATIENCE_MS = 5_000;

export async function asked<T>(question: () => Promise<T>, patienceMs: number = PATIENCE_MS): Promise<Asked<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Asked<T>>((done) => {
    timer = setTimeout(() => done({ value: null, problem: 'did not answer in time' }), patienceMs);
  });
  const answer = Promise.resolve()
    .then(question)
    .then(
      (value): Asked<T> => ({ value, problem: null }),
      (cause: unknown): Asked<T> => ({ value: null, problem: cause instanceof Error ? cause.message : String(cause) }),
    );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the ledger says that a rail holds in a currency. */
export const heldIn = (
  positions: readonly Position[],
  rail: string,
  environment: Environment,
  currency: CurrencyCode,
): bigint =>
  positions
    .filter((one) => one.account === `clearing:${rail}` && one.environment === environment && one.currency === currency)
    .reduce((sum, { balance }) => sum - balance, 0n);

export type OfRail<P = object> = Visit<{ readonly name: string } & P>;

/** The address of a connection, which exists. */
export const ownPath = ({ base }: Visit, name: string): string => `${base}/rails/${encodeURIComponent(name)}`;

/** The connection that the path names. 404 REFERENCE_NOT_FOUND. */
export async function named(visit: OfRail): Promise<Result<Connected>> {
  const found = await connectedAs(visit, visit.params.name);
  return found === null ? err('REFERENCE_NOT_FOUND', `There is no rail ${visit.params.name}`) : ok(found);
}
