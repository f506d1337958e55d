import { tenantOf } from './account-commands.js';
import { type Arguments, flagOf, optionOf, requiredOptionOf } from './arguments.js';
import type { Configuration } from './configuration.js';
import { withCore } from './host.js';
import { takeAction } from './operator.js';
import type { Surroundings } from './surroundings.js';

const named = (given: Arguments) => ({
  id: requiredOptionOf(given, 'id'),
  reason: requiredOptionOf(given, 'reason'),
  caseReference: requiredOptionOf(given, 'case'),
});

export async function blockCustomer(
  configuration: Configuration,
  given: Arguments,
  surroundings: Surroundings,
): Promise<number> {
  const input = {
    ...named(given),
    notes: optionOf(given, 'notes'),
    tellPlatform: flagOf(given, 'silent') !== true,
  };
  const lines = await withCore(configuration, surroundings, async (core) =>
    takeAction(core, given, await tenantOf(core, given), 'customers.block', input, ({ id }) => [`${id} is blocked`]),
  );
  lines.forEach(surroundings.print);
  return 0;
}

export async function unblockCustomer(
  configuration: Configuration,
  given: Arguments,
  surroundings: Surroundings,
): Promise<number> {
  const input = named(given);
  const lines = await withCore(configuration, surroundings, async (core) =>
    takeAction(core, given, await tenantOf(core, given), 'customers.unblock', input, ({ id }) => [
      `${id} is not blocked any more`,
    ]),
  );
  lines.forEach(surroundings.print);
  return 0;
}
