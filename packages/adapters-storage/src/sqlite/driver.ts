import { createRequire } from 'node:module';
import { optionalPackage } from '@corridor/core/internal';
import type Database from 'better-sqlite3';

/** Major version 13 of the driver is built for this Node-API: an older Node ends without a message if it loads it. */
const NODE_API_OF_13 = 10;

/** An installation on Node 20 that needs 13 for other versions of Node has 12 beside it, under this name. */
const ALIAS = 'better-sqlite3-12';

/** The driver is installed, but this Node cannot load its version. */
export class UnusableDriverError extends Error {
  override readonly name = 'UnusableDriverError';
}

/**
 * Loads the newest installed driver that a Node with this Node-API can load. It reads the version from `package.json`
 * first, because an attempt to load 13 would end an older Node.
 */
export function loadDriver(require: NodeJS.Require, nodeApi: number): typeof Database {
  if (nodeApi >= NODE_API_OF_13) {
    return optionalPackage('better-sqlite3@13.2.0', () => require('better-sqlite3') as typeof Database);
  }
  const version = versionOf(require, 'better-sqlite3');
  if (version !== null && Number(version.split('.')[0]) >= 13) {
    if (versionOf(require, ALIAS) !== null) return require(ALIAS) as typeof Database;
    throw new UnusableDriverError(
      `better-sqlite3 ${version} needs Node 22.14 or later, and this is Node ${process.versions.node}; run: npm install ${ALIAS}@npm:better-sqlite3@12.11.1`,
    );
  }
  return optionalPackage('better-sqlite3@12.11.1', () => require('better-sqlite3') as typeof Database);
}

function versionOf(require: NodeJS.Require, name: string): string | null {
  try {
    return (require(`${name}/package.json`) as { readonly version: string }).version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Loaded with the first database, so that users of other storages do not have to install it. */
export const driver = (): typeof Database =>
  loadDriver(createRequire(import.meta.url), Number(process.versions['napi']));
