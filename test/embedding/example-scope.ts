import type { PreparedUseCase, Query, UseCase } from '@corridor/core';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { playPayer } from '../../packages/core/src/testing/play-payer.js';

/**
 * The names that examples of docstrings use without declaring them: a core in memory with a sandbox platform; `run` for
 * use cases and `read` for queries, which return the value or throw; a customer of the US, her account with 10,000
 * dollars, and the external account in euros of a recipient.
 */
export async function exampleScope() {
  const payer = await playPayer();
  const { core, storage, clock, tenant, ...play } = payer.play;
  const run = async <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I): Promise<O> =>
    valueOf(await play.run(useCase, input));
  const read = async <I, O>(query: Query<I, O>, input: I): Promise<O> => valueOf(await play.read(query, input));
  return {
    core,
    storage,
    clock,
    tenant,
    ctx: play.context(),
    run,
    read,
    customer: await read(core.customers.get, { id: payer.customerId }),
    dollars: payer.usd,
    recipient: await payer.external(),
  };
}
