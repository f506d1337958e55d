import { randomInt } from 'node:crypto';
import type { Clock, OutboundHttp, RateTableSource, UmaPorts, UmaProvider } from '@corridor/core/ports';
import { lazyProtocol } from './lazy-protocol.js';
import { simulatedLightning } from './lightning.js';
import { lightningSettlement } from './lightning-settlement.js';
import { withSandboxCounterparty } from './sandbox-counterparty.js';

export { chainSettlements } from './chain-settlements.js';
export { lazyProtocol } from './lazy-protocol.js';
export { type LightningOptions, type Script, simulatedLightning, type SimulatedLightning } from './lightning.js';
export { DEFAULT_PROVIDERS, readProviders } from './providers.js';
export { SANDBOX_DOMAIN, withSandboxCounterparty } from './sandbox-counterparty.js';

export interface UmaOptions {
  /** The guarded HTTP client, because counterparties choose the addresses that are called. */
  readonly http: OutboundHttp;
  readonly clock: Clock;
  /** The folder of the simulated Lightning network. */
  readonly lightningDirectory: string;
  /** The rates by which the sandbox's own institution converts. */
  readonly rates: RateTableSource;
  readonly providers: readonly UmaProvider[];
}

const NONCES = 2 ** 32;

/** UMA with the real protocol, settled over a simulated Lightning network, see docs/rails.md#uma. */
export function umaPorts({ http, clock, lightningDirectory, rates, providers }: UmaOptions): UmaPorts {
  const lightning = simulatedLightning({ directory: lightningDirectory, clock });
  const protocol = withSandboxCounterparty({
    protocol: lazyProtocol(http),
    lightning,
    rates,
    clock,
    nonce: () => String(randomInt(NONCES)),
  });
  return { protocol, settlement: lightningSettlement(lightning), providers };
}
