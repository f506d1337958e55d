import type { PlayCore } from '../play-core.js';

/** A message about money, told after the scene was set, and perhaps after one of its parties was blocked. */
export interface Scene {
  readonly play: PlayCore;
  readonly customerId: string;
  /** The external account of the payment; null if it has none. */
  readonly payee: string | null;
  /** What rails and issuers were asked to pay, to collect, or to send back. */
  readonly asked: readonly string[];
  /** Tells the message. Returns the answer, which can be a refusal. */
  tell(): Promise<unknown>;
}

export type OpenScene = () => Promise<Scene>;
