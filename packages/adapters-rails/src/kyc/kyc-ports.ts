import type { BlobStore, KycProviders, VerificationPorts } from '@corridor/core/ports';
import { contentInspector } from './content-inspector.js';
import { drawInWorker } from './draw-in-worker.js';
import { endingsBefore, manualKyc, sandboxKyc } from '@corridor/core/internal';

/**
 * The verification ports of a host. The connected providers decide; in the sandbox, magic endings of names come first.
 * Without a provider, magic endings decide for all sandbox platforms, and people for all others.
 */
export const kycPorts = (blobs: BlobStore, connected: Partial<KycProviders> = {}): VerificationPorts => ({
  providers: {
    SANDBOX: connected.SANDBOX === undefined ? sandboxKyc() : endingsBefore(connected.SANDBOX),
    PRODUCTION: connected.PRODUCTION ?? manualKyc(),
  },
  blobs,
  inspector: contentInspector(),
  drawer: drawInWorker(),
});
