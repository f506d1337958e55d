import { toIso } from '@corridor/core';
import type { Rail, RailCapabilities, RailCondition, RailConnection } from '@corridor/core/ports';
import type { Container } from 'inversify';
import { type Arguments, optionOf } from '../terminal/arguments.js';
import { TOKENS } from '../composition/tokens.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { withContainer } from '../serving/host.js';
import { heldBy } from '../rails/holdings.js';
import { type AskedCondition, verifiedCondition } from '../rails/rail-conditions.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints the connections of the connections file in its order, and the bundled rails, which come after them. */
export const listConnections = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withContainer(configuration, processContext, async (container) => {
    const list = printedList(processContext, given, 'there are no connections');
    for (const { section, type, connection } of await container.getAsync(TOKENS.Connections)) {
      const { name, environment, rails, claims } = connection;
      list.add(
        { name, section, type, environment, rails: rails.map(railFields), claims },
        `${name} (${section} ${type}, ${environment})`,
        ...rails.map((rail) => `  ${railLine(rail)}`),
        ...claims.map((claim) => `  claims ${shown(claim)}`),
      );
    }
    for (const rail of await container.getAsync(TOKENS.Rails)) {
      const { name, environment } = rail;
      list.add(
        { name, section: 'rails', type: 'bundled', environment, rails: [railFields(rail)], claims: [] },
        `${name} (rails bundled, ${environment})`,
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
export const checkConnections = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withContainer(configuration, processContext, async (container) => {
    const asked = await connectionsOf(container, given, 'connection');
    const conditions = await Promise.all(asked.map(verifiedCondition));
    const units = await container.getAsync(TOKENS.Units);
    const holdings = await Promise.all(asked.map((connection) => heldBy(units, connection, processContext)));
    for (const [index, condition] of conditions.entries()) {
      for (const line of conditionLines(asked[index]!, condition)) processContext.print(line);
      for (const line of holdings[index]!.lines) processContext.print(`  ${line}`);
    }
    if (asked.length === 0) processContext.print('no connections are configured');
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

/** The connection that an option names; without it, all of them. */
export async function connectionsOf(
  container: Container,
  given: Arguments,
  named: 'connection' | 'rail',
): Promise<readonly RailConnection[]> {
  // The core is created first: it checks the rails of all connections together.
  await container.getAsync(TOKENS.Core);
  const all = (await container.getAsync(TOKENS.Connections)).map(({ connection }) => connection);
  const name = optionOf(given, named);
  if (name === undefined) return all;
  const found = all.filter((connection) => connection.name === name);
  if (found.length === 0) throw new CommandError(`--${named}: the connections file has no connection ${name}`);
  return found;
}
