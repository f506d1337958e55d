import { Bug } from '../kernel/index.js';
import { type Core, type CorePorts, createCore, DEFAULT_OPTIONS } from '../service/index.js';
import { manualKyc, sandboxBankRail, sandboxKyc, sandboxRates } from '../sandbox-ports/index.js';
import { fixedClock } from './fixed-clock.js';
import { seededRandom } from './seeded-random.js';
import { documentTypes, memoryBlobs, nobleKeyPairs, openSealer, sha256Digest } from './stand-ins.js';

/** A storage, and the ports that differ from those of the sandbox. */
export type SandboxPorts = Pick<CorePorts, 'storage'> & Partial<CorePorts>;

/**
 * A core for tests and first steps. It needs a storage; every other port has a stand-in that a caller can replace:
 *
 * - The clock moves only on request, and random values are the same in every run. A database that is kept
 *   between runs needs a `clock` and a `random` of its own, because ids would repeat.
 * - Banks and mobile wallets are those of the sandbox (docs/sandbox.md), at its rates and with its decisions on
 *   customers. Wallets on chains need `rails` of `@corridor/adapters-rails/sandbox`.
 * - Webhooks and messages are accepted and dropped. Sealed values are not secret, and documents are kept in memory.
 * - Embedded wallets and strong customer authentication need `wallets` and `sca`, cards `cardIssuers`.
 *
 * It serves the sandbox only: no rail and no source of rates is of production.
 *
 * @example
 * ```ts
 * import { createMemoryStorage } from '@corridor/adapters-storage/memory';
 * import { createSandboxCore, fixedClock } from '@corridor/core/testing';
 *
 * const core = createSandboxCore({ storage: createMemoryStorage(), clock: fixedClock() });
 * await core.work.refreshRates(); // needed once before the first quote
 * (await core.ledger.audit()).findings; // []
 * ```
 */
export function createSandboxCore({ storage, ...given }: SandboxPorts): Core {
  const clock = given.clock ?? fixedClock();
  const random = given.random ?? seededRandom();
  return createCore({
    storage,
    clock,
    random,
    digest: sha256Digest,
    sealer: openSealer,
    keyPairs: nobleKeyPairs(random),
    rails: [sandboxBankRail()],
    rates: [sandboxRates(clock)],
    accountChecks: null,
    ownershipProofs: null,
    webhooks: { send: async () => ({ kind: 'answered', status: 200, body: '' }) },
    wallets: {
      signer: missing('wallets'),
      identityTokens: missing('wallets'),
      passkeys: missing('wallets'),
    },
    sca: { totp: missing('sca'), liveness: missing('sca') },
    verification: {
      providers: { SANDBOX: sandboxKyc(), PRODUCTION: manualKyc() },
      blobs: memoryBlobs(),
      inspector: documentTypes,
    },
    messages: { send: async () => ({ kind: 'accepted' }) },
    report: () => undefined,
    options: { ...DEFAULT_OPTIONS, cursorKey: random.bytes(32), publicAuthority: 'localhost:8080' },
    ...given,
  });
}

/** An adapter whose calls say which port the caller has to pass. */
const missing = <T extends object>(port: 'wallets' | 'sca'): T =>
  new Proxy({} as T, {
    get: () => () => {
      throw new Bug(`createSandboxCore has no port "${port}"; pass it, as docs/embedding.md shows`);
    },
  });
