import { join } from 'node:path';
import type { Digest, StablecoinIssuers } from '@corridor/core/ports';
import type { RailGuard } from '../registry/guard-rail.js';
import { guardIssuer } from './guard-issuer.js';
import { folderBook } from './issuer-book.js';
import { sandboxIssuer } from './sandbox-issuer.js';

export { guardIssuer } from './guard-issuer.js';
export { joinIssuers, withConnections } from './join-issuers.js';
export { folderBook, type Issued, type IssuerBook, memoryBook } from './issuer-book.js';
export { sandboxIssuer, type SandboxIssuerPorts } from './sandbox-issuer.js';

export interface IssuerOptions {
  readonly digest: Digest;
  /** The data folder of the host, in which the sandbox's issuer records what it minted and burned. */
  readonly directory: string;
  readonly guard: RailGuard;
}

/** The bundled issuers: one for sandbox platforms. Others come from the file of issuers. */
export const stablecoinIssuers = ({ digest, directory, guard }: IssuerOptions): StablecoinIssuers => ({
  SANDBOX: [guardIssuer(sandboxIssuer({ digest, book: folderBook(join(directory, 'sandbox-issuer')) }), guard)],
  PRODUCTION: [],
});
