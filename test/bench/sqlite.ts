import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type BetterSqlite3 from 'better-sqlite3';

/** Programs of the benchmark run without a transformation of sources, so the choice of the driver comes from the build. */
const storage = dirname(createRequire(import.meta.url).resolve('@corridor/adapters-storage/package.json'));
const { driver } = (await import(pathToFileURL(join(storage, 'dist/sqlite/driver.js')).href)) as {
  driver(): typeof BetterSqlite3;
};

/** The driver that this Node can load. */
export const Database: typeof BetterSqlite3 = driver();
