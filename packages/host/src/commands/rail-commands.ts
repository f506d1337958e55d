import { toIso } from '@corridor/core';
import type { Rail, RailCapabilities, RailCondition, RailConnection, RailRelease } from '@corridor/core/ports';
import { amountText, houseTenant } from '@corridor/core/internal';
import type { Container } from 'inversify';
import { type Arguments, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { TOKENS } from '../composition/tokens.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { withContainer } from '../serving/host.js';
import { operatorFileOf, takeAction } from './operator.js';
import { heldBy } from '../rails/holdings.js';
import { type AskedCondition, verifiedCondition } from '../rails/rail-conditions.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints the connections of the rails file in its order, and the bundled rails, which come after them. */
export const listRails = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withContainer(configuration, processContext, async (container) => {
    const list = printedList(processContext, given, 'there are no rails');
    for (const { type, connection } of await container.getAsync(TOKENS.Connections)) {
      const { name, environment, rails, claims } = connection;
      list.add(
        { name, type, environment, rails: rails.map(railFields), claims },
        `${name} (${type}, ${environment})`,
        ...rails.map((rail) => `  ${railLine(rail)}`),
        ...claims.map((claim) => `  claims ${shown(claim)}`),
      );
    }
    for (const rail of await container.getAsync(TOKENS.Rails)) {
      const { name, environment } = rail;
      list.add(
        { name, type: 'bundled', environment, rails: [railFields(rail)], claims: [] },
        `${name} (bundled, ${environment})`,
        `  ${railLine(rail)}`,
      );
    }
    return list.end();
  });

const railFields = ({ name, capabilities }: Rail) => ({ name, ...capabilities });

const railLine = ({ name, capabilities }: Rail): string => `${name}: ${capabilitiesText(capabilities)}`;

function capabilitiesText(can: RailCapabilities): string {
  const currencies = short(can.currencies);
  const by = can.paymentRails.length === 0 ? '' : ` by ${short(can.paymentRails)}`;
  const parts = [
    ...(can.push ? [`pays ${currencies} to ${short(can.accountTypes)}${by}`] : []),
    ...(can.pull ? [`collects ${currencies} from ${short(can.pullsFrom)}`] : []),
    ...(can.receive ? [`receives ${currencies}`] : []),
    ...(can.cancellable ? ['can cancel'] : []),
  ];
  return parts.length === 0 ? 'moves no money' : parts.join('; ');
}

const SHOWN = 4;

const short = (names: readonly string[]): string =>
  names.length <= SHOWN + 1 ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;

/** Asks one connection, or all of them. Exit code 1 if one is unreachable or has a problem. */
export const checkRails = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withContainer(configuration, processContext, async (container) => {
    const asked = await connectionsOf(container, given);
    const conditions = await Promise.all(asked.map(verifiedCondition));
    const units = await container.getAsync(TOKENS.Units);
    const holdings = await Promise.all(asked.map((connection) => heldBy(units, connection, processContext)));
    for (const [index, condition] of conditions.entries()) {
      for (const line of conditionLines(asked[index]!, condition)) processContext.print(line);
      for (const line of holdings[index]!.lines) processContext.print(`  ${line}`);
    }
    if (asked.length === 0) processContext.print('no rails are configured');
    const isWell = ({ isReachable, problems }: RailCondition): boolean => isReachable && problems.length === 0;
    return conditions.every(isWell) && holdings.every(({ isEven }) => isEven) ? 0 : 1;
  });

function conditionLines(
  { name }: RailConnection,
  { isReachable, isKnown, lastExchangeAt, backlog, problems }: AskedCondition,
): readonly string[] {
  const never = isKnown ? 'nothing exchanged yet' : 'last exchange unknown';
  const last = lastExchangeAt === null ? never : `last exchange ${toIso(lastExchangeAt)}`;
  return [
    `${name}: ${isReachable ? 'reachable' : 'unreachable'}, ${last}`,
    ...Object.entries(backlog).map(([item, count]) => `  ${count} ${shown(item)}`),
    ...problems.map((problem) => `  problem: ${shown(problem)}`),
  ];
}

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
  for (const { name, releases } of await connectionsOf(container, given)) {
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
  const [connection] = await connectionsOf(container, given);
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
  for (const { name, actions = [] } of await connectionsOf(container, given)) {
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
  const [connection] = await connectionsOf(container, given);
  if (connection?.actions?.some((each) => each.name === action) !== true)
    throw new CommandError(`--action: ${rail} has no action ${action}`);
  const core = await container.getAsync(TOKENS.Core);
  const input = { rail, action, subject };
  const tenant = houseTenant(connection.environment);
  const lines = await takeAction(core, given, tenant, 'rails.act', input, (result) => [shown(result)]);
  lines.forEach(processContext.print);
  return 0;
}

/** The connection that `--rail` names; without it, all of them. */
async function connectionsOf(container: Container, given: Arguments): Promise<readonly RailConnection[]> {
  // The core is created first: it checks the rails of all connections together.
  await container.getAsync(TOKENS.Core);
  const all = (await container.getAsync(TOKENS.Connections)).map(({ connection }) => connection);
  const name = optionOf(given, 'rail');
  if (name === undefined) return all;
  const named = all.filter((connection) => connection.name === name);
  if (named.length === 0) throw new CommandError(`--rail: the rails file has no rail ${name}`);
  return named;
}
