import type { BlobStore, VerificationPorts } from '@corridor/core/ports';
import { contentInspector } from './content-inspector.js';
import { drawInWorker } from './draw-in-worker.js';
import { manualKyc, sandboxKyc } from '@corridor/core/internal';

/** The verification ports of a host: magic endings decide for sandbox platforms, people for all others. */
export const kycPorts = (blobs: BlobStore): VerificationPorts => ({
  providers: { SANDBOX: sandboxKyc(), PRODUCTION: manualKyc() },
  blobs,
  inspector: contentInspector(),
  drawer: drawInWorker(),
});
