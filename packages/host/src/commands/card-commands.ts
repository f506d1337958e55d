import { toIso } from '@corridor/core';
import { amountText } from '@corridor/core/internal';
import type { CardLogEntry } from '@corridor/core/records';
import { tenantOf } from './account-commands.js';
import { type Arguments, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints one line per entry, newest first. */
export async function printCardLog(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const cardId = requiredOptionOf(given, 'card');
  const list = printedList(processContext, given, 'the log is empty');
  await withCore(configuration, processContext, async (core) => {
    const tenant = await tenantOf(core, given);
    const ctx = core.context(tenant, { kind: 'system' }, 'host');
    requireOk(await core.commands.read(tenant, (reads) => core.cards.get(reads, ctx, { id: cardId })), { id: cardId });
    let cursor: string | undefined;
    do {
      const page = await core.commands.read(tenant, (reads) =>
        core.cards.log(reads, ctx, { cardId, limit: 100, cursor }),
      );
      if (!page.ok) throw new Error(page.error.message);
      for (const entry of page.value.data) list.add(fieldsOf(entry), lineOf(entry));
      cursor = page.value.nextCursor;
    } while (cursor !== undefined);
  });
  return list.end();
}

const fieldsOf = ({ id, createdAt, what, reason, amount, currency, merchant, actor, requestId }: CardLogEntry) => ({
  ...{ id, createdAt: toIso(createdAt), what, reason, amount, currency, merchant, actor, requestId },
});

function lineOf(entry: CardLogEntry): string {
  const { createdAt, what, reason, amount, currency, merchant, actor, requestId } = entry;
  const spent = amount === null ? null : amountText(amount, currency!);
  const parts = [toIso(createdAt), what, reason, spent, merchant, `by ${actor}`, `request ${requestId}`];
  return parts.filter((part) => part !== null).join('  ');
}
