import { KILLS_OF_SMALL_TABLES, killedMigrations } from './killed-migration.js';

killedMigrations({ payments: 200, kills: KILLS_OF_SMALL_TABLES, runMs: 60_000 });
