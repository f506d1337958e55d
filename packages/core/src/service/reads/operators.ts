import { type Id, type Instant, readAll, type UnitOfWork } from '../../kernel/index.js';
import { OPERATOR_LOG, type OperatorAccount, type OperatorLogEntry, OPERATORS } from '../../operators/index.js';
import { byId } from './by-id.js';

export interface OperatorAccountReads {
  /** Every operator of the host, oldest first, also those without access any more. */
  operators(): Promise<readonly OperatorAccount[]>;
  /** Null if the operator does not exist. */
  operator(id: string): Promise<OperatorAccount | null>;
  /** When these operators signed in last, in host time, by id; an operator who never did is absent. One read for each. */
  lastSignIns(ids: readonly string[]): Promise<ReadonlyMap<string, Instant>>;
  /** An entry of the operator log, of any tenant; null if it does not exist. */
  logEntry(id: string): Promise<OperatorLogEntry | null>;
}

export function operatorAccountReads(units: UnitOfWork): OperatorAccountReads {
  const operator = byId(units, 'Operator', OPERATORS);
  const logEntry = byId(units, 'OperatorLog', OPERATOR_LOG);
  return {
    operators: () => units.read(null, (reads) => readAll(reads, OPERATORS)),
    operator: (id) => operator(null, id),
    lastSignIns: (ids) =>
      units.read(null, async (reads) => {
        const times = new Map<string, Instant>();
        for (const id of ids) {
          const where = { operatorId: id as Id<'Operator'>, outcome: 'SIGNED_IN' } as const;
          const { rows } = await reads.list(OPERATOR_LOG, { where, order: 'desc', limit: 1, counted: false });
          for (const { createdAt } of rows) times.set(id, createdAt);
        }
        return times;
      }),
    logEntry: (id) => logEntry(null, id),
  };
}
