import { type Suspended, toIso } from '@corridor/core';
import type { Arguments } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { everyTenant } from './operator.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { amountText } from '@corridor/core/internal';

/** Prints one line per deposit in suspense, oldest first within its platform. */
export const listSuspense = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const list = printedList(processContext, given, 'no deposits in suspense');
    for (const tenant of await everyTenant(core)) {
      const ctx = core.context(tenant, { kind: 'system' }, 'host');
      const read = await core.commands.read(tenant, (reads) => core.transactions.suspense(reads, ctx, undefined));
      if (!read.ok) throw new Error(read.error.message);
      for (const suspended of read.value) {
        list.add(fieldsOf(suspended), lineOf(suspended));
      }
    }
    return list.end();
  });

function fieldsOf({ deposit, remitter, valueDate, paymentId }: Suspended) {
  const { id, status, amount, currency, rail, reference, createdAt, tenant } = deposit;
  const { name, account } = remitter;
  const payment = { reference, paymentId, valueDate, remitter: { name: name ?? null, account: account ?? null } };
  return { id, status, amount, currency, rail, ...payment, createdAt: toIso(createdAt), tenant };
}

function lineOf({ deposit, remitter, valueDate, paymentId }: Suspended): string {
  const { id, status, amount, currency, rail, reference, createdAt, tenant } = deposit;
  const from = [remitter.name ?? 'an unknown remitter', remitter.account ?? 'no account'].map(shown).join(', ');
  const came = `${toIso(createdAt)}${valueDate === null ? '' : `, value ${shown(valueDate)}`}`;
  const named = `reference ${shown(reference)}${paymentId === null ? '' : `, payment ${shown(paymentId)}`}`;
  return `${id} ${status} ${amountText(amount, currency)} by ${rail} from ${from} (${came}; ${named}; ${tenant})`;
}
