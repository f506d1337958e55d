import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { err, instant, ok, type Result } from '../kernel/index.js';
import { digest, fixedClock } from '../testing/ports.js';
import { NO_UMA } from './no-uma.js';
import { createPeers } from './peers.js';
import type { VaspSignature } from './ports.js';

function world() {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const fetched: string[] = [];
  const state = { keys: 'first', expiresIn: null as number | null, down: false };
  const protocol = {
    ...NO_UMA.protocol,
    async fetchKeys(
      domain: string,
    ): Promise<Result<{ document: string; expiresAt: ReturnType<typeof instant> | null }>> {
      fetched.push(domain);
      if (state.down) return err('COUNTERPARTY_PUBKEY_FETCH_ERROR');
      const expiresAt = state.expiresIn === null ? null : instant(clock.now() + state.expiresIn * 1000);
      return ok({ document: state.keys, expiresAt });
    },
  };
  const host = () => createPeers({ units, clock, digest, protocol });
  const message = (nonce: string, by: { at?: number; keys?: string; vasp?: string } = {}): VaspSignature => ({
    vasp: by.vasp ?? 'bank.example',
    nonce,
    timestamp: Math.floor(clock.now() / 1000) + (by.at ?? 0),
    isSignedBy: async (keys) => keys === (by.keys ?? state.keys),
  });
  return { clock, fetched, state, host, message };
}

const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

describe('a message of another institution', () => {
  it('is accepted once over all hosts of the database, also after a restart', async () => {
    const { host, message } = world();
    const sent = message('1');
    expect(codeOf(await host().verify(sent))).toBe('ok');
    expect(codeOf(await host().verify(sent))).toBe('INVALID_NONCE');
  });

  it('may reuse a nonce of another second or of another institution', async () => {
    const { host, message } = world();
    const peers = host();
    for (const each of [message('1'), message('1', { at: 1 }), message('1', { vasp: 'other.example' })]) {
      expect(codeOf(await peers.verify(each))).toBe('ok');
    }
  });

  it('is refused unless its timestamp is within fifteen minutes', async () => {
    const { host, message } = world();
    const peers = host();
    const codes = await Promise.all(
      [-901, -900, 900, 901, Number.NaN].map(async (at, nonce) =>
        codeOf(await peers.verify(message(`${nonce}`, { at }))),
      ),
    );
    expect(codes).toEqual(['INVALID_TIMESTAMP', 'ok', 'ok', 'INVALID_TIMESTAMP', 'INVALID_TIMESTAMP']);
  });

  it('without a valid signature uses up no nonce', async () => {
    const { host, message } = world();
    expect(codeOf(await host().verify(message('1', { keys: 'others' })))).toBe('INVALID_SIGNATURE');
    expect(codeOf(await host().verify(message('1')))).toBe('ok');
  });

  it('leaves a nonce that is deleted once its time is out of the window', async () => {
    const { clock, host, message } = world();
    await host().verify(message('1'));
    expect(await host().forgetNonces(null)).toBe(0);
    clock.advance(901);
    expect(await host().forgetNonces(null)).toBe(1);
  });
});

describe('the keys of another institution', () => {
  it('are fetched once while they are fresh, and kept in the database', async () => {
    const { clock, fetched, host, message } = world();
    await host().verify(message('1'));
    await host().verify(message('2'));
    expect(fetched.length).toBe(1);
    clock.advance(3_601);
    await host().verify(message('3'));
    expect(fetched.length).toBe(2);
  });

  it('are fetched again when the institution lets them expire', async () => {
    const { clock, fetched, host, message, state } = world();
    state.expiresIn = 60;
    await host().verify(message('1'));
    clock.advance(61);
    await host().verify(message('2'));
    expect(fetched.length).toBe(2);
  });

  it('are fetched again before a message is refused, in case they were replaced early', async () => {
    const { fetched, host, message, state } = world();
    await host().verify(message('1'));
    state.keys = 'second';
    expect(codeOf(await host().verify(message('2')))).toBe('ok');
    expect(fetched.length).toBe(2);
  });

  it('are the reason of the refusal if they cannot be fetched', async () => {
    const { host, message, state } = world();
    state.down = true;
    expect(codeOf(await host().verify(message('1')))).toBe('COUNTERPARTY_PUBKEY_FETCH_ERROR');
  });
});
