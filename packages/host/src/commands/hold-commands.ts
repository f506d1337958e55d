import { toIso } from '@corridor/core';
import type { Erasure, LegalHold } from '@corridor/core/records';
import { tenantOf } from './account-commands.js';
import { type Arguments, oneOf, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { everyTenant } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';

type Command = (configuration: Configuration, given: Arguments, processContext: ProcessContext) => Promise<number>;

const STATUSES = ['HELD', 'RELEASED'] as const satisfies readonly LegalHold['status'][];

/** Prints the legal holds with their texts, oldest first within a platform. */
export const listHolds: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(STATUSES, 'status', optionOf(given, 'status') ?? 'HELD');
    const list = printedList(processContext, given, status === 'HELD' ? 'no legal holds' : 'no released legal holds');
    const tenants = optionOf(given, 'platform') === undefined ? await everyTenant(core) : [await tenantOf(core, given)];
    for (const tenant of tenants) {
      for (const hold of await core.operators.reads.legalHolds(tenant, status)) {
        const { version: _version, createdAt, updatedAt: _updatedAt, releasedAt, ...fields } = hold;
        const times = { createdAt: toIso(createdAt), releasedAt: releasedAt === null ? null : toIso(releasedAt) };
        list.add({ ...fields, ...times }, ...linesOf(hold));
      }
    }
    return list.end();
  });

function linesOf(hold: LegalHold): readonly string[] {
  const { id, customerId, tenant, createdAt, heldBy, caseReference, reason, releasedAt } = hold;
  return [
    `${id} of ${customerId} (${tenant}) since ${toIso(createdAt)} by ${shown(heldBy)}, case ${shown(caseReference)}: ${shown(reason)}`,
    ...(releasedAt === null ? [] : [`  released ${toIso(releasedAt)} ${releaseOf(hold)}`]),
  ];
}

const releaseOf = ({ releasedBy, releaseApprovedBy, releaseReason, releaseReference }: LegalHold): string =>
  `by ${shown(releasedBy ?? '')} with ${shown(releaseApprovedBy ?? '')}, case ${shown(releaseReference ?? '')}: ${shown(releaseReason ?? '')}`;

const STEPS = ['ERASING', 'ERASED'] as const satisfies readonly Erasure['status'][];

/** Prints the erasures of customers, oldest first within a platform. */
export const listErasures: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(STEPS, 'status', optionOf(given, 'status') ?? 'ERASING');
    const list = printedList(processContext, given, `no customer is ${status}`);
    const tenants = optionOf(given, 'platform') === undefined ? await everyTenant(core) : [await tenantOf(core, given)];
    for (const tenant of tenants) {
      for (const erasure of await core.operators.reads.erasures(tenant, status)) {
        const {
          version: _version,
          createdAt,
          updatedAt: _updatedAt,
          completedAt,
          cursor: _cursor,
          ...fields
        } = erasure;
        const times = { createdAt: toIso(createdAt), completedAt: completedAt === null ? null : toIso(completedAt) };
        const waits = await core.operators.reads.erasureWaits(tenant, erasure);
        const waitsFor = waits.map(({ until, ...wait }) => ({ ...wait, until: until === null ? null : toIso(until) }));
        list.add({ ...fields, ...times, waitsFor }, erasureLine(erasure), ...waits.map(waitLine));
      }
    }
    return list.end();
  });

const waitLine = ({ message }: { readonly message: string }): string => `  waits: ${message}`;

function erasureLine({ id, customerId, tenant, createdAt, requestedBy, approvedBy, place, counts }: Erasure): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const at = place === null ? '' : `, now at ${place}`;
  return `${id} of ${customerId} (${tenant}) since ${toIso(createdAt)} by ${shown(requestedBy)} with ${shown(approvedBy)}: ${total} records${at}`;
}
