import type { Clock, Instant } from '../kernel/index.js';

/** A cache whose values are at most one second old, counted from the start of the read that fetched them. */
export interface Recent<V> {
  get(key: string): V | null;
  /** `askedAt`: the host's time before the read began, because another host may change the value during the read. */
  put(key: string, value: V, askedAt: Instant): void;
  /**
   * To be called when this host has changed the value. For ten seconds after the call, every read goes to the database.
   */
  forget(key: string): void;
}

const KEPT_MS = 1_000;
/**
 * `forget` is called before the change commits. Until then a read still returns the old value, which must not be kept.
 */
const COMMITTED_WITHIN_MS = 10_000;
const MAX_KEYS = 10_000;

export function createRecent<V>(clock: Clock): Recent<V> {
  const kept = new Map<string, { readonly value: V; readonly askedAt: Instant }>();
  const changedAt = new Map<string, Instant>();

  const isChanging = (key: string): boolean => {
    const at = changedAt.get(key);
    if (at === undefined) return false;
    // Absolute, because otherwise a host clock that was set back would keep the key uncached for that long.
    if (Math.abs(clock.now() - at) <= COMMITTED_WITHIN_MS) return true;
    changedAt.delete(key);
    return false;
  };

  return {
    get(key) {
      const entry = kept.get(key);
      if (entry === undefined) return null;
      const age = clock.now() - entry.askedAt;
      // Negative if the host's clock was set back: the age of the value is unknown then.
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
      // Deleted first, so that the key moves to the end and the map stays ordered by time.
      changedAt.delete(key);
      changedAt.set(key, clock.now());
      for (const oldest of changedAt.keys()) if (isChanging(oldest)) break;
    },
  };
}
