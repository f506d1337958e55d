import { type Core, ok, type Result, runUseCase, type TenantKey, type UseCase } from '@corridor/core';

/**
 * Runs a use case as the service itself, in one unit of work (database transaction). `pick` selects from its output
 * what the caller needs.
 */
export async function runAsSystem<I, O, T>(
  core: Pick<Core, 'units' | 'context'>,
  tenant: TenantKey,
  useCase: UseCase<I, O>,
  input: I,
  pick: (output: O) => T,
): Promise<Result<T>> {
  const ctx = core.context(tenant, { kind: 'system' }, 'host');
  const done = await runUseCase(core.units, ctx, useCase, input);
  return done.ok ? ok(pick(done.value)) : done;
}
