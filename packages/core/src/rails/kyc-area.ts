import type { RailCallback, RailCallbackAnswer, RailEffect } from '../accounts/index.js';
import type { Environment, Result } from '../kernel/index.js';
import type { KycConnection, KycTelling } from '../verification/index.js';
import { callbacksOf, type ConnectionCallbacks } from './callbacks.js';
import type { FetchDocument } from './fetch-document.js';

/** The connections to KYC providers (docs/connections/kyc.md). */
export interface KycArea extends ConnectionCallbacks {
  readonly connections: readonly KycConnection[];
  /** The content at a one-time address of a connection; null if there is none. */
  readonly document: FetchDocument;
}

export interface KycAreaPorts {
  readonly connections: readonly KycConnection[];
  readonly document: FetchDocument;
  readonly hear: (provider: string, environment: Environment, telling: KycTelling) => Promise<Result<RailEffect>>;
}

export const kycArea = ({ connections, document, hear }: KycAreaPorts): KycArea => ({
  connections,
  document,
  ...callbacksOf(
    connections,
    ({ name, environment, callback }: KycConnection, request: RailCallback): Promise<RailCallbackAnswer> =>
      callback!(request, (telling) => hear(name, environment, telling)),
  ),
});
