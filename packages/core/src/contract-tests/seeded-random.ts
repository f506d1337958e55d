import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Random } from '../kernel/index.js';

/**
 * Random bytes that are the same on every run: digests of a seed and a counter. For tests only: with the seed, every
 * id and every secret can be computed.
 *
 * @example
 * ```ts
 * import { seededRandom } from '@corridor/core/testing';
 *
 * const [first, second] = [seededRandom('my test'), seededRandom('my test')];
 * first.bytes(16).join() === second.bytes(16).join(); // true
 * ```
 */
export function seededRandom(seed = 'corridor'): Random {
  let counter = 0;
  return {
    bytes(length) {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 32) {
        bytes.set(sha256(utf8ToBytes(`${seed}/${counter++}`)).subarray(0, Math.min(32, length - at)), at);
      }
      return bytes;
    },
  };
}
