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
    expect([code, last]).toEqual([0, '19 ok, 0 failed, 0 not tested']);
    expect(out).toMatch(/^ok {10}a match names the party that matches, alone$/m);
  });

  it('does not test matches if no name on a list is known, and says so', async () => {
    const { code, out, last } = await tested({ matches: () => false }, []);
    expect([code, last]).toEqual([0, '17 ok, 0 failed, 2 not tested']);
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
      /^failed {6}an entry keeps its id and its version in other questions: screen \(another question about the same party\): matches\.0\.entryVersion is "\w+", but must be the same while the entry has the same content, "\w+"/m,
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
      'answers other content under a reference with another status',
      { refusal: 503 },
      /^failed {6}a reference with other content is refused, .*: POST \/screenings with other content under a known reference: the status is 503 \("the reference is known"\), but must be 409, because a reference is one question\. See docs\/connections\/screening\.md#questions-and-answers$/m,
    ],
    [
      'accepts a timestamp in the future',
      { isFresh: (ageSeconds) => ageSeconds <= 300 },
      /^failed {6}a request that was signed six minutes ahead is refused: GET \/capabilities with a timestamp 6 minutes in the future: the status is 200, but must be 401, because a timestamp may be 5 minutes off in either direction/m,
    ],
    [
      'does not compare the method',
      { expectedMethod: (_method, signed) => signed },
      /^failed {6}a request that was signed for another method is refused: GET \/capabilities, signed for POST \/capabilities: the status is 200, but must be 401, because its webhook-id names another method/m,
    ],
    [
      'takes the header for one signature',
      { signatures: (header) => [header] },
      /^failed {6}a request with two signatures is accepted .*: GET \/capabilities with two signatures, of which the first is right: the status is 401, but must be 200, because .*; compare each of them/m,
    ],
    [
      'looks at the first signature alone',
      { signatures: (header) => header.split(' ').slice(0, 1) },
      /two signatures, of which the second is right: the status is 401, but must be 200/m,
    ],
    [
      'accepts less than 1 MiB of JSON',
      { longest: 1024 * 1024 - 1 },
      /^failed {6}a request with 1 MiB of JSON is accepted: POST \/screenings with 1048576 bytes of JSON, most of them blanks: the status is 400 \("the body is too long"\), but must be 200; accept at least 1 MiB of JSON/m,
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
    const away = await tested({ status: (path) => (path === '/capabilities' ? [503, 'not now'] : null) });
    expect([away.code, away.out]).toEqual([
      1,
      'failed      GET /capabilities has the answer that the entry declares: GET /capabilities was answered with HTTP 503 ("not now"), ' +
        'but must be with 200, because the request is valid; the log of the partner says more. See docs/connections/protocol.md#test-a-partner\n' +
        'not tested  the other 18 cases: first mend what failed\n' +
        '0 ok, 1 failed, 18 not tested\n',
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

  it('says what was sent and what came if a valid question is refused', async () => {
    const { out } = await tested({ longest: 10 });
    expect(out).toMatch(
      /^failed {6}every role .*: there is no valid answer: POST \/screenings was answered with HTTP 400 \("the body is too long"\), but must be with 200, because the request is valid; .*\. See docs\/connections\/screening\.md#questions-and-answers$/m,
    );
  });

  it('takes one party, and prints it on one line', async () => {
    const both = await tested({}, ['--match', 'a', '--match-address', 'b']);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('--match-address: give --match or')]);
    const broken = await tested({}, ['--match', 'a\nb']);
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('--match: must be 1 to 255 characters')]);
  });
});
