import type { CurrencyCode, Position } from '@corridor/core';
import {
  amountText,
  balancesAt,
  balancesCsv,
  type GeneralLedger,
  platformOf,
  sumPositions,
} from '@corridor/core/internal';
import type { UnitOfWork } from '@corridor/core/ports';
import { type Arguments, oneOf, optionOf, requireOk } from '../terminal/arguments.js';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { UsageError } from '../kernel/errors.js';
import { createLog } from '../logging/logging.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { shown } from '../terminal/terminal.js';
import { generalLedgerOf, scopeOf, timeOf } from './ledger-options.js';

/**
 * Prints the trial balance, now or of a moment: a line for each platform, environment, currency and class of ledger
 * accounts, then the sum of each currency, which is 0. Runs without a master key, and stores nothing.
 */
export async function positions(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const format = optionOf(given, 'format');
  if (format !== undefined) oneOf(['csv'], 'format', format);
  if (format !== undefined && given['json'] === true) throw new UsageError('--format: cannot be combined with --json');
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const { all, accounts } = await balances(storage.units, given, processContext).finally(() => storage.close());
  if (format === 'csv') processContext.print(balancesCsv(all, accounts).slice(0, -1));
  else if (given['json'] === true) return listed(all, accounts, given, processContext);
  else {
    for (const line of positionLines(all, accounts)) processContext.print(line);
    if (all.length === 0) processContext.print('the ledger has no postings');
  }
  return 0;
}

async function balances(units: UnitOfWork, given: Arguments, { clock }: ProcessContext) {
  const at = timeOf(given, 'at');
  const within = await scopeOf(units, given);
  const all =
    at === undefined
      ? (await sumPositions(units)).filter(({ tenant }) => within(tenant))
      : requireOk(await balancesAt(units, clock.now(), { at, within }), given);
  return { all, accounts: await generalLedgerOf(given, all) };
}

function listed(
  all: readonly Position[],
  accounts: GeneralLedger | null,
  given: Arguments,
  processContext: ProcessContext,
): number {
  const list = printedList(processContext, given, '');
  for (const position of all) {
    const { tenant, environment, currency, account, balance } = position;
    const booked = accounts === null ? null : accounts.accountOf(position);
    const added = booked === null ? {} : { glAccount: booked.number, glName: booked.name };
    list.add({ platformId: platformOf(tenant), environment, currency, account, balance, ...added });
  }
  return list.end();
}

export function positionLines(all: readonly Position[], accounts: GeneralLedger | null = null): readonly string[] {
  const lines = all.map((position) => {
    const { tenant, environment, currency, account, balance } = position;
    const booked = accounts === null ? null : accounts.accountOf(position);
    const added = booked === null ? '' : ` ${shown([booked.number, booked.name ?? ''].join(' ').trim())}`;
    return `${platformOf(tenant)} ${environment} ${account} ${amountText(balance, currency)}${added}`;
  });
  const sums = new Map<
    string,
    { readonly currency: CurrencyCode; readonly sum: bigint; readonly environment: string }
  >();
  for (const { environment, currency, balance } of all) {
    const key = `${environment}/${currency}`;
    sums.set(key, { environment, currency, sum: (sums.get(key)?.sum ?? 0n) + balance });
  }
  return [
    ...lines.sort(),
    ...[...sums.values()]
      .map(({ environment, currency, sum }) => `total ${environment} ${amountText(sum, currency)}`)
      .sort(),
  ];
}
