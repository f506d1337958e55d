import { cardsOpenApi } from '@corridor/adapters-rails/http-cards';
import { instant } from '@corridor/core';
import { type CardMessage, RailUnavailable } from '@corridor/core/ports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  CARD_ID,
  CARD_ORDER,
  ISSUED_CARD,
  MESSAGES,
  playProcessor,
} from '../../../packages/adapters-rails/src/testing/http-cards.js';
import { SECRETS, signedBy } from '../../../packages/adapters-rails/src/testing/partners.js';
import { promise, READ, type Reader, textOf } from '../reader.js';
import { jsonLike } from '../structure/json.js';

const document = JSON.parse(JSON.stringify(cardsOpenApi())) as {
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

const played = await playProcessor();
const { issuer } = played.connection;
const SECRET = SECRETS['CALLBACK_SECRET']!;

const LOOK_UPS: readonly object[] = [
  { state: 'pending', checkAfterSeconds: 60 },
  ISSUED_CARD,
  { state: 'rejected' },
  { state: 'unknown' },
];

/** The bytes of the input are the answer to requests with this method; the look-up before says that nothing is known. */
const answers = (
  name: string,
  schema: string,
  genuine: readonly object[],
  method: string,
  ask: () => Promise<unknown>,
  isOurs: (value: unknown) => boolean = () => true,
): Reader => {
  const allows = schemaOf(schema);
  return {
    name,
    sources: ['adapters-rails/src/partners/exchange.ts', 'adapters-rails/src/http-cards/issuer.ts'],
    genuine: genuine.map((answer) => JSON.stringify(answer)),
    runs: 300,
    inputs: jsonLike(...genuine),
    async read(bytes) {
      const text = textOf(bytes);
      played.answer = () => ({ state: 'unknown' });
      played.outcome = (outcome, request) => {
        if (request.method !== method) return outcome;
        // The processor signs exactly the bytes of the input, so that they are refused for their content alone.
        const headers = signedBy(SECRET, played.clock, request.headers['webhook-id']!, text);
        return { ...outcome, body: text, headers };
      };
      played.requests.length = 0;
      const value = parsed(text);
      const isAllowed = allows(value) && isOurs(value);
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

const UNTIL = instant(Date.UTC(2026, 0, 15, 1));

/** The address and the time of a page have a meaning that the schema does not say. */
function isPage(value: unknown): boolean {
  const { url, expiresAt } = value as { readonly url: string; readonly expiresAt: string };
  const address = URL.canParse(url) ? new URL(url) : null;
  const isHttps = address !== null && address.protocol === 'https:' && address.username + address.password === '';
  return isHttps && Date.parse(expiresAt) <= UNTIL;
}

const allowsMessage = schemaOf('ProcessorMessage');

const callback: Reader = {
  name: 'http-cards-callback',
  sources: ['adapters-rails/src/http-cards/callbacks.ts', 'adapters-rails/src/partners/message.ts'],
  genuine: Object.values(MESSAGES).map((message) => JSON.stringify(message)),
  runs: 500,
  inputs: jsonLike(...Object.values(MESSAGES)),
  async read(bytes) {
    const text = textOf(bytes);
    const isText = Buffer.from(text).equals(bytes);
    // Bytes that are not UTF-8 come with the signature of another message, and must be refused for that.
    const headers = signedBy(SECRET, played.clock, 'M1', isText ? text : JSON.stringify(MESSAGES.balance));
    const told: CardMessage[] = [];
    const { status } = await played.connection.callback!(
      { path: 'events', headers, body: Buffer.from(bytes) },
      async (message) => {
        told.push(message);
        return { ok: true, value: { kind: 'booked', transactionId: null } };
      },
    );
    const expected = isText ? (allowsMessage(parsed(text)) ? 200 : 400) : 401;
    if (status !== expected || told.length !== (expected === 200 ? 1 : 0))
      throw new Error(`answered ${status} instead of ${expected}, and core received ${told.length} messages`);
    return status === 200 ? READ : String(status);
  },
};

export const HTTP_CARDS: readonly Reader[] = [
  answers('http-cards-look-up', 'CardLookUp', LOOK_UPS.slice(0, -1), 'GET', () => issuer.issue(CARD_ORDER, 0)),
  answers('http-cards-order', 'OrderedCard', LOOK_UPS.slice(0, -1), 'PUT', () => issuer.issue(CARD_ORDER, 0)),
  answers(
    'http-cards-page',
    'Revealed',
    [{ url: 'https://pages.example/1', expiresAt: '2026-01-15T00:30:00Z' }],
    'POST',
    () => issuer.reveal({ cardId: CARD_ID, tenant: '' as never, expiresAt: UNTIL }),
    isPage,
  ),
  callback,
];
