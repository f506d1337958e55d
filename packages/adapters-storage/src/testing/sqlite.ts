import type BetterSqlite3 from 'better-sqlite3';
import { driver } from '../sqlite/driver.js';

/** A database file that a test opens itself, with the driver that this Node can load. */
export const Database: typeof BetterSqlite3 = driver();
export type Database = BetterSqlite3.Database;
