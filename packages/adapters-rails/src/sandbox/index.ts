import type { Digest, Rail } from '@corridor/core/ports';
import { sandboxBankRail } from './bank-rail.js';
import { sandboxCryptoRail } from './crypto-rail.js';

/** The rails of the sandbox: they move no money and serve no other environment. */
export const sandboxRails = (digest: Digest): readonly Rail[] => [sandboxBankRail(), sandboxCryptoRail(digest)];
