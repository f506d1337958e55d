import type { UnitOfWork } from '@corridor/core/ports';
import type { Container } from 'inversify';
import { TOKENS } from '../composition/tokens.js';
import { ConfigurationError } from '../kernel/errors.js';
import { verifiedCondition } from '../rails/rail-conditions.js';
import { calledBy } from '../files/connections-file.js';
import { heldBy } from '../rails/holdings.js';
import type { ConfiguredConnection } from '../rails/rail-connections.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { type Finding, ok, problem } from './finding.js';

/** Asks every connection of the connections file, and compares what it holds with the ledger. Moves no money. */
export async function examineConnections(
  container: Container,
  processContext: ProcessContext,
): Promise<readonly Finding[]> {
  try {
    // The core is created first: it checks the rails of all connections together.
    await container.getAsync(TOKENS.Core);
    const units = await container.getAsync(TOKENS.Units);
    const connections = await container.getAsync(TOKENS.Connections);
    const asked = await Promise.all(connections.map((connection) => examineOne(connection, units, processContext)));
    return connections.some(({ section }) => section === 'rails')
      ? asked.flat()
      : [ok('rails', 'only the bundled ones'), ...asked.flat()];
  } catch (cause) {
    return [wrongEntry('rails', cause)];
  }
}

async function examineOne(
  { section, connection }: ConfiguredConnection,
  units: UnitOfWork,
  processContext: ProcessContext,
): Promise<readonly Finding[]> {
  const about = calledBy(section, connection.name);
  const check = `run \`corridor connections check ${connection.name}\``;
  try {
    const { isReachable, problems } = await verifiedCondition(connection);
    if (!isReachable) {
      const remedy = `look at its entry in CORRIDOR_CONNECTIONS_FILE, at the network and at the other side; then ${check}`;
      return [problem(about, ['unreachable', ...problems.map(shown)].join('; '), remedy)];
    }
    const { lines, isEven } = await heldBy(units, connection, processContext);
    const wrong = [
      ...problems.map((each) => problem(about, shown(each), check)),
      ...(isEven ? [] : [problem(about, lines.join('; '), `run \`corridor reconcile --rail ${connection.name}\``)]),
    ];
    return wrong.length === 0 ? [ok(about, 'reachable')] : wrong;
  } catch (cause) {
    return [wrongEntry(about, cause)];
  }
}

function wrongEntry(about: string, cause: unknown): Finding {
  if (!(cause instanceof ConfigurationError)) throw cause;
  return problem(about, cause.message, 'correct the connections file; a host does not start with it');
}
