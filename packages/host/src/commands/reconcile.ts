import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { type Environment, fromIso, isLedgerCurrency, type Result } from '@corridor/core';
import {
  amountText,
  houseTenant,
  MAX_COMPUTED,
  MOST_DIFFERENCES,
  type RailReconciliation,
  reconcile as compare,
  type Reconciliation,
  type StatementLine,
} from '@corridor/core/internal';
import type { RailConnection, UnitOfWork } from '@corridor/core/ports';
import { CsvError, parse } from 'csv-parse';
import { openStorage } from '../composition/storage-module.js';
import { TOKENS } from '../composition/tokens.js';
import type { Configuration } from '../settings/configuration.js';
import type { Arguments } from '../terminal/arguments.js';
import { recordedLines } from './action-lines.js';
import { callerOf, perform } from './run-action.js';
import { CommandError } from '../kernel/errors.js';
import { withContainer, withCore } from '../serving/host.js';
import { createLog } from '../logging/logging.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { holdingLine, holdingsOf } from '../rails/holdings.js';
import { shown, textOf } from '../terminal/terminal.js';

export interface ReconcileOptions {
  readonly rail: string;
  /** A file; without it, the statements that the rail's connection keeps. */
  readonly statement: string | undefined;
  /** Without it, that of the rail's connection; for a file, PRODUCTION. */
  readonly environment: Environment | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Open an exception for each difference. */
  readonly record: boolean;
  /** The options of the command, with the operator who records. */
  readonly given: Arguments;
}

const COLUMNS = ['reference', 'currency', 'amount', 'direction'] as const;

/**
 * Prints a line for each difference between the statement and the ledger; the exit code is 0 without differences,
 * else 1.
 */
export const reconcile = (
  configuration: Configuration,
  { statement, ...options }: ReconcileOptions,
  processContext: ProcessContext,
): Promise<number> =>
  statement === undefined
    ? reconcileConnection(configuration, options, processContext)
    : reconcileFile(configuration, { ...options, statement }, processContext);

async function reconcileConnection(
  configuration: Configuration,
  { rail, environment: wanted, from, to, record, given }: Omit<ReconcileOptions, 'statement'>,
  processContext: ProcessContext,
): Promise<number> {
  const { print } = processContext;
  return withContainer(configuration, processContext, async (container) => {
    const core = await container.getAsync(TOKENS.Core);
    const { units, reconciliation } = core;
    const connections = (await container.getAsync(TOKENS.Connections)).map(({ connection }) => connection);
    const named = connections.find((each) => each.rails.some(({ name }) => name === rail));
    const statements = named?.statements ?? null;
    const isOfAnother = wanted !== undefined && named?.environment !== wanted;
    if (named === undefined || isOfAnother || (statements === null && named.holdings === undefined))
      throw new CommandError(
        `--statement: required, because no connection${wanted === undefined ? '' : ` in ${wanted}`} keeps statements of ${rail}`,
      );
    if (statements === null && (from !== undefined || to !== undefined || record))
      throw new CommandError(`--from, --to and --record need the statements of a bank, which ${rail} does not have`);
    const balanced = named.holdings === undefined || (await reconcileHoldings(units, named, rail, processContext));
    if (statements === null) return balanced ? 0 : 1;
    const period = { rail, from: timeOf('from', from), to: timeOf('to', to) };
    const found = valueOf(await reconciliation.compare(period));
    for (const line of [...differenceLines(found), ...balanceLines(found)]) print(line);
    if (record) {
      const tenant = houseTenant(named.environment);
      const lines = await perform(
        core,
        await callerOf(core, given, 'rails.record', processContext),
        { tenant, action: 'rails.record', input: period },
        recordedLines,
      );
      lines.forEach(print);
    }
    const isEven = found.balances === null || found.balances.unexplained === 0n;
    return balanced && isEven && found.missingInLedger.length + found.missingInStatement.length === 0 ? 0 : 1;
  });
}

/** Prints what the connection holds for the rail, or for all of its rails if it has the name of the connection. */
async function reconcileHoldings(
  units: UnitOfWork,
  connection: RailConnection,
  rail: string,
  { print, clock }: ProcessContext,
): Promise<boolean> {
  const compared = await holdingsOf(units, connection, clock).catch((cause: unknown) => {
    throw new CommandError(`the balances of ${connection.name} cannot be read: ${textOf(cause)}`);
  });
  const asked = compared.filter((each) => rail === connection.name || each.rail === rail);
  for (const holding of asked) print(holdingLine(holding));
  return asked.every(({ difference }) => difference === 0n);
}

/** What is in flight, and the two balances. */
export function balanceLines({ inFlight, balances }: RailReconciliation): readonly string[] {
  const flying = inFlight.length === 0 ? [] : [`${inFlight.length} postings are after the newest statement`];
  if (balances === null) return flying;
  const { date, currency, closing, ledger, unexplained } = balances;
  const both = `the bank holds ${amountText(closing, currency)} at the end of ${date}, the ledger has ${amountText(ledger, currency)}`;
  return [...flying, unexplained === 0n ? both : `${both}; ${amountText(unexplained, currency)} are unexplained`];
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new CommandError(result.error.message);
  return result.value;
}

async function reconcileFile(
  configuration: Configuration,
  {
    rail,
    statement,
    environment = 'PRODUCTION',
    from,
    to,
    record,
    given,
  }: ReconcileOptions & { readonly statement: string },
  processContext: ProcessContext,
): Promise<number> {
  const { print, log } = processContext;
  const scope = { rail, environment, from: timeOf('from', from), to: timeOf('to', to) };
  const compared = async (units: UnitOfWork): Promise<Reconciliation> => {
    const found = await compare(units, scope, statementLines(statement));
    for (const line of differenceLines(found)) print(line);
    return found;
  };
  const codeOf = ({ missingInLedger, missingInStatement }: Reconciliation): number =>
    missingInLedger.length + missingInStatement.length === 0 ? 0 : 1;
  if (!record) {
    const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
    return codeOf(await compared(storage.units).finally(() => storage.close()));
  }
  return withCore(configuration, processContext, async (core) => {
    const caller = await callerOf(core, given, 'rails.record-found', processContext);
    const found = await compared(core.units);
    const request = {
      tenant: houseTenant(environment),
      action: 'rails.record-found',
      input: inputOf(rail, found),
    } as const;
    const lines = await perform(core, caller, request, recordedLines);
    lines.forEach(print);
    return codeOf(found);
  });
}

/** What an action records of a comparison: the differences, and what it proves. */
function inputOf(rail: string, { missingInLedger, missingInStatement, proves = [] }: Reconciliation) {
  const largest = Math.max(missingInLedger.length, missingInStatement.length, proves.length);
  if (largest > MOST_DIFFERENCES)
    throw new CommandError(
      `--record: ${largest} differences are more than the ${MOST_DIFFERENCES} that are recorded at once; compare a shorter period with --from and --to`,
    );
  const lineOf = ({ line, reference, currency, amount, direction }: StatementLine) => ({
    ...{ line, reference, currency, amount, direction },
  });
  return {
    rail,
    missingInLedger: missingInLedger.map(lineOf),
    missingInStatement: missingInStatement.map(({ entryId, kind, currency, amount, direction }) => ({
      ...{ entryId, kind, currency, amount, direction },
    })),
    proves: proves.map(lineOf),
  };
}

/** A line for each difference, and a summary. */
export function differenceLines({
  matched,
  missingInLedger,
  missingInStatement,
  proves = [],
}: Reconciliation): readonly string[] {
  const differences = missingInLedger.length + missingInStatement.length;
  return [
    ...missingInLedger.map(
      ({ line, date, reference, currency, amount, direction }) =>
        `not in the ledger: ${date === undefined ? `line ${line}` : (date ?? 'unknown day')}, ${direction} ${amountText(amount, currency)} ${shown(reference)}`,
    ),
    ...missingInStatement.map(
      ({ entryId, kind, reference, currency, amount, direction }) =>
        `not in the statement: ${entryId} (${kind}), ${direction} ${amountText(amount, currency)} ${shown(reference)}`,
    ),
    ...proves.map(
      ({ reference, currency, amount }) =>
        `proves the unconfirmed outside payment ${shown(reference)}, ${amountText(amount, currency)}; --record true confirms it`,
    ),
    `${differences === 0 ? 'reconciled' : `${differences} differences`}: ${matched} lines agree`,
  ];
}

function timeOf(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const at = fromIso(text);
  if (at === null) throw new CommandError(`--${option}: ${text} is not an ISO 8601 time such as 2025-10-13T00:00:00Z`);
  return at;
}

/** Reads the lines of a CSV file as a stream. An invalid line is reported with its number. */
export async function* statementLines(file: string): AsyncGenerator<StatementLine, void> {
  const broken = (line: number, why: string): CommandError => new CommandError(`${file}, line ${line}: ${why}`);
  const rows = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    columns: header(file),
    info: true,
    max_record_size: 65_536,
  });
  // An error of either stream ends the other; the loop over the rows throws it.
  pipeline(createReadStream(file), rows, () => undefined);
  const source = rows as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>;
  try {
    for await (const { record, info } of source) {
      const { reference = '', currency = '', amount = '', direction } = record;
      if (reference === '') throw broken(info.lines, 'has no reference');
      if (!isLedgerCurrency(currency)) throw broken(info.lines, `${shown(currency)} is not a currency`);
      if (!/^\d{1,16}$/.test(amount) || BigInt(amount) < 1n || BigInt(amount) > MAX_COMPUTED) {
        throw broken(info.lines, `${shown(amount)} is not an amount from 1 to ${MAX_COMPUTED} in smallest units`);
      }
      if (direction !== 'IN' && direction !== 'OUT') throw broken(info.lines, 'the direction must be IN or OUT');
      yield { line: info.lines, reference, currency, amount: BigInt(amount), direction };
    }
  } catch (cause) {
    if (cause instanceof CsvError) throw new CommandError(`${file}: ${cause.message}`);
    if (cause instanceof Error && 'code' in cause && 'syscall' in cause) {
      throw new CommandError(`--statement: ${file} cannot be read (${String(cause.code)})`);
    }
    throw cause;
  }
}

const header =
  (file: string) =>
  (names: readonly string[]): string[] => {
    const found = names.map((name) => name.toLowerCase());
    const missing = COLUMNS.filter((name) => !found.includes(name));
    if (missing.length > 0) throw new CommandError(`${file}: has no column ${missing.join(', ')}`);
    const twice = COLUMNS.find((name) => found.indexOf(name) !== found.lastIndexOf(name));
    if (twice !== undefined) throw new CommandError(`${file}: has the column ${twice} twice`);
    return found;
  };
