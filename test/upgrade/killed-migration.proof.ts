import { KILLS_OF_LARGE_TABLES, killedMigrations } from './killed-migration.js';

killedMigrations({ payments: 6_000, kills: KILLS_OF_LARGE_TABLES, runMs: 600_000 });
