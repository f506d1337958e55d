export type { Options } from './corridor.js';
