import { travelRuleOpenApi } from '@corridor/adapters-rails/http-travel-rule';
import { RailUnavailable } from '@corridor/core/ports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  ADDRESS,
  INCOMING,
  playTravelRule,
  TRANSFER,
} from '../../../packages/adapters-rails/src/testing/http-travel-rule.js';
import { SECRETS, signedBy } from '../../../packages/adapters-rails/src/testing/partners.js';
import { promise, READ, type Reader, textOf } from '../reader.js';
import { jsonLike } from '../structure/json.js';

const document = JSON.parse(JSON.stringify(travelRuleOpenApi())) as {
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
  { state: 'pending', checkAfterSeconds: 60 },
  { state: 'accepted' },
  { state: 'rejected', reason: 'another name' },
];

const played = playTravelRule();
const { partner } = played.rule;
const SECRET = SECRETS['CALLBACK_SECRET']!;

const answers = (name: string, schema: string, genuine: readonly object[], ask: () => Promise<unknown>): Reader => {
  const allows = schemaOf(schema);
  return {
    name,
    sources: ['adapters-rails/src/partners/exchange.ts', 'adapters-rails/src/http-travel-rule/http-travel-rule.ts'],
    genuine: genuine.map((answer) => JSON.stringify(answer)),
    runs: 300,
    inputs: jsonLike(...genuine),
    async read(bytes) {
      const text = textOf(bytes);
      // The partner signs exactly the bytes of the input, so that they are refused for their content alone.
      played.outcome = (outcome, { headers }) => ({
        ...outcome,
        body: text,
        headers: signedBy(SECRET, played.clock, headers['webhook-id']!, text),
      });
      played.requests.length = 0;
      const isAllowed = allows(parsed(text));
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

const MESSAGES: readonly object[] = [INCOMING, { kind: 'answered', reference: TRANSFER.reference }];
const allowsMessage = schemaOf('PartnerMessage');

/** Whether a message of the right form is about the chain and an address of the service. */
const isForUs = ({ kind, network, address }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'answered' || (network === 'BASE' && address === ADDRESS);

const callback: Reader = {
  name: 'http-travel-rule-callback',
  sources: ['adapters-rails/src/http-travel-rule/callbacks.ts', 'adapters-rails/src/partners/message.ts'],
  genuine: MESSAGES.map((message) => JSON.stringify(message)),
  runs: 500,
  inputs: jsonLike(...MESSAGES),
  async read(bytes) {
    const text = textOf(bytes);
    const isText = Buffer.from(text).equals(bytes);
    // Bytes that are not UTF-8 come with the signature of another message, and must be refused for that.
    const headers = signedBy(SECRET, played.clock, 'M1', isText ? text : JSON.stringify(INCOMING));
    played.told.length = 0;
    const place = {
      ...{ network: 'BASE', rails: { delivers: 'base', receives: 'base.deposits' } },
      indexOf: async (address: string) => (address === ADDRESS ? 7 : null),
    };
    const request = { path: 'events', headers, body: Buffer.from(bytes) };
    const { status } = await played.rule.hear(place, request, (telling) => played.tell(telling));
    const value = parsed(text);
    const expected = !isText ? 401 : !allowsMessage(value) ? 400 : isForUs(value as never) ? 200 : 404;
    if (status !== expected || played.told.length !== (expected === 200 ? 1 : 0))
      throw new Error(`answered ${status} instead of ${expected}, and core received ${played.told.length} messages`);
    return status === 200 ? READ : String(status);
  },
};

export const HTTP_TRAVEL_RULE: readonly Reader[] = [
  answers('http-travel-rule-answer', 'Answer', ANSWERS, () => partner.send(TRANSFER)),
  answers('http-travel-rule-look-up', 'LookUp', [...ANSWERS, { state: 'unknown' }], () =>
    partner.lookUp(TRANSFER.reference),
  ),
  callback,
];
