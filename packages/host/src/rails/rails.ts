import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import type { Digest, Rail } from '@corridor/core/ports';

/** Time-out of a call to a rail. */
export const RAIL_TIMEOUT_MS = 10_000;

/** The dependencies of the bundled rails. */
export interface BundledRailPorts {
  readonly digest: Digest;
}

/** The list of the bundled rails: hosts, contract tests and RAILS.md use it. Other rails come from the connections file. */
export const bundledRails = ({ digest }: BundledRailPorts): readonly Rail[] => [...sandboxRails(digest)];
