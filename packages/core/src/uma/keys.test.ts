import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { type Instant, plusSeconds, readAll } from '../kernel/index.js';
import { fixedClock, reversingSealer } from '../testing/ports.js';
import { createKeys } from './keys.js';
import { NO_UMA } from './no-uma.js';
import type { UmaProtocol } from './ports.js';
import { UMA_KEYS } from './records.js';

const DOMAIN = 'pay.example';
const HOUR = 3_600;
const DAY = 24 * HOUR;

function world() {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const made: Parameters<UmaProtocol['makeKeys']>[0][] = [];
  const protocol: UmaProtocol = {
    ...NO_UMA.protocol,
    async makeKeys(of) {
      const number = made.push(of);
      return {
        signingCertificates: `signing certificates ${number}`,
        signingKey: `signing key ${number}`,
        encryptionCertificates: `encryption certificates ${number}`,
        encryptionKey: `encryption key ${number}`,
      };
    },
    keysDocument: async ({ signingCertificates, encryptionCertificates }, expiresAt) =>
      [signingCertificates, encryptionCertificates, expiresAt].join(', '),
  };
  const keys = createKeys({ units, clock, sealer: reversingSealer, protocol });
  const stored = () => units.read(null, (reads) => readAll(reads, UMA_KEYS));
  const at = (seconds: number): Instant => plusSeconds(clock.now(), seconds);
  return { clock, made, keys, stored, at };
}

describe('the first keys of a domain', () => {
  it('are valid for a year, from five minutes ago for clocks that are behind, and stored sealed in their places', async () => {
    const { keys, made, stored, at } = world();
    expect(await keys.signer(DOMAIN)).toEqual({ domain: DOMAIN, signingKey: 'signing key 1' });
    expect(made).toEqual([{ domain: DOMAIN, from: at(-300), until: at(365 * DAY) }]);
    const id = `${DOMAIN}/1`;
    expect(await stored()).toEqual([
      expect.objectContaining({
        id,
        domain: DOMAIN,
        activeFrom: at(0),
        expiresAt: at(365 * DAY),
        signingCertificates: 'signing certificates 1',
        sealedSigningKey: reversingSealer.seal('signing key 1', {
          table: 'uma_keys',
          row: id,
          column: 'sealedSigningKey',
        }),
        encryptionCertificates: 'encryption certificates 1',
        sealedEncryptionKey: reversingSealer.seal('encryption key 1', {
          table: 'uma_keys',
          row: id,
          column: 'sealedEncryptionKey',
        }),
      }),
    ]);
  });

  it('are published for an hour', async () => {
    const { keys, at } = world();
    expect(await keys.document(DOMAIN)).toBe(
      ['signing certificates 1', 'encryption certificates 1', at(HOUR)].join(', '),
    );
  });

  it('belong to one domain', async () => {
    const { keys, stored } = world();
    await keys.signer(DOMAIN);
    expect(await keys.signer('other.example')).toEqual({ domain: 'other.example', signingKey: 'signing key 2' });
    expect((await stored()).map(({ id }) => id).toSorted()).toEqual(['other.example/1', `${DOMAIN}/1`]);
  });
});

describe('the next keys of a domain', () => {
  it('sign from the second at which the last copy of the former document expires', async () => {
    const { clock, keys, made, at } = world();
    await keys.signer(DOMAIN);
    const from = await keys.rotate(DOMAIN);
    expect(from).toBe(at(HOUR));
    expect(made[1]).toEqual({ domain: DOMAIN, from: at(-300), until: at(HOUR + 365 * DAY) });
    clock.advance(HOUR - 1);
    expect((await keys.signer(DOMAIN)).signingKey).toBe('signing key 1');
    expect(await keys.document(DOMAIN)).toBe(['signing certificates 1', 'encryption certificates 1', from].join(', '));
    clock.advance(1);
    expect((await keys.signer(DOMAIN)).signingKey).toBe('signing key 2');
    expect(await keys.document(DOMAIN)).toBe(
      ['signing certificates 2', 'encryption certificates 2', at(HOUR)].join(', '),
    );
  });

  it('are made once, however often they are asked for before they are used', async () => {
    const { clock, keys, made } = world();
    const from = await keys.rotate(DOMAIN);
    clock.advance(HOUR - 1);
    expect(await keys.rotate(DOMAIN)).toBe(from);
    expect(made).toHaveLength(2);
    clock.advance(1);
    expect(await keys.rotate(DOMAIN)).toBe(from + HOUR * 1000);
    expect(made).toHaveLength(3);
  });

  it('are made thirty days before the certificates expire, and not earlier', async () => {
    const { clock, keys, made } = world();
    await keys.signer(DOMAIN);
    clock.advance(335 * DAY - 1);
    await keys.signer(DOMAIN);
    expect(made).toHaveLength(1);
    clock.advance(1);
    expect((await keys.signer(DOMAIN)).signingKey).toBe('signing key 1');
    expect(made).toHaveLength(2);
    await keys.signer(DOMAIN);
    expect(made).toHaveLength(2);
  });
});

describe('the keys that decrypt', () => {
  it('are the current one, then the next, and the former one for a day', async () => {
    const { clock, keys } = world();
    const numbers = async () => (await keys.decryptionKeys(DOMAIN)).map((key) => key.replace('encryption key ', ''));
    expect(await numbers()).toEqual(['1']);
    await keys.rotate(DOMAIN);
    expect(await numbers()).toEqual(['1', '2']);
    clock.advance(HOUR);
    expect(await numbers()).toEqual(['2', '1']);
    clock.advance(DAY - 1);
    expect(await numbers()).toEqual(['2', '1']);
    clock.advance(1);
    expect(await numbers()).toEqual(['2']);
  });

  it('are none of an earlier pair', async () => {
    const { clock, keys } = world();
    for (let pair = 0; pair < 2; pair++) {
      await keys.rotate(DOMAIN);
      clock.advance(2 * DAY);
    }
    expect(await keys.decryptionKeys(DOMAIN)).toEqual(['encryption key 3']);
  });
});
