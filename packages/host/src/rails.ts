import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { Digest, Rail } from '@corridor/core/ports';

/** The dependencies of the bundled rails. */
export interface BundledRailPorts {
  readonly digest: Digest;
}

/** The only list of rails: hosts, contract tests and RAILS.md use it. */
export const bundledRails = ({ digest }: BundledRailPorts): readonly Rail[] => [...sandboxRails(digest)];
