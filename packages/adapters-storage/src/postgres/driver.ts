import { createRequire } from 'node:module';
import { optionalPackage } from '@corridor/core/internal';
import type pg from 'pg';

const require = createRequire(import.meta.url);

/** Loaded with the first pool, so that users of other storages do not have to install it. */
export const driver = (): typeof pg => optionalPackage('pg@8.23.1', () => require('pg') as typeof pg);
