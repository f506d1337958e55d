import type { FieldError } from '@corridor/core';
import { exportJournal, JOURNAL_FORMATS, journalFile } from '@corridor/core/internal';
import { openStorage } from '../composition/storage-module.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { createLog } from '../logging/logging.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, oneOf, optionOf, requireOk } from '../terminal/arguments.js';
import { UsageError } from '../kernel/errors.js';
import { generalLedgerOf, periodOf, scopeOf } from './ledger-options.js';

/** Prints the postings of a period as a file. Runs without a master key. */
export async function exportPostings(
  configuration: Configuration,
  given: Arguments,
  { log, print, drained, clock }: ProcessContext,
): Promise<number> {
  const period = periodOf(given);
  const format = oneOf(JOURNAL_FORMATS, 'format', optionOf(given, 'format') ?? 'csv');
  const balances = given['balances'] === true;
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  try {
    const { units } = storage;
    const within = await scopeOf(units, given);
    const found = await exportJournal(units, clock.now(), { ...period, within, balances });
    if (!found.ok && given['month'] !== undefined) {
      const [problem] = (found.error.details?.['errors'] ?? []) as readonly FieldError[];
      throw new UsageError(`--month: its end ${problem?.message ?? found.error.message}`);
    }
    const journal = requireOk(found, given);
    const accounts = await generalLedgerOf(given, journal.classes);
    // `print` ends a line itself.
    for await (const part of journalFile(journal.lines(), format, accounts)) {
      if (part !== '') print(part.slice(0, -1));
      await drained?.();
    }
    return 0;
  } finally {
    await storage.close();
  }
}
