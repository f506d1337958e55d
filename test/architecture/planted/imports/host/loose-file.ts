import type { Configuration } from './settings/configuration.js';

export type Planted = Configuration;
