import type { Digest, Rail } from '@corridor/core';
import { sandboxRails } from '../sandbox/index.js';

/** Every rail of this package: RAILS.md and the contract tests are about these. A host composes a list of its own. */
export const allRails = (digest: Digest): readonly Rail[] => [...sandboxRails(digest)];
