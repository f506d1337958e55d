import type { Arguments } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { everyRow } from './operator.js';
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
