import { createRequire } from 'node:module';
import { optionalPackage } from '@corridor/core/internal';
import type Database from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** Loaded with the first database, so that users of other storages do not have to install it. */
export const driver = (): typeof Database =>
  optionalPackage('better-sqlite3@12.11.1', () => require('better-sqlite3') as typeof Database);
