import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { type Environment, err, instant, ok, type Result } from '../kernel/index.js';
import { codeOf } from '../testing/play-core.js';
import { digest, fixedClock } from '../testing/ports.js';
import { NO_UMA } from './no-uma.js';
import { createPeers } from './peers.js';
import type { VaspSignature } from './ports.js';

function world(own: Readonly<Partial<Record<Environment, Readonly<Record<string, string>>>>> = {}) {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const fetched: string[] = [];
  const state = { keys: 'first', expiresIn: null as number | null, down: false, hung: Promise.resolve() };
  const protocol = {
    ...NO_UMA.protocol,
    async fetchKeys(
      domain: string,
    ): Promise<Result<{ document: string; expiresAt: ReturnType<typeof instant> | null }>> {
      fetched.push(domain);
      await state.hung;
      if (state.down) return err('COUNTERPARTY_PUBKEY_FETCH_ERROR');
      const expiresAt = state.expiresIn === null ? null : instant(clock.now() + state.expiresIn * 1000);
      return ok({ document: state.keys, expiresAt });
    },
  };
  const ownKeys = async (environment: Environment, domain: string) => own[environment]?.[domain] ?? null;
  const host = () => createPeers({ units, clock, digest, protocol, ownKeys });
  const message = (nonce: string, by: { at?: number; keys?: string; vasp?: string } = {}): VaspSignature => ({
    vasp: by.vasp ?? 'bank.example',
    nonce,
    timestamp: Math.floor(clock.now() / 1000) + (by.at ?? 0),
    isSignedBy: async (keys) => keys === (by.keys ?? state.keys),
  });
  return { clock, fetched, state, host, message };
}

describe('a message of another institution', () => {
  it('is accepted once over all hosts of the database, also after a restart', async () => {
    const { host, message } = world();
    const sent = message('1');
    expect(codeOf(await host().verify('SANDBOX', sent))).toBe('ok');
    expect(codeOf(await host().verify('SANDBOX', sent))).toBe('INVALID_NONCE');
  });

  it('may reuse a nonce of another second or of another institution', async () => {
    const { host, message } = world();
    const peers = host();
    for (const each of [message('1'), message('1', { at: 1 }), message('1', { vasp: 'other.example' })]) {
      expect(codeOf(await peers.verify('SANDBOX', each))).toBe('ok');
    }
  });

  it('is refused unless its timestamp is within fifteen minutes', async () => {
    const { host, message } = world();
    const peers = host();
    const codes = await Promise.all(
      [-901, -900, 900, 901, Number.NaN].map(async (at, nonce) =>
        codeOf(await peers.verify('SANDBOX', message(`${nonce}`, { at }))),
      ),
    );
    expect(codes).toEqual(['INVALID_TIMESTAMP', 'ok', 'ok', 'INVALID_TIMESTAMP', 'INVALID_TIMESTAMP']);
  });

  it('is refused unless its nonce has 1 to 128 characters', async () => {
    const { host, message } = world();
    const codes = await Promise.all(
      ['', 'x', 'x'.repeat(128), 'x'.repeat(129)].map(async (nonce) =>
        codeOf(await host().verify('SANDBOX', message(nonce))),
      ),
    );
    expect(codes).toEqual(['INVALID_NONCE', 'ok', 'ok', 'INVALID_NONCE']);
  });

  it('without a valid signature uses up no nonce', async () => {
    const { host, message } = world();
    expect(codeOf(await host().verify('SANDBOX', message('1', { keys: 'others' })))).toBe('INVALID_SIGNATURE');
    expect(codeOf(await host().verify('SANDBOX', message('1')))).toBe('ok');
  });

  it('leaves a nonce that is deleted once its time is out of the window', async () => {
    const { clock, host, message } = world();
    await host().verify('SANDBOX', message('1'));
    expect(await host().forgetNonces(null)).toBe(0);
    clock.advance(901);
    expect(await host().forgetNonces(null)).toBe(1);
  });
});

describe('the keys of another institution', () => {
  it('are fetched once for messages that arrive together', async () => {
    const { fetched, host, message } = world();
    const peers = host();
    const codes = await Promise.all(['1', '2', '3'].map((nonce) => peers.verify('SANDBOX', message(nonce))));
    expect(codes.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
    expect(fetched).toEqual(['bank.example']);
  });

  it('are fetched for 32 senders at once, and for others later', async () => {
    const { fetched, host, message } = world();
    const peers = host();
    const all = Array.from({ length: 40 }, (_, index) => message('1', { vasp: `bank${index}.example` }));
    const codes = (await Promise.all(all.map((each) => peers.verify('SANDBOX', each)))).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(32);
    expect(codes.filter((code) => code === 'SERVICE_UNAVAILABLE')).toHaveLength(8);
    expect(fetched).toHaveLength(32);
    expect(codeOf(await peers.verify('SANDBOX', all[39]!))).toBe('ok');
  });

  it('are fetched again for a known institution while strangers name hosts that do not answer', async () => {
    const { clock, fetched, host, message, state } = world();
    const peers = host();
    expect(codeOf(await peers.verify('SANDBOX', message('1')))).toBe('ok');
    clock.advance(3600);
    let answer = (): void => undefined;
    state.hung = new Promise((resolve) => (answer = resolve));
    const strangers = Array.from({ length: 40 }, (_, index) => message('1', { vasp: `bank${index}.example` }));
    const waiting = strangers.map((each) => peers.verify('SANDBOX', each));
    const known = peers.verify('SANDBOX', message('2'));
    await expect.poll(() => fetched.length).toBe(34);
    answer();
    expect(codeOf(await known)).toBe('ok');
    expect((await Promise.all(waiting)).filter(({ ok: isOk }) => isOk)).toHaveLength(32);
  });

  it('are fetched once while they are fresh, and kept in the database', async () => {
    const { clock, fetched, host, message } = world();
    await host().verify('SANDBOX', message('1'));
    await host().verify('SANDBOX', message('2'));
    expect(fetched.length).toBe(1);
    clock.advance(3_601);
    await host().verify('SANDBOX', message('3'));
    expect(fetched.length).toBe(2);
  });

  it('are asked for once an hour, or as often as the institution lets them expire', async () => {
    const { clock, fetched, host, state } = world();
    const keys = async () => {
      const found = await host().keys('SANDBOX', 'bank.example');
      return [found.ok && found.value, fetched.length];
    };
    expect(await keys()).toEqual(['first', 1]);
    clock.advance(3_599);
    state.keys = 'second';
    expect(await keys()).toEqual(['first', 1]);
    clock.advance(1);
    state.expiresIn = 60;
    expect(await keys()).toEqual(['second', 2]);
    clock.advance(59);
    expect(await keys()).toEqual(['second', 2]);
    clock.advance(1);
    state.expiresIn = 7_200;
    expect(await keys()).toEqual(['second', 3]);
    clock.advance(3_599);
    expect(await keys()).toEqual(['second', 3]);
    clock.advance(1);
    expect(await keys()).toEqual(['second', 4]);
    state.down = true;
    clock.advance(3_600);
    expect(codeOf(await host().keys('SANDBOX', 'bank.example'))).toBe('COUNTERPARTY_PUBKEY_FETCH_ERROR');
  });

  it('are kept if two hosts fetch them at once', async () => {
    const { host } = world();
    const both = await Promise.all([host().keys('SANDBOX', 'bank.example'), host().keys('SANDBOX', 'bank.example')]);
    expect(both.map(codeOf)).toEqual(['ok', 'ok']);
  });

  it('are fetched again when the institution lets them expire', async () => {
    const { clock, fetched, host, message, state } = world();
    state.expiresIn = 60;
    await host().verify('SANDBOX', message('1'));
    clock.advance(61);
    await host().verify('SANDBOX', message('2'));
    expect(fetched.length).toBe(2);
  });

  it('are fetched again before a message is refused, in case they were replaced early', async () => {
    const { fetched, host, message, state } = world();
    await host().verify('SANDBOX', message('1'));
    state.keys = 'second';
    expect(codeOf(await host().verify('SANDBOX', message('2')))).toBe('ok');
    expect(fetched.length).toBe(2);
  });

  it('are the reason of the refusal if they cannot be fetched', async () => {
    const { host, message, state } = world();
    state.down = true;
    expect(codeOf(await host().verify('SANDBOX', message('1')))).toBe('COUNTERPARTY_PUBKEY_FETCH_ERROR');
  });

  it('are never fetched for a domain of this host, whose keys sign in its environment alone', async () => {
    const { fetched, host, message } = world({ SANDBOX: { 'own.example': 'own' } });
    const signed = (nonce: string, keys: string) => message(nonce, { vasp: 'own.example', keys });
    expect(await host().keys('SANDBOX', 'own.example')).toEqual({ ok: true, value: 'own' });
    expect(codeOf(await host().verify('SANDBOX', signed('1', 'own')))).toBe('ok');
    expect(codeOf(await host().verify('SANDBOX', signed('1', 'own')))).toBe('INVALID_NONCE');
    expect(codeOf(await host().verify('SANDBOX', signed('2', 'first')))).toBe('INVALID_SIGNATURE');
    expect(fetched).toEqual([]);
    expect(codeOf(await host().verify('PRODUCTION', signed('2', 'own')))).toBe('INVALID_SIGNATURE');
    expect(codeOf(await host().verify('PRODUCTION', signed('2', 'first')))).toBe('ok');
    expect(new Set(fetched)).toEqual(new Set(['own.example']));
  });
});
