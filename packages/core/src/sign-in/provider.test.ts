import { beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '../kernel/index.js';
import { OPERATORS } from '../operators/index.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { CLIENT, playOperators, ROOT } from '../testing/play-operators.js';
import { nameFrom } from './names.js';
import type { GroupAccess, ProviderAnswer, ProviderPerson, ProviderSignIn } from './ports.js';
import { operatorIdOf } from './provider-account.js';

type Play = Awaited<ReturnType<typeof playOperators>>;

let play: Play;
let person: ProviderPerson;
let answers: ProviderAnswer[];
let asked: string[];
const groups = new Map<string, GroupAccess>();
const provider: ProviderSignIn = {
  label: 'Acme ID',
  awaySeconds: 900,
  groups,
  provider: {
    issuer: 'https://id.example',
    begin: async ({ state }) => `https://id.example/authorize?state=${state}`,
    finish: async (query, { state }) =>
      query === `state=${state}` ? { kind: 'person', person } : { kind: 'refused', reason: 'another state' },
    async confirm(token) {
      asked.push(token);
      return answers.shift() ?? { kind: 'person', person };
    },
  },
};

beforeEach(async () => {
  play = await playOperators(provider);
  person = { subject: 'ada', name: 'Ada', groups: ['admins'], refreshToken: 'first' };
  [answers, asked] = [[], []];
  groups.clear();
  groups.set('admins', { role: 'ADMIN', platforms: null });
});

async function signIn() {
  const begun = valueOf(await play.operators.beginProviderSignIn(null, CLIENT));
  const query = new URL(begun.address).search.slice(1);
  return valueOf(await play.operators.finishProviderSignIn(query, begun.browser, CLIENT));
}
const ask = ({ text }: { readonly text: string }) => play.operators.signedIn(text, 'CONSOLE');

describe('the operator of a person', () => {
  test('has an id that follows from issuer and subject alone', async () => {
    const digest = { sha256: (data: string | Uint8Array) => Buffer.from(String(data)).toString('hex').padEnd(64, '0') };
    const id = operatorIdOf(digest as never, 'https://id.example', 'ada');
    expect(operatorIdOf(digest as never, 'https://id.example', 'ada')).toBe(id);
    const first = await signIn();
    person = { ...person, name: 'Another Name' };
    expect((await signIn()).operator).toEqual(first.operator);
  });

  test.each(['the same person', 'a person of the same name'])(
    'is made once if %s signs in in the same moment',
    async (who) => {
      const first = await signIn();
      if (who !== 'the same person') person = { ...person, subject: 'another ada' };
      // A unit that begins before the other one has committed finds no operator.
      let early = 1;
      const { units } = play.storage;
      const racing: typeof units = {
        ...units,
        run: (tenant, work, traffic) =>
          units.run(
            tenant,
            (tx) => {
              const absent = async () => null;
              const isFirst = early > 0;
              return work({
                ...tx,
                get: (kind, id) => {
                  if (!isFirst || kind.name !== OPERATORS.name) return tx.get(kind, id);
                  early = 0;
                  return absent();
                },
                find: (kind, key, values) =>
                  isFirst && kind.name === OPERATORS.name ? absent() : tx.find(kind, key, values),
              });
            },
            traffic,
          ),
      };
      const other = await playOperators(provider, { clock: play.clock, storage: { ...play.storage, units: racing } });
      const begun = valueOf(await other.operators.beginProviderSignIn(null, CLIENT));
      const query = new URL(begun.address).search.slice(1);
      const second = valueOf(await other.operators.finishProviderSignIn(query, begun.browser, CLIENT));
      expect(early).toBe(0);
      expect(second.operator.id === first.operator.id).toBe(who === 'the same person');
      expect(second.operator.name).toBe(who === 'the same person' ? 'Ada' : 'Ada @id.example');
    },
  );

  test.each([
    ['Ada  Lovelace', 'Ada Lovelace'],
    ['<b>Ada</b>\u0000', 'b Ada b'],
    ['  @ada@id.example', 'ada@id.example'],
    ['\u{1F600}', 'Operator'],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('has a name without what names cannot contain: %s', (given, name) => {
    expect(nameFrom(given)).toBe(name);
  });

  test('replaces the session that the browser had', async () => {
    const local = await play.withPassword('Grace', 'ADMIN');
    const before = await play.callerOf(local);
    const begun = valueOf(await play.operators.beginProviderSignIn(before, CLIENT));
    const query = new URL(begun.address).search.slice(1);
    valueOf(await play.operators.finishProviderSignIn(query, begun.browser, CLIENT));
    expect(codeOf(await play.operators.signedIn(local.text, 'CONSOLE'))).toBe('UNAUTHORIZED');
  });

  test('counts neither as one of two administrators nor has a role that an operator changes', async () => {
    const [one, two] = [await play.withPassword('One', 'ADMIN'), await play.withPassword('Two', 'ADMIN')];
    const { operator } = await signIn();
    const caller = { operatorId: one.operator.id, source: 'CONSOLE', requestId: 'test' } as const;
    const tenant = (await play.account(operator.id)).tenant;
    const { actions } = play.operators;
    const disabled = await actions.request(caller, {
      ...{ tenant, action: 'operators.disable', input: { id: two.operator.id } },
    });
    expect(valueOf(disabled).kind).toBe('awaiting');
    for (const [action, more] of [
      ['operators.role', { role: 'VIEWER' }],
      ['operators.platforms', { platforms: ['Platform:018bcfe5-6800-7000-8000-000000000001'] }],
    ] as const) {
      const input = { id: operator.id, ...more } as { id: Id<'Operator'> };
      expect(codeOf(await actions.request(caller, { tenant, action, input } as never))).toBe('CONFLICT');
    }
  });
});

describe('a session by the provider', () => {
  test('without a refresh token ends after five minutes', async () => {
    person = { ...person, refreshToken: null };
    const session = await signIn();
    play.clock.advance(299);
    expect((await ask(session)).ok).toBe(true);
    play.clock.advance(1);
    expect(codeOf(await ask(session))).toBe('UNAUTHORIZED');
    expect(asked).toEqual([]);
  });

  test('is confirmed with the newest refresh token, also if the provider gave it before it went away', async () => {
    const session = await signIn();
    answers = [
      { kind: 'person', person: { ...person, refreshToken: 'second' } },
      { kind: 'away', reason: 'down', refreshToken: 'third' },
    ];
    for (const seconds of [180, 180, 20]) {
      play.clock.advance(seconds);
      expect((await ask(session)).ok).toBe(true);
    }
    expect(asked).toEqual(['first', 'second', 'third']);
  });

  test('waits for another host that asks, and asks itself when that host died', async () => {
    const session = await signIn();
    play.clock.advance(400);
    let answer: (value: ProviderAnswer) => void = () => undefined;
    const slow = new Promise<ProviderAnswer>((resolve) => (answer = resolve));
    const confirm = provider.provider.confirm;
    const mutable = provider.provider as { confirm: typeof confirm };
    mutable.confirm = async () => slow;
    const first = ask(session);
    // Another host has the same database, and a memory of its own.
    const other = await playOperators(provider, play);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(codeOf(await other.operators.signedIn(session.text, 'CONSOLE'))).toBe('SERVICE_UNAVAILABLE');
    play.clock.advance(15);
    mutable.confirm = confirm;
    expect((await other.operators.signedIn(session.text, 'CONSOLE')).ok).toBe(true);
    answer({ kind: 'person', person });
    expect((await first).ok).toBe(true);
  });

  test('ends when the provider is taken out of the settings, or is replaced by another one', async () => {
    const session = await signIn();
    const without = await playOperators(null, play);
    expect(codeOf(await without.operators.signedIn(session.text, 'CONSOLE'))).toBe('UNAUTHORIZED');
    expect(codeOf(await without.operators.beginProviderSignIn(null, CLIENT))).toBe('REFERENCE_NOT_FOUND');
    const replaced = { ...provider, provider: { ...provider.provider, issuer: 'https://other.example' } };
    const other = await playOperators(replaced, play);
    expect(codeOf(await other.operators.signedIn(session.text, 'CONSOLE'))).toBe('UNAUTHORIZED');
  });

  test('does not come back while the operator is disabled', async () => {
    const session = await signIn();
    valueOf(await play.operators.disable({ name: 'Ada' }, ROOT));
    expect(codeOf(await ask(session))).toBe('UNAUTHORIZED');
    const begun = valueOf(await play.operators.beginProviderSignIn(null, CLIENT));
    const query = new URL(begun.address).search.slice(1);
    expect(codeOf(await play.operators.finishProviderSignIn(query, begun.browser, CLIENT))).toBe('FORBIDDEN');
  });
});
