import type { RailConnection, RailStatements } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import {
  type Clock,
  type Environment,
  err,
  type IdSource,
  type Instant,
  ok,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { type RailReconciliation, reconcileRail } from './reconcile-rail.js';
import { type FoundDifferences, recordDifferences } from './record-differences.js';

/** A rail, and the period of its statements; without one, all statements. */
export interface RailPeriod {
  readonly rail: string;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Compares the ledger with the statements that connections keep (docs/areas/maintenance.md#reconciling-with-a-statement). */
export interface ReconciliationArea {
  /**
   * It reads the postings of the rail in the period, and 10 days around it. 404 REFERENCE_NOT_FOUND if no connection
   * keeps statements of the rail.
   */
  readonly compare: (period: RailPeriod) => Promise<Result<RailReconciliation>>;
  /**
   * Compares, and opens an exception for each difference; a difference that is found again keeps its exception. The
   * errors of `compare`.
   */
  readonly record: (period: RailPeriod) => Promise<Result<readonly ExceptionRecord[]>>;
  /** Opens an exception for each difference that a comparison with a file found, as `record` does. */
  readonly recordFound: (
    scope: { readonly rail: string; readonly environment: Environment },
    found: FoundDifferences,
  ) => Promise<Result<readonly ExceptionRecord[]>>;
}

interface Ports {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly connections: readonly RailConnection[];
}

export function reconciliationArea({ connections, ...ports }: Ports): ReconciliationArea {
  const compare: ReconciliationArea['compare'] = async ({ rail, from, to }) => {
    const found = statedRail(connections, rail);
    if (found === null) return err('REFERENCE_NOT_FOUND', `no connection keeps statements of ${rail}`);
    const scope = { rail, environment: found.connection.environment, from, to };
    return ok(await reconcileRail(ports.units, scope, found.statements, ports.clock.now()));
  };
  return {
    compare,
    record: async (period) => {
      const compared = await compare(period);
      if (!compared.ok) return compared;
      const { environment } = statedRail(connections, period.rail)!.connection;
      return recordDifferences(ports, { rail: period.rail, environment }, compared.value);
    },
    recordFound: (scope, found) => recordDifferences(ports, scope, found),
  };
}

/** The connection that keeps the statements of a rail; null if none does. */
function statedRail(
  connections: readonly RailConnection[],
  rail: string,
): { readonly connection: RailConnection; readonly statements: RailStatements } | null {
  const connection = connections.find(({ rails }) => rails.some(({ name }) => name === rail));
  const statements = connection?.statements ?? null;
  return connection === undefined || statements === null ? null : { connection, statements };
}
