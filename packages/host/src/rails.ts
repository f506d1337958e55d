import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { Digest, Rail } from '@corridor/core/ports';

/** What the bundled rails need from outside. */
export interface BundledRailPorts {
  readonly digest: Digest;
}

/** The one list of rails: the host serves with them, the contract tests run over them, and RAILS.md describes them. */
export const bundledRails = ({ digest }: BundledRailPorts): readonly Rail[] => [...sandboxRails(digest)];
