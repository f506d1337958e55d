import { type Core, ok, type Result, type TenantKey, type UseCase } from '@corridor/core';

/**
 * Runs a use case as the service itself, in one unit of work (database transaction). `pick` selects from its output
 * what the caller needs, as JSON.
 */
export async function runAsSystem<I, O, T>(
  core: Pick<Core, 'commands' | 'context'>,
  tenant: TenantKey,
  useCase: UseCase<I, O>,
  input: I,
  pick: (output: O) => T,
): Promise<Result<T>> {
  const ctx = core.context(tenant, { kind: 'system' }, 'host');
  const render = (output: O) => ({ status: 200, body: JSON.stringify(pick(output)), remember: false });
  const answer = await core.commands.run(ctx, useCase, input, render, null);
  return answer.ok ? ok(JSON.parse(answer.value.body) as T) : answer;
}
