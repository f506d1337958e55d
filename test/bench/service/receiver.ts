import { type Child, startChild } from '../child.js';
import type { Receive } from '../processes/receiver.js';
import type { Scope } from '../scratch.js';

export type Receiver = Child<Receive, number>;

/** Starts a process that receives webhooks. */
export const startReceiver = (scope: Scope): Receiver =>
  scope.use(startChild<Receive, number>(new URL('../processes/receiver.js', import.meta.url)));
