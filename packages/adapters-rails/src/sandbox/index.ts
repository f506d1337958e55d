import type { Digest, Rail } from '@corridor/core/ports';
import { sandboxBankRail } from '@corridor/core/internal';
import { sandboxCryptoRail } from './crypto-rail.js';

/**
 * The rails of the sandbox: they move no money and serve no other environment.
 *
 * @example
 * ```ts
 * import { nodeCrypto } from '@corridor/adapters-rails/custody';
 * import { sandboxRails } from '@corridor/adapters-rails/sandbox';
 *
 * sandboxRails(nodeCrypto.digest).map(({ name }) => name); // ['sandbox-bank', 'sandbox-crypto']
 * ```
 */
export const sandboxRails = (digest: Digest): readonly Rail[] => [sandboxBankRail(), sandboxCryptoRail(digest)];
