import { toIso } from '@corridor/core';
import type { RailRelease } from '@corridor/core/ports';
import { amountText, houseTenant } from '@corridor/core/internal';
import type { Container } from 'inversify';
import { type Arguments, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { TOKENS } from '../composition/tokens.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { withContainer } from '../serving/host.js';
import { operatorFileOf, takeAction } from './operator.js';
import { connectionsOf } from './connection-commands.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints what waits for the release by a person; with an id, releases it. */
export const releaseRails = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => {
  const id = optionOf(given, 'id');
  if (id === undefined && (given['digest'] ?? given['operator']) !== undefined) throw new UsageError('--id is missing');
  return withContainer(configuration, processContext, (container) =>
    id === undefined
      ? printReleases(container, given, processContext)
      : releaseOne(container, given, processContext, id),
  );
};

async function printReleases(container: Container, given: Arguments, processContext: ProcessContext): Promise<number> {
  const list = printedList(processContext, given, 'nothing waits for a release');
  for (const { name, releases } of await connectionsOf(container, given, 'rail')) {
    for (const release of (await releases?.list()) ?? []) {
      const { id, preparedAt, payments, totals, digest, reason } = release;
      list.add(
        { rail: name, id, preparedAt: toIso(preparedAt), payments, totals, digest, reason },
        releaseLine(name, release),
      );
    }
  }
  return list.end();
}

function releaseLine(rail: string, { id, preparedAt, payments, totals, digest, reason }: RailRelease): string {
  const sums = Object.entries(totals).map(([currency, total]) => amountText(total, currency));
  const content = `${payments} payments, ${sums.join(', ')}`;
  return `${rail} ${shown(id)} of ${toIso(preparedAt)}: ${content} (${shown(reason)}), digest ${digest}`;
}

async function releaseOne(container: Container, given: Arguments, processContext: ProcessContext, id: string) {
  const rail = requiredOptionOf(given, 'rail');
  const digest = requiredOptionOf(given, 'digest');
  operatorFileOf(given);
  const [connection] = await connectionsOf(container, given, 'rail');
  if (!connection?.releases) throw new CommandError(`--rail: ${rail} releases by itself`);
  const core = await container.getAsync(TOKENS.Core);
  const input = { rail, id, digest };
  const tenant = houseTenant(connection.environment);
  const lines = await takeAction(core, given, tenant, 'rails.release', input, () => [`${rail} ${id} is released`]);
  lines.forEach(processContext.print);
  return 0;
}

/** Prints what an operator can decide about the connections; with an action, decides it. */
export const actOnRail = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => {
  const action = optionOf(given, 'action');
  if (action === undefined && (given['subject'] ?? given['operator']) !== undefined)
    throw new UsageError('--action is missing');
  return withContainer(configuration, processContext, (container) =>
    action === undefined
      ? printActions(container, given, processContext)
      : act(container, given, processContext, action),
  );
};

async function printActions(container: Container, given: Arguments, processContext: ProcessContext): Promise<number> {
  const list = printedList(processContext, given, 'there is nothing to decide about a connection');
  for (const { name, actions = [] } of await connectionsOf(container, given, 'rail')) {
    for (const action of actions) {
      const { name: named, description, subject } = action;
      list.add(
        { rail: name, action: named, description, subject },
        `${name} ${named}: ${description}; --subject is the ${subject}`,
      );
    }
  }
  return list.end();
}

async function act(container: Container, given: Arguments, processContext: ProcessContext, action: string) {
  const rail = requiredOptionOf(given, 'rail');
  const subject = requiredOptionOf(given, 'subject');
  operatorFileOf(given);
  const [connection] = await connectionsOf(container, given, 'rail');
  if (connection?.actions?.some((each) => each.name === action) !== true)
    throw new CommandError(`--action: ${rail} has no action ${action}`);
  const core = await container.getAsync(TOKENS.Core);
  const input = { rail, action, subject };
  const tenant = houseTenant(connection.environment);
  const lines = await takeAction(core, given, tenant, 'rails.act', input, (result) => [shown(result)]);
  lines.forEach(processContext.print);
  return 0;
}
