import type { One } from './circle-one.js';

export interface Two {
  readonly one: One;
}
