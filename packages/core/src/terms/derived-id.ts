import type { Digest, Id, IdType } from '../kernel/index.js';

/** The id of a record of which a text names the only one, so that two hosts that add it give it the same id. */
export function derivedId<T extends IdType>(digest: Digest, type: T, text: string): Id<T> {
  const hex = digest.sha256(text);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `${type}:${parts.join('-')}` as Id<T>;
}
