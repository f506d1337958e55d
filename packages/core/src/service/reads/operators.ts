import { readAll, type UnitOfWork } from '../../kernel/index.js';
import { OPERATOR_LOG, type OperatorAccount, type OperatorLogEntry, OPERATORS } from '../../operators/index.js';
import { byId } from './by-id.js';

export interface OperatorAccountReads {
  /** Every operator of the host, oldest first, also those without access any more. */
  operators(): Promise<readonly OperatorAccount[]>;
  /** Null if the operator does not exist. */
  operator(id: string): Promise<OperatorAccount | null>;
  /** An entry of the operator log, of any tenant; null if it does not exist. */
  logEntry(id: string): Promise<OperatorLogEntry | null>;
}

export function operatorAccountReads(units: UnitOfWork): OperatorAccountReads {
  const operator = byId(units, 'Operator', OPERATORS);
  const logEntry = byId(units, 'OperatorLog', OPERATOR_LOG);
  return {
    operators: () => units.read(null, (reads) => readAll(reads, OPERATORS)),
    operator: (id) => operator(null, id),
    logEntry: (id) => logEntry(null, id),
  };
}
