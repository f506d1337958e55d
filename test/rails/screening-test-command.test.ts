import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../packages/host/dist/index.js';
import { makeSecret } from '../support/example-rails.js';
import { LISTED, playScreening, type ScreeningHabits, timeOfDay } from '../support/played-screening.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-screening-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `corridor connections test` prints about a provider that does everything right but for these habits. */
async function tested(
  wrong: Partial<ScreeningHabits>,
  options: readonly string[] = ['--match', LISTED.name],
  change: (env: Readonly<Record<string, string>>) => Readonly<Record<string, string>> = (env) => env,
) {
  const { entry, secrets, stop } = await playScreening(wrong);
  const connectionsFile = join(mkdtempSync(join(folder, 'file-')), 'connections.json');
  writeFileSync(connectionsFile, JSON.stringify({ screening: [entry] }));
  let [out, err] = ['', ''];
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  try {
    const env = { CORRIDOR_CONNECTIONS_FILE: connectionsFile, ...change(secrets) };
    const code = await runCommand(['connections', 'test', 'played', ...options], env, output);
    return { code, out, err, last: out.trimEnd().split('\n').at(-1) };
  } finally {
    stop();
  }
}

describe('corridor connections test of a screening provider', () => {
  it.each([
    ['a name', ['--match', LISTED.name]],
    ['an address', ['--match-address', LISTED.address]],
  ])('passes one that does everything right, with %s that is on a list', async (_what, options) => {
    const { code, out, last } = await tested({}, options);
    expect([code, last]).toEqual([0, '15 ok, 0 failed, 0 not tested']);
    expect(out).toMatch(/^ok {10}a match names the party that matches, alone$/m);
  });

  it('does not test matches if no name on a list is known, and says so', async () => {
    const { code, out, last } = await tested({ matches: () => false }, []);
    expect([code, last]).toEqual([0, '13 ok, 0 failed, 2 not tested']);
    expect(out).toMatch(/^not tested {2}a match names the party that matches, alone: .* name one with --match NAME/m);
  });

  it.each<[string, Partial<ScreeningHabits>, RegExp]>([
    [
      'never finds the party',
      { matches: () => false },
      /^failed {6}a match names the party that matches, alone: .* state is "clear", but must be hold or refuse/m,
    ],
    [
      'matches another party of the question',
      { about: (_matching, { parties }) => parties[0]!.id },
      /^failed {6}a match names the party that matches, alone: .* matches is \["Customer:\S+"\], but must be about this party/m,
    ],
    [
      'matches a party that is not in the question',
      { about: () => 'X' },
      /^failed {6}a repeated question has the same answer, on every host: .* names a party that is not in the question\n(.*\n)*failed {6}a match names the party that matches, alone: the same as of "a repeated question/m,
    ],
    [
      'answers the time as the version of an entry',
      { entryVersion: () => timeOfDay(1) },
      /^failed {6}an entry keeps its id and its version in other questions: screen \(another question about the same party\): list, entry and entryVersion is .*, but must be the same/m,
    ],
    [
      'answers the second as the version of an entry',
      { entryVersion: () => timeOfDay(1000) },
      /^failed {6}an entry keeps its id and its version in other questions: /m,
    ],
    [
      'answers the second as the version of the lists',
      { listVersion: () => timeOfDay(1000) },
      /^failed {6}the version of an answer is that of the lists: /m,
    ],
    [
      'accepts other content under a reference',
      { refuses: () => false },
      /^failed {6}a reference with other content is refused, and the first one stays: /m,
    ],
    [
      'does not compare the path',
      { expectedPath: (_path, signed) => signed },
      /^failed {6}a request that was signed for another path is refused: GET \/list-version, signed for GET \/capabilities: the status is 200, but must be 401/m,
    ],
  ])('refuses one that %s', async (_what, wrong, sentence) => {
    const { code, out } = await tested(wrong);
    expect(out).toMatch(sentence);
    expect(code).toBe(1);
  });

  it('says one cause once, and plays no other case', async () => {
    const away = await tested({ status: (path) => (path === '/capabilities' ? 503 : null) });
    expect([away.code, away.out]).toEqual([
      1,
      'failed      GET /capabilities has the answer that the entry declares: played failed (capabilities): it answered HTTP 503\n' +
        'not tested  the other 14 cases: first mend what failed\n' +
        '0 ok, 1 failed, 14 not tested\n',
    ]);
    const unset = await tested({}, [], () => ({}));
    expect([unset.code, unset.out, unset.err.trimEnd().split('\n')]).toEqual([
      1,
      '',
      [expect.stringMatching(/screening played: secret: .*PLAYED_SECRET/)],
    ]);
  });

  it('says which secret is wrong', async () => {
    const requests = await tested({}, [], (env) => ({ ...env, PLAYED_SECRET: makeSecret() }));
    expect(requests.out).toMatch(
      /it answered HTTP 401: it refuses a request with a right signature; the key is the decoded base64 after whsec_ of `secret`, and the webhook-id has the method and the path below `url`$/m,
    );
    const answers = await tested({}, [], (env) => ({ ...env, PLAYED_CALLBACK_SECRET: makeSecret() }));
    expect(answers.out).toMatch(
      /the answer is refused: its signature is wrong; sign the bytes of the body with the decoded base64 of `callbackSecret`$/m,
    );
    const other = await tested({ headers: (right) => ({ ...right, 'webhook-id': 'another' }) }, []);
    expect(other.out).toMatch(
      /the answer is refused: it is not signed for this request; its webhook-id must be that of the request$/m,
    );
    const none = await tested({ headers: () => ({}) }, []);
    expect(none.out).toMatch(/the answer is refused: it is not signed; .*`callbackSecret`$/m);
  });

  it('says what is wrong with a member', async () => {
    const matches = Array.from({ length: 51 }, (_, index) => ({
      ...{ party: null, list: 'EU', entry: String(index), entryVersion: '1', name: null, score: null, reason: 'x' },
    }));
    const { out } = await tested({ answer: (screening) => ({ ...screening, state: 'hold', matches }) });
    expect(out).toContain('the answer is invalid: matches has more than 50 elements (state hold)');
    const unknown = await tested({ answer: (screening) => ({ ...screening, risk: 1 }) });
    expect(unknown.out).toMatch(
      /^failed {6}every role is answered on every occasion: screen \(CUSTOMER on ONBOARDING\): there is no valid answer: played failed \(screen\): the answer is invalid: the body has the unknown member "risk" \(state clear\)\. See /m,
    );
  });

  it('takes one party, and prints it on one line', async () => {
    const both = await tested({}, ['--match', 'a', '--match-address', 'b']);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('--match-address: give --match or')]);
    const broken = await tested({}, ['--match', 'a\nb']);
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('--match: must be 1 to 255 characters')]);
  });
});
