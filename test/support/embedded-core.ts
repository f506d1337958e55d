import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Core, type CorePorts, createCore, instant } from '@corridor/core';
import type { Clock, Messages, OperatorPorts } from '@corridor/core/ports';
import { createSealer } from '@corridor/adapters-rails/custody';
import { scaPorts, walletPorts } from '@corridor/adapters-rails/identity';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { Storage } from '@corridor/adapters-storage';
import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';

export const SYSTEM_CLOCK: Clock = { now: () => instant(Date.now()) };

interface EmbeddingOptions {
  readonly clock?: Clock;
  /** 32 bytes, the same for all cores on a database. */
  readonly masterKey?: Uint8Array;
  /** Delivers one-time codes. */
  readonly messages?: Messages;
  /** Receives the events; by default no endpoint can be reached. */
  readonly webhooks?: CorePorts['webhooks'];
  /** Lets operators sign in. */
  readonly operators?: OperatorPorts;
  /** Compares parties and payments with lists. */
  readonly screening?: NonNullable<CorePorts['screening']>;
}

const SILENT: Messages = {
  send: () => Promise.resolve({ kind: 'unavailable', reason: 'nothing is sent from here' }),
};

const NO_ENDPOINT: CorePorts['webhooks'] = {
  send: () => Promise.resolve({ kind: 'unreachable', reason: 'nothing is sent from here' }),
};

/** A core on this storage with the sandbox's rails and rates, in this process. */
export function embedCore(storage: Storage, options: EmbeddingOptions = {}): Core {
  const {
    clock = SYSTEM_CLOCK,
    masterKey = randomBytes(32),
    messages = SILENT,
    webhooks = NO_ENDPOINT,
    operators,
    screening,
  } = options;
  const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
  const sealer = createSealer(masterKey);
  return createCore({
    storage,
    clock,
    digest,
    random: { bytes: (length) => randomBytes(length) },
    sealer,
    wallets: walletPorts({ sealer, clock }),
    sca: scaPorts(),
    keyPairs: {
      generateP256: () =>
        generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        }),
    },
    rails: sandboxRails(digest),
    rates: [sandboxRates(clock)],
    accountChecks: null,
    ownershipProofs: null,
    webhooks,
    verification: kycPorts(createDatabaseBlobs(storage.units, clock)),
    messages,
    ...(operators !== undefined && { operators }),
    ...(screening !== undefined && { screening }),
    report: () => undefined,
    options: {
      cursorKey: randomBytes(32),
      publicAuthority: 'localhost:8080',
      hostedPage: 'http://localhost:8080/verify',
      quoteSeconds: 300,
      serviceFees: { variableBps: 50, fixed: new Map() },
      endUserTerms: { version: '1', url: 'http://localhost:8080/terms', earlier: [] },
      strictSandboxAccounts: false,
    },
  });
}
