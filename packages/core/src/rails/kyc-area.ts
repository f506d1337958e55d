import type { RailCallback, RailCallbackAnswer, RailEffect } from '../accounts/index.js';
import type { Environment, Result } from '../kernel/index.js';
import type { KycConnection, KycTelling } from '../verification/index.js';
import { callbacksOf, type ConnectionCallbacks } from './callbacks.js';

/** The connections to KYC providers (docs/connections/kyc.md). */
export interface KycArea extends ConnectionCallbacks {
  readonly connections: readonly KycConnection[];
}

export interface KycAreaPorts {
  readonly connections: readonly KycConnection[];
  readonly hear: (provider: string, environment: Environment, telling: KycTelling) => Promise<Result<RailEffect>>;
}

export const kycArea = ({ connections, hear }: KycAreaPorts): KycArea => ({
  connections,
  ...callbacksOf(
    connections,
    ({ name, environment, callback }: KycConnection, request: RailCallback): Promise<RailCallbackAnswer> =>
      callback!(request, (telling) => hear(name, environment, telling)),
  ),
});
