import type { RailCallback, RailCallbackAnswer, RailEffect } from '../accounts/index.js';
import type { Environment, Result } from '../kernel/index.js';
import type { ScreeningConnection, ScreeningTelling } from '../screening/index.js';
import { callbacksOf, type ConnectionCallbacks } from './callbacks.js';

/** The connections to screening providers (docs/connections/screening.md). */
export interface ScreeningArea extends ConnectionCallbacks {
  readonly connections: readonly ScreeningConnection[];
}

export interface ScreeningAreaPorts {
  readonly connections: readonly ScreeningConnection[];
  readonly hear: (provider: string, environment: Environment, telling: ScreeningTelling) => Promise<Result<RailEffect>>;
}

export const screeningArea = ({ connections, hear }: ScreeningAreaPorts): ScreeningArea => ({
  connections,
  ...callbacksOf(
    connections,
    ({ name, environment, callback }: ScreeningConnection, request: RailCallback): Promise<RailCallbackAnswer> =>
      callback!(request, (telling) => hear(name, environment, telling)),
  ),
});
