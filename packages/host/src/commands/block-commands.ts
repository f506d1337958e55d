import { type Core, type TenantKey, toIso } from '@corridor/core';
import type { Block } from '@corridor/core/records';
import { tenantOf } from './account-commands.js';
import { type Arguments, flagOf, oneOf, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { everyTenant, takeAction } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';

type Command = (configuration: Configuration, given: Arguments, processContext: ProcessContext) => Promise<number>;

const textsOf = (given: Arguments) => ({
  reason: requiredOptionOf(given, 'reason'),
  caseReference: requiredOptionOf(given, 'case'),
});

const blockOf = (given: Arguments) => ({
  ...textsOf(given),
  notes: optionOf(given, 'notes'),
  tellPlatform: flagOf(given, 'silent') !== true,
});

const withId = <T extends object>(given: Arguments, texts: T) => ({ id: requiredOptionOf(given, 'id'), ...texts });

/** A command that carries out an action in the tenant of `--platform`, and prints what it did. */
const command =
  (act: (core: Core, given: Arguments, tenant: TenantKey) => Promise<readonly string[]>): Command =>
  async (configuration, given, processContext) => {
    const lines = await withCore(configuration, processContext, async (core) =>
      act(core, given, await tenantOf(core, given)),
    );
    lines.forEach(processContext.print);
    return 0;
  };

const isBlocked = ({ id }: { readonly id: string }): readonly string[] => [`${id} is blocked`];
const isFree = ({ id }: { readonly id: string }): readonly string[] => [
  `${id} is not blocked any more`,
  'the block released nothing: decide what it held one by one, with corridor exceptions list and suspense list',
];

export const blockCustomer = command((core, given, tenant) =>
  takeAction(core, given, tenant, 'customers.block', withId(given, blockOf(given)), isBlocked),
);

export const unblockCustomer = command((core, given, tenant) =>
  takeAction(core, given, tenant, 'customers.unblock', withId(given, textsOf(given)), isFree),
);

export const blockPayee = command((core, given, tenant) =>
  takeAction(core, given, tenant, 'external-accounts.block', withId(given, blockOf(given)), isBlocked),
);

export const unblockPayee = command((core, given, tenant) =>
  takeAction(core, given, tenant, 'external-accounts.unblock', withId(given, textsOf(given)), isFree),
);

export const blockPlatform = command((core, given, tenant) =>
  takeAction(core, given, tenant, 'platforms.block', blockOf(given), isBlocked),
);

export const unblockPlatform = command((core, given, tenant) =>
  takeAction(core, given, tenant, 'platforms.unblock', textsOf(given), isFree),
);

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
  const told = tellPlatform ? 'the platform knows' : 'silent';
  return [
    `${subject} (${tenant}) since ${toIso(createdAt)} by ${shown(blockedBy)}, ${told}, case ${shown(caseReference)}: ${shown(reason)}`,
    ...(notes === null ? [] : [`  notes: ${shown(notes)}`]),
    ...(endedAt === null ? [] : [`  ended ${toIso(endedAt)} ${endOf(block)}`]),
  ];
}

const endOf = ({ endedBy, endApprovedBy, endReference, endReason }: Block): string =>
  `by ${shown(endedBy ?? '')} with ${shown(endApprovedBy ?? '')}, case ${shown(endReference ?? '')}: ${shown(endReason ?? '')}`;
