import { createRequire } from 'node:module';
import { optionalPackage } from '@corridor/core/internal';
import type pg from 'pg';

const require = createRequire(import.meta.url);

/** Required with the first pool: those who have another storage do not install it. */
export const driver = (): typeof pg => optionalPackage('pg@8.23.1', () => require('pg') as typeof pg);
