import { SCA_RESETS } from '@corridor/core/records';
import type { Arguments } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

const PAGE = 100;

/** Prints the factor resets whose liveness check awaits a verdict, oldest first. */
export const listResets = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const query = { where: { status: 'PENDING_REVIEW' }, order: 'asc', limit: PAGE, counted: false } as const;
    const list = printedList(processContext, given, 'no resets await a verdict');
    for (const platform of await core.platforms.listTenants()) {
      const { rows } = await core.units.read(platform.id, (reads) => reads.list(SCA_RESETS, query));
      for (const { id, factor, customerId } of rows) {
        const { platformId, name, environment } = platform;
        list.add(
          { id, platformId, platform: name, environment, factor, customerId },
          `${id} ${name} ${environment}: ${factor} of ${customerId}`,
        );
      }
    }
    return list.end();
  });
