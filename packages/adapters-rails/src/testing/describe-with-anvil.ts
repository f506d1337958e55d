import { describe } from 'vitest';
import { whyNoAnvil } from './evm-node.js';

/** A `describe` for tests that start Anvil. Where no Anvil exists, they are skipped, and their name says why. */
export function describeWithAnvil(name: string, tests: () => void): void {
  if (whyNoAnvil === null) describe(name, tests);
  else describe.skip(`${name} (skipped: ${whyNoAnvil})`, tests);
}
