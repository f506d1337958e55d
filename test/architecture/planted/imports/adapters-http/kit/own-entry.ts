import type { App } from '../index.js';

export type Planted = App;
