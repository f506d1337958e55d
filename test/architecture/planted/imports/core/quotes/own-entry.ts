import type { Core } from '../index.js';

export type Planted = Core;
