import { toIso } from '@corridor/core';
import type { Block } from '@corridor/core/records';
import { tenantOf } from './account-commands.js';
import { type Arguments, oneOf, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { everyTenant } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';

type Command = (configuration: Configuration, given: Arguments, processContext: ProcessContext) => Promise<number>;

const STATUSES = ['BLOCKED', 'ENDED'] as const satisfies readonly Block['status'][];

/** Prints the blocks with their texts, oldest first within a platform. */
export const listBlocks: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(STATUSES, 'status', optionOf(given, 'status') ?? 'BLOCKED');
    const list = printedList(processContext, given, status === 'BLOCKED' ? 'nothing is blocked' : 'no ended blocks');
    const tenants = optionOf(given, 'platform') === undefined ? await everyTenant(core) : [await tenantOf(core, given)];
    for (const tenant of tenants) {
      for (const block of await core.operators.reads.blocks(tenant, status)) {
        const { version: _version, createdAt, updatedAt: _updatedAt, endedAt, ...fields } = block;
        const times = { createdAt: toIso(createdAt), endedAt: endedAt === null ? null : toIso(endedAt) };
        list.add({ ...fields, ...times }, ...linesOf(block));
      }
    }
    return list.end();
  });

function linesOf(block: Block): readonly string[] {
  const { subject, tenant, createdAt, blockedBy, caseReference, reason, notes, tellPlatform, endedAt } = block;
  const knowledge = tellPlatform ? 'the platform knows' : 'silent';
  return [
    `${subject} (${tenant}) since ${toIso(createdAt)} by ${shown(blockedBy)}, ${knowledge}, case ${shown(caseReference)}: ${shown(reason)}`,
    ...(notes === null ? [] : [`  notes: ${shown(notes)}`]),
    ...(endedAt === null ? [] : [`  ended ${toIso(endedAt)} ${endOf(block)}`]),
  ];
}

const endOf = ({ endedBy, endApprovedBy, endReference, endReason }: Block): string =>
  `by ${shown(endedBy ?? '')} with ${shown(endApprovedBy ?? '')}, case ${shown(endReference ?? '')}: ${shown(endReason ?? '')}`;
