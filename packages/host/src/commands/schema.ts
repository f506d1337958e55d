import { readableViews } from '@corridor/adapters-storage/views';
import type { Configuration } from '../settings/configuration.js';
import { UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints the SQL of the views that show every table with its logical values. */
export async function printSchema(
  { database }: Configuration,
  { postgres, sqlite }: Readonly<Record<string, string | boolean | undefined>>,
  { print }: ProcessContext,
): Promise<number> {
  if (postgres && sqlite) throw new UsageError('schema takes --postgres or --sqlite, not both');
  const dialect = postgres ? 'postgres' : sqlite ? 'sqlite' : database.kind;
  print(readableViews(dialect).trimEnd());
  return 0;
}
