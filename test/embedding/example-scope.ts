import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreparedUseCase, Query, Refused, UseCase } from '@corridor/core';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { memoryBook, sandboxIssuer } from '@corridor/adapters-rails/stablecoins';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { onTestFinished } from 'vitest';
import { createTestDatabase } from '../../packages/adapters-storage/src/testing/postgres.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { playPayer } from '../../packages/core/src/testing/play-payer.js';
import { digest, fixedClock } from '../../packages/core/src/testing/ports.js';

/**
 * The names that examples of docstrings use without declaring them: a core in memory with a sandbox platform; `run` for
 * use cases and `read` for queries, which return the value or throw; a customer of the US, her account with 10,000
 * dollars, her account in dollars at a bank, and the external account in euros of a recipient.
 */
export async function exampleScope() {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  const { folder } = await exampleFolder();
  const uma = umaPorts({
    http: { send: () => Promise.resolve({ kind: 'unreachable', reason: 'examples have no network' }) },
    clock,
    lightningDirectory: folder,
    rates: sandboxRates(clock),
    providers: DEFAULT_PROVIDERS,
  });
  const stablecoins = { SANDBOX: [sandboxIssuer({ digest, book: memoryBook() })], PRODUCTION: [] };
  const payer = await playPayer({ storage, clock, uma, stablecoins }, {}, { currencies: ['USD', 'EUR', 'USDB'] });
  const { core, tenant, ...play } = payer.play;
  const run = async <I, P, O>(useCase: UseCase<I, O | Refused> | PreparedUseCase<I, P, O>, input: I): Promise<O> =>
    valueOf(await play.run(useCase, input));
  const read = async <I, O>(query: Query<I, O>, input: I): Promise<O> => valueOf(await play.read(query, input));
  const { customer } = await read(core.customers.get, { id: payer.customerId });
  return {
    core,
    storage,
    clock,
    tenant,
    ctx: play.context(),
    run,
    read,
    customer,
    dollars: payer.usd,
    bankAccount: await payer.dollars(),
    recipient: await payer.external(),
  };
}

/** A folder that is deleted after the test. */
export async function exampleFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder };
}

/** An empty Postgres database of the test run. */
export const exampleDatabase = async () => ({ databaseUrl: await createTestDatabase({ migrated: false }) });
