import type { Rail, RailConnection, RailTelling, TellCore } from '../accounts/index.js';
import type { JobHandler } from '../events/index.js';
import { type Environment, err, type Result } from '../kernel/index.js';
import type { HearTravelRule } from '../travel-rule/index.js';
import { callbacksOf, type ConnectionCallbacks } from './callbacks.js';
import { type RailTaskPorts, runTask, startTasks } from './rail-tasks.js';
import type { Told } from './rail-tells-ports.js';

export interface RailsPorts extends Omit<RailTaskPorts, 'tellerOf'> {
  readonly all: readonly Rail[];
  readonly railTells: (environment: Environment, telling: RailTelling) => Promise<Result<Told>>;
  readonly hearTravelRule: HearTravelRule;
}

/** The connections to banks and providers (docs/rails/write-a-rail.md). */
export interface RailsArea extends ConnectionCallbacks {
  readonly connections: readonly RailConnection[];
  /** Every rail, in the order of precedence: those of connections, then those without one. */
  readonly all: readonly Rail[];
  /** Schedules the tasks of all connections. Call it once when a host starts; tasks that are scheduled stay. */
  readonly start: () => Promise<Result<void>>;
}

export function railsArea(ports: RailsPorts): {
  readonly useCases: RailsArea;
  readonly handlers: { readonly 'rail.task': JobHandler };
} {
  const { connections, railTells } = ports;
  /** A connection speaks for its own rails only. */
  const tellerOf =
    ({ environment, rails }: RailConnection): TellCore =>
    async (message) => {
      if (rails.every(({ name }) => name !== message.rail))
        return err('FORBIDDEN', `${message.rail} is not a rail of this connection`);
      const answer = await railTells(environment, message);
      return answer.ok ? { ok: true, value: { effect: answer.value.effect, subject: answer.value.subject } } : answer;
    };
  const tasks = { ...ports, tellerOf };
  return {
    useCases: {
      connections,
      all: ports.all,
      start: startTasks(tasks),
      ...callbacksOf(connections, (connection, callback) =>
        connection.callback!(callback, tellerOf(connection), (telling) => ports.hearTravelRule(connection, telling)),
      ),
    },
    handlers: { 'rail.task': runTask(tasks) },
  };
}
