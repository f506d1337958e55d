import type { SqliteOptions } from '../sqlite/index.js';

export type Options = SqliteOptions;
