import { type Environment, ENVIRONMENTS, type UnitOfWork } from '../kernel/index.js';
import { type Cell, idOf, totalsOf } from './figure.js';
import { type OpenPayments, openPayments } from './overview.js';
import { readFigures } from './read-figures.js';

/** The figures of an environment since its first payment. Of one host they never become smaller. */
export interface TotalCell extends Cell {
  readonly environment: Environment;
}

export interface Totals {
  readonly cells: readonly TotalCell[];
  readonly open: readonly OpenPayments[];
  /** True if the newest payments are missing, because the host still counts earlier ones. */
  readonly isBehind: boolean;
}

/** The totals of each environment, for a monitoring system. They are the same on each host of a database. */
export async function readTotals(units: UnitOfWork): Promise<Totals> {
  const { rows, isBehind } = await readFigures(units, ENVIRONMENTS.map(totalsOf));
  const found = ENVIRONMENTS.map((environment) => ({ environment, row: rows.get(idOf(totalsOf(environment))) }));
  return {
    cells: found.flatMap(({ environment, row }) => (row?.cells ?? []).map((cell) => ({ environment, ...cell }))),
    open: found.flatMap(({ environment, row }) => openPayments(environment, row?.open ?? {})),
    isBehind,
  };
}
