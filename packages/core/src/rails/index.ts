export * from './area.js';
export * from './rail-record.js';
export * from './rail-store.js';
export * from './rail-tells.js';
export type { RailTellsPorts, Told } from './rail-tells-ports.js';
