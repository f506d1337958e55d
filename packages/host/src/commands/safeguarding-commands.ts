import { ENVIRONMENTS, toIso } from '@corridor/core';
import { amountText, safeguardingCsv, type SafeguardingFigures, STANDING_MEANS } from '@corridor/core/internal';
import type { SafeguardingReport } from '@corridor/core/records';
import { UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, oneOf, optionOf, requireOk } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';
import { visible } from '../terminal/terminal.js';
import { timeOf } from './ledger-options.js';

/** Prints what is owed at a moment, and where that money is. Stores nothing. */
export async function printSafeguarding(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const format = optionOf(given, 'format');
  if (format !== undefined) oneOf(['csv'], 'format', format);
  if (format !== undefined && given['json'] === true) throw new UsageError('--format: cannot be combined with --json');
  const at = timeOf(given, 'at');
  if (at === undefined) throw new UsageError('--at is missing');
  const environment = environmentOf(given);
  const found = await withCore(configuration, processContext, async ({ safeguarding }) =>
    requireOk(await safeguarding.at({ at, environment }), given),
  );
  if (format === 'csv') {
    processContext.print(safeguardingCsv(at, found).slice(0, -1));
    return 0;
  }
  const list = printedList(processContext, given, 'the ledger has no postings before this time');
  for (const figures of found) list.add({ at: toIso(at), ...figures }, ...linesOf(figures));
  return list.end();
}

/** Prints the daily reports of all days. */
export async function listReports(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const environment = environmentOf(given) ?? undefined;
  const list = printedList(processContext, given, 'no report was computed yet');
  return withCore(configuration, processContext, async ({ safeguarding }) => {
    for (let cursor: string | undefined; ;) {
      const page = requireOk(await safeguarding.list({ environment, cursor, limit: 100 }), given);
      for (const report of page.data) list.add(fieldsOf(report), lineOf(report));
      cursor = page.nextCursor;
      if (cursor === undefined) return list.end();
    }
  });
}

function environmentOf(given: Arguments) {
  const named = optionOf(given, 'environment');
  return named === undefined ? null : oneOf(ENVIRONMENTS, 'environment', named);
}

function linesOf(figures: SafeguardingFigures): readonly string[] {
  const { environment, currency, customers, platforms, own, other, safeguarded, elsewhere, excess } = figures;
  const text = (amount: bigint): string => amountText(amount, currency);
  const { shortfall, lines } = figures;
  return [
    `owed to customers ${text(customers)}, to platforms ${text(platforms)}`,
    `safeguarded ${text(safeguarded)}, elsewhere ${text(elsewhere)}`,
    `own money ${text(own)}, claims and currency positions ${text(other)}`,
    shortfall > 0n ? `shortfall ${text(shortfall)}` : `excess ${text(excess)}`,
    ...lines.map(
      ({ account, standing, safeguards, balance }) =>
        `${account} ${text(balance)}: ${STANDING_MEANS[safeguards ? 'SAFEGUARDING' : standing]}`,
    ),
  ].map((line) => `${environment} ${currency}: ${line}`);
}

function fieldsOf(report: SafeguardingReport) {
  const { id, environment, day, at, rails, figures, digest, signedOffAt, signedOffBy, statement } = report;
  return {
    ...{ id, environment, day, at: toIso(at), rails, figures, digest },
    ...{ signedOffAt: signedOffAt === null ? null : toIso(signedOffAt), signedOffBy, statement },
  };
}

function lineOf({ id, environment, day, figures, signedOffBy }: SafeguardingReport): string {
  const missing = figures.flatMap(({ shortfall, currency }) =>
    shortfall > 0n ? [amountText(shortfall, currency)] : [],
  );
  const outcome = missing.length === 0 ? 'no shortfall' : `shortfall of ${missing.join(', ')}`;
  const signed = signedOffBy === null ? 'not signed off' : `signed off by ${visible(signedOffBy)}`;
  return `${day} ${environment} ${id}: ${outcome}, ${signed}`;
}
