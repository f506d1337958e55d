import type { BlobStore, VerificationPorts } from '@corridor/core/ports';
import { contentInspector } from './content-inspector.js';
import { manualKyc } from './manual-provider.js';
import { sandboxKyc } from './sandbox-provider.js';

/** Verification as a host has it: sandbox platforms are decided by endings, all others by people. */
export const kycPorts = (blobs: BlobStore): VerificationPorts => ({
  providers: { SANDBOX: sandboxKyc(), PRODUCTION: manualKyc() },
  blobs,
  inspector: contentInspector(),
});
