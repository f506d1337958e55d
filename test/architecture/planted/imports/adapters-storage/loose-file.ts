import { tableOf } from './schema/tables.js';

export const loose = tableOf;
