import { createRequire } from 'node:module';
import { optionalPackage } from '@corridor/core/internal';
import type Database from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** Required with the first database: those who have another storage do not install it. */
export const driver = (): typeof Database =>
  optionalPackage('better-sqlite3@12.11.1', () => require('better-sqlite3') as typeof Database);
