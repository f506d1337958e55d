import { type Core, RESET_VERDICTS, type TenantKey } from '@corridor/core';
import { type Arguments, requiredOptionOf, oneOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { everyRow, takeAction } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints the factor resets whose liveness check awaits a verdict, oldest first. */
export const listResets = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const list = printedList(processContext, given, 'no resets await a verdict');
    for await (const { platform, record } of everyRow(core.sca.resetsInReview)) {
      const { id, factor, customerId } = record;
      const { platformId, name, environment } = platform;
      list.add(
        { id, platformId, platform: name, environment, factor, customerId },
        `${id} ${name} ${environment}: ${factor} of ${customerId}`,
      );
    }
    return list.end();
  });

export const decideReset = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const resetId = requiredOptionOf(given, 'id');
    const verdict = oneOf(RESET_VERDICTS, 'verdict', requiredOptionOf(given, 'verdict'));
    const tenant = await tenantOf(core, resetId);
    const input = { resetId, verdict };
    const lines = await takeAction(
      core,
      given,
      tenant,
      'resets.decide',
      input,
      ({ id, status }) => [`${id} is ${status}`],
      input,
    );
    lines.forEach(processContext.print);
    return 0;
  });

async function tenantOf(core: Core, id: string): Promise<TenantKey> {
  const tenant = await core.operators.reads.tenantOfReset(id);
  if (tenant !== null) return tenant;
  throw new CommandError(`--id: no factor reset ${id} exists; list them with corridor sca list`);
}
