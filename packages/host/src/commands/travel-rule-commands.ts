import { toIso } from '@corridor/core';
import { amountText, MAX_LIMIT } from '@corridor/core/internal';
import type { TravelRuleTransferRecord } from '@corridor/core/records';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, oneOf, optionOf, requireOk } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import { tenantOf } from './account-commands.js';
import { TRAVEL_RULE_STATES } from './travel-rule-states.js';

/** Prints the transfers on chains with a status, newest first. */
export const listTransfers = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(TRAVEL_RULE_STATES, 'status', optionOf(given, 'status') ?? 'ASKED');
    const none = status === 'ASKED' ? 'no transfer waits for an institution' : `no transfer is ${status}`;
    const list = printedList(processContext, given, none);
    const tenant = optionOf(given, 'platform') === undefined ? undefined : await tenantOf(core, given);
    let cursor: string | undefined;
    do {
      const filter = { tenant, status, limit: MAX_LIMIT, cursor };
      const { data, nextCursor } = requireOk(await core.operators.travelRule.list(filter), given);
      for (const transfer of data) list.add(fieldsOf(transfer), lineOf(transfer));
      cursor = nextCursor;
    } while (cursor !== undefined);
    return list.end();
  });

const isoOrNull = (at: TravelRuleTransferRecord['answeredAt']): string | null => (at === null ? null : toIso(at));

function fieldsOf(transfer: TravelRuleTransferRecord) {
  const { id, tenant, status, direction, connection, reference, subject, customerId } = transfer;
  const { hosting, institution, network, currency, amount, isProven, transactionHash, answerReason } = transfer;
  return {
    ...{ id, tenant, status, direction, connection, reference, subject, customerId },
    ...{ hosting, institution, network, currency, amount: String(amount), isProven, transactionHash, answerReason },
    awaitedUntil: isoOrNull(transfer.awaitedUntil),
    answeredAt: isoOrNull(transfer.answeredAt),
    createdAt: toIso(transfer.createdAt),
  };
}

function lineOf(transfer: TravelRuleTransferRecord): string {
  const { id, status, subject, tenant, connection, institution, amount, currency, createdAt, awaitedUntil } = transfer;
  const other = institution === null ? 'self-custody' : shown(institution);
  const until = status === 'ASKED' && awaitedUntil !== null ? `, waits until ${toIso(awaitedUntil)}` : '';
  return `${id} ${status} ${shown(subject)} (${tenant}) ${amountText(amount, currency)} ${other} over ${shown(connection)} since ${toIso(createdAt)}${until}`;
}
