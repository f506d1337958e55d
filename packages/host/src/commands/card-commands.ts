import { toIso } from '@corridor/core';
import { amountText } from '@corridor/core/internal';
import { CARD_DISPUTE, type CardDispute, type CardDisputeStatus, type CardLogEntry } from '@corridor/core/records';
import { tenantOf } from './account-commands.js';
import { type Arguments, oneOf, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
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

/** Prints one line per dispute, newest first. */
export async function printDisputes(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const status = statusOf(optionOf(given, 'status'));
  const list = printedList(processContext, given, 'there are no disputes');
  await withCore(configuration, processContext, async (core) => {
    const tenant = await tenantOf(core, given);
    const ctx = core.context(tenant, { kind: 'system' }, 'host');
    let cursor: string | undefined;
    do {
      const page = await core.commands.read(tenant, (reads) =>
        core.cards.disputes.list(reads, ctx, { status, limit: 100, cursor }),
      );
      if (!page.ok) throw new Error(page.error.message);
      for (const dispute of page.value.data) list.add(fieldsOfDispute(dispute), lineOfDispute(dispute));
      cursor = page.value.nextCursor;
    } while (cursor !== undefined);
  });
  return list.end();
}

const STATES: readonly CardDisputeStatus[] = [...new Set(CARD_DISPUTE.transitions.map(({ to }) => to))];

const statusOf = (named: string | undefined): CardDisputeStatus | undefined =>
  named === undefined ? undefined : oneOf(STATES, 'status', named);

const timeOf = (at: CardDispute['dueAt']): string | null => (at === null ? null : toIso(at));

function fieldsOfDispute(dispute: CardDispute) {
  const { id, createdAt, transactionId, status, reason, amount, currency, received, provisional, paid } = dispute;
  const { writtenOff, fees, networkCaseId, networkReason, dueAt, endedAt } = dispute;
  return {
    ...{
      id,
      createdAt: toIso(createdAt),
      transactionId,
      status,
      reason,
      amount,
      currency,
      received,
      provisional,
      paid,
    },
    ...{ writtenOff, fees, networkCaseId, networkReason, dueAt: timeOf(dueAt), endedAt: timeOf(endedAt) },
  };
}

function lineOfDispute({
  id,
  createdAt,
  transactionId,
  status,
  reason,
  currency,
  dueAt,
  ...sums
}: CardDispute): string {
  const text = (amount: bigint): string => amountText(amount, currency);
  const parts = [
    ...[toIso(createdAt), id, status, reason, text(sums.amount), `of ${transactionId}`],
    sums.received === 0n ? null : `received ${text(sums.received)}`,
    sums.provisional === 0n ? null : `provisional ${text(sums.provisional)}`,
    dueAt === null ? null : `due ${toIso(dueAt)}`,
  ];
  return parts.filter((part) => part !== null).join('  ');
}
