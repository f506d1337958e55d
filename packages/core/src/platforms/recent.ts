import type { Clock, Instant } from '../kernel/index.js';

/** Values that were read a moment ago. */
export interface Recent<V> {
  get(key: string): V | null;
  put(key: string, value: V): void;
  /** Called where this host changes the value: for a while it is read anew every time. */
  forget(key: string): void;
}

const KEPT_MS = 1_000;
/** The change commits some time after `forget`; what was read before that must not be kept. */
const COMMITTED_WITHIN_MS = 10_000;
const MAX_KEYS = 10_000;

export function createRecent<V>(clock: Clock): Recent<V> {
  const kept = new Map<string, { readonly value: V; readonly readAt: Instant }>();
  const changedAt = new Map<string, Instant>();

  /** A clock that has gone back does not make what was read any newer. */
  const since = (at: Instant): number => Math.abs(clock.now() - at);

  const isChanging = (key: string): boolean => {
    const at = changedAt.get(key);
    if (at === undefined) return false;
    if (since(at) <= COMMITTED_WITHIN_MS) return true;
    changedAt.delete(key);
    return false;
  };

  return {
    get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return null;
      if (since(entry.readAt) < KEPT_MS) return entry.value;
      kept.delete(key);
      return null;
    },
    put(key, value) {
      if (isChanging(key)) return;
      if (kept.size >= MAX_KEYS) kept.clear();
      kept.set(key, { value, readAt: clock.now() });
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
