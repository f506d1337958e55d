import type { Two } from './circle-two.js';

export interface One {
  readonly two: Two;
}
