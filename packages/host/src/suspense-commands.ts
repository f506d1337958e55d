import { type Suspended, toIso } from '@corridor/core';
import type { Arguments } from './arguments.js';
import type { Configuration } from './configuration.js';
import { withCore } from './host.js';
import { everyTenant } from './operator.js';
import { shown } from './reconcile.js';
import type { Surroundings } from './surroundings.js';

/** Prints one line per deposit in suspense, oldest first within its platform. */
export const listSuspense = (
  configuration: Configuration,
  _given: Arguments,
  { print, ...surroundings }: Surroundings,
): Promise<number> =>
  withCore(configuration, { print, ...surroundings }, async (core) => {
    let found = 0;
    for (const tenant of await everyTenant(core)) {
      const ctx = core.context(tenant, { kind: 'system' }, 'host');
      const read = await core.units.read(tenant, (reads) => core.transactions.suspense(reads, ctx, undefined));
      if (!read.ok) throw new Error(read.error.message);
      for (const suspended of read.value) {
        print(lineOf(suspended));
        found += 1;
      }
    }
    if (found === 0) print('no deposits in suspense');
    return 0;
  });

function lineOf({ deposit, remitter, valueDate, paymentId }: Suspended): string {
  const { id, status, amount, currency, rail, reference, createdAt, tenant } = deposit;
  const from = [remitter.name ?? 'an unknown remitter', remitter.account ?? 'no account'].map(shown).join(', ');
  const came = `${toIso(createdAt)}${valueDate === null ? '' : `, value ${shown(valueDate)}`}`;
  const named = `reference ${shown(reference)}${paymentId === null ? '' : `, payment ${shown(paymentId)}`}`;
  return `${id} ${status} ${amount} ${currency} by ${rail} from ${from} (${came}; ${named}; ${tenant})`;
}
