import { expect, test } from 'vitest';
import { instant, isId, timeOfId } from '../kernel/index.js';
import { digest } from '../testing/ports.js';
import { derivedId } from './derived-id.js';

test('a derived id is the same on every host, and says the host time of its record or none', () => {
  const at = instant(1_800_000_000_000);
  for (let n = 0; n < 64; n++) {
    const [timed, untimed] = [derivedId(digest, 'Webhook', `${n}`, at), derivedId(digest, 'Terms', `${n}`)];
    expect(timed).toBe(derivedId(digest, 'Webhook', `${n}`, at));
    expect([isId('Webhook', timed), isId('Terms', untimed)]).toEqual([true, true]);
    expect([timeOfId(timed), timeOfId(untimed)]).toEqual([at, null]);
  }
  expect(derivedId(digest, 'Webhook', 'a', at)).not.toBe(derivedId(digest, 'Webhook', 'b', at));
});
