import type { Clock, Instant } from '../kernel/index.js';

/** Values that were read a moment ago: none is older than a second, whenever its read came to an end. */
export interface Recent<V> {
  get(key: string): V | null;
  /** `askedAt`: the host's time before the read began. From then on the value may have changed elsewhere. */
  put(key: string, value: V, askedAt: Instant): void;
  /** Called where this host changes the value: for a while it is read anew every time. */
  forget(key: string): void;
}

const KEPT_MS = 1_000;
/** The change commits some time after `forget`; what was read before that must not be kept. */
const COMMITTED_WITHIN_MS = 10_000;
const MAX_KEYS = 10_000;

export function createRecent<V>(clock: Clock): Recent<V> {
  const kept = new Map<string, { readonly value: V; readonly askedAt: Instant }>();
  const changedAt = new Map<string, Instant>();

  const isChanging = (key: string): boolean => {
    const at = changedAt.get(key);
    if (at === undefined) return false;
    // A clock that was set back does not make the change last.
    if (Math.abs(clock.now() - at) <= COMMITTED_WITHIN_MS) return true;
    changedAt.delete(key);
    return false;
  };

  return {
    get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return null;
      const age = clock.now() - entry.askedAt;
      // Below zero where the host's clock was set back: nobody knows then how old the value is.
      if (age >= 0 && age < KEPT_MS) return entry.value;
      kept.delete(key);
      return null;
    },
    put(key, value, askedAt) {
      if (isChanging(key)) return;
      if (kept.size >= MAX_KEYS) kept.clear();
      kept.set(key, { value, askedAt });
    },
    forget(key) {
      kept.delete(key);
      // Behind those that changed before it, so that the oldest stand first.
      changedAt.delete(key);
      changedAt.set(key, clock.now());
      for (const oldest of changedAt.keys()) if (isChanging(oldest)) break;
    },
  };
}
