import { screeningOpenApi } from '@corridor/adapters-rails/http-screening';
import { RailUnavailable, type ScreeningTelling } from '@corridor/core/ports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { MATCH, playScreening, QUESTION } from '../../../packages/adapters-rails/src/testing/http-screening.js';
import { SECRETS, signedBy } from '../../../packages/adapters-rails/src/testing/partners.js';
import { playWatchman } from '../../../packages/adapters-rails/src/testing/watchman.js';
import { promise, READ, type Reader, textOf } from '../reader.js';
import { jsonLike } from '../structure/json.js';

const document = JSON.parse(JSON.stringify(screeningOpenApi())) as {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** An escape of half a character, which JSON can write. Patterns of RE2 and Python cannot exclude it. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** Whether the OpenAPI document allows a value in a place. */
function schemaOf(name: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  const allows = ajv.compile({ $ref: `#/components/schemas/${name}`, components: document.components });
  return (value) => allows(value) && !LONE_SURROGATE.test(JSON.stringify(value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ANSWERS: readonly object[] = [
  { state: 'clear', listVersion: 'v1', matches: [] },
  { state: 'hold', listVersion: 'v1', matches: [MATCH, { ...MATCH, party: null, name: null, score: null }] },
  { state: 'refuse', listVersion: 'v1', matches: [MATCH] },
];
const VERSIONS: readonly object[] = [{ listVersion: 'v1' }];

const played = await playScreening();
const { provider } = played.connection;
const SECRET = SECRETS['CALLBACK_SECRET']!;

interface Named {
  readonly matches?: readonly { readonly party: string | null }[];
}

/** Whether each match of an answer of the right form is about the question. */
const isAbout = ({ matches = [] }: Named): boolean =>
  matches.every(({ party }) => party === null || QUESTION.parties.some(({ id }) => id === party));

const answers = (name: string, schema: string, genuine: readonly object[], ask: () => Promise<unknown>): Reader => {
  const allows = schemaOf(schema);
  return {
    name,
    sources: ['adapters-rails/src/partners/exchange.ts', 'adapters-rails/src/http-screening/http-screening.ts'],
    genuine: genuine.map((answer) => JSON.stringify(answer)),
    runs: 300,
    inputs: jsonLike(...genuine),
    async read(bytes) {
      const text = textOf(bytes);
      // The provider signs exactly the bytes of the input, so that they are refused for their content alone.
      played.outcome = (outcome, { headers }) => ({
        ...outcome,
        body: text,
        headers: signedBy(SECRET, played.clock, headers['webhook-id']!, text),
      });
      played.requests.length = 0;
      const value = parsed(text);
      const isAllowed = allows(value) && isAbout(value as Named);
      try {
        await ask();
        promise(isAllowed, 'what the document does not allow');
        return READ;
      } catch (cause) {
        if (!(cause instanceof RailUnavailable)) throw cause;
        if (isAllowed) throw new Error('the reader refused what the document allows', { cause });
        return 'RailUnavailable';
      }
    },
  };
};

const CHANGED = { kind: 'changed', reference: QUESTION.reference };
const MESSAGES: readonly object[] = [{ kind: 'lists-changed' }, CHANGED];
const allowsMessage = schemaOf('ScreeningMessage');

const callback: Reader = {
  name: 'http-screening-callback',
  sources: ['adapters-rails/src/http-screening/callbacks.ts', 'adapters-rails/src/partners/message.ts'],
  genuine: MESSAGES.map((message) => JSON.stringify(message)),
  runs: 500,
  inputs: jsonLike(...MESSAGES),
  async read(bytes) {
    const text = textOf(bytes);
    const isText = Buffer.from(text).equals(bytes);
    // Bytes that are not UTF-8 come with the signature of another message, and must be refused for that.
    const headers = signedBy(SECRET, played.clock, 'M1', isText ? text : JSON.stringify(CHANGED));
    const told: ScreeningTelling[] = [];
    const { status } = await played.connection.callback!(
      { path: 'events', headers, body: Buffer.from(bytes) },
      async (telling) => {
        told.push(telling);
        return { ok: true, value: { effect: 'APPLIED', subject: null } };
      },
    );
    const expected = isText ? (allowsMessage(parsed(text)) ? 200 : 400) : 401;
    if (status !== expected || told.length !== (expected === 200 ? 1 : 0))
      throw new Error(`answered ${status} instead of ${expected}, and core received ${told.length} messages`);
    return status === 200 ? READ : String(status);
  },
};

const watchman = await playWatchman();
const ENTITY = {
  ...{ name: 'LOVELACE, Ada', entityType: 'person', sourceList: 'us_ofac', sourceID: '22790', match: 0.94 },
  ...{ person: { birthDate: '1962-11-23T00:00:00Z' }, cryptoAddresses: null },
};
const FOUND: readonly object[] = [{ entities: null }, { entities: [ENTITY] }];
const LISTS: readonly object[] = [
  {
    ...{ lists: { us_ofac: 17_646, eu_csl: 5_000 }, listHashes: { us_ofac: '0629', eu_csl: 'a572' } },
    ...{ startedAt: '2026-01-15T00:00:00Z', endedAt: '2026-01-15T00:01:00Z', version: 'v0.66.0' },
  },
];

/** A Watchman whose answers at one path are the bytes of the input. */
const watchmanReader = (
  name: string,
  path: string,
  genuine: readonly object[],
  ask: () => Promise<unknown>,
): Reader => ({
  name,
  sources: ['adapters-rails/src/watchman/client.ts', 'adapters-rails/src/watchman/watchman.ts'],
  genuine: genuine.map((answer) => JSON.stringify(answer)),
  runs: 300,
  inputs: jsonLike(...genuine),
  async read(bytes) {
    const text = textOf(bytes);
    watchman.spoil = (answer, { url }) => (url.includes(path) ? { ...answer, body: text } : answer);
    watchman.requests.length = 0;
    try {
      await ask();
      return READ;
    } catch (cause) {
      if (!(cause instanceof RailUnavailable)) throw cause;
      return 'RailUnavailable';
    }
  },
});

const [customer] = QUESTION.parties as [(typeof QUESTION.parties)[0]];

export const HTTP_SCREENING: readonly Reader[] = [
  answers('http-screening-answer', 'Screening', ANSWERS, () => provider.screen(QUESTION)),
  answers('http-screening-version', 'ListVersion', VERSIONS, () => provider.listVersion()),
  callback,
  watchmanReader('watchman-search', '/v2/search', FOUND, async () => {
    const { state, matches } = await watchman.connection.provider.screen({ ...QUESTION, parties: [customer] });
    promise((state === 'clear') === (matches.length === 0), 'an answer that is clear with matches, or not without');
    promise(
      matches.every(({ party, list, entry }) => party === customer.id && list !== '' && entry !== ''),
      'a match without a party, a list or an entry',
    );
  }),
  watchmanReader('watchman-lists', '/v2/listinfo', LISTS, async () => {
    promise(/^[0-9a-f]{64}$/.test(await watchman.connection.provider.listVersion()), 'a version that is not a digest');
  }),
];
