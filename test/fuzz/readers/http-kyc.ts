import { kycOpenApi } from '@corridor/adapters-rails/http-kyc';
import { type KycTelling, RailUnavailable } from '@corridor/core/ports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { APPLICATION, OWNER, playProvider } from '../../../packages/adapters-rails/src/testing/http-kyc.js';
import { SECRETS, signedBy } from '../../../packages/adapters-rails/src/testing/partners.js';
import { promise, READ, type Reader, textOf } from '../reader.js';
import { jsonLike } from '../structure/json.js';

const document = JSON.parse(JSON.stringify(kycOpenApi())) as {
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

const [DOCUMENT] = APPLICATION.documents;
const FINDING = {
  ...{ resourceId: DOCUMENT!.id, type: 'EXPIRED_DOCUMENT', field: null },
  ...{ acceptedDocumentTypes: ['PASSPORT'], reason: 'expired' },
};
const VERDICTS: readonly object[] = [
  { state: 'pending', checkAfterSeconds: 60 },
  { state: 'manual-review' },
  { state: 'resolve', errors: [FINDING] },
  { state: 'approved', owners: [{ id: OWNER.id, decision: 'approve' }] },
  { state: 'rejected', errors: [FINDING], owners: [] },
];
const DECISIONS: readonly object[] = [{ decision: 'approve' }, { decision: null }];

const played = await playProvider();
const { provider } = played.connection;
const SECRET = SECRETS['CALLBACK_SECRET']!;

interface Named {
  readonly errors?: readonly { readonly resourceId: string }[];
  readonly owners?: readonly { readonly id: string }[];
}

/** Whether a verdict of the right form is about the application, and about each owner once. */
function isAbout({ errors = [], owners = [] }: Named): boolean {
  const { customer, owners: people, documents } = APPLICATION;
  const known = [customer, ...people, ...documents].map(({ id }): string => id);
  const ids = owners.map(({ id }) => id);
  return (
    errors.every(({ resourceId }) => known.includes(resourceId)) &&
    ids.every((id) => people.some((owner) => owner.id === id)) &&
    new Set(ids).size === ids.length
  );
}

const answers = (name: string, schema: string, genuine: readonly object[], ask: () => Promise<unknown>): Reader => {
  const allows = schemaOf(schema);
  return {
    name,
    sources: ['adapters-rails/src/partners/exchange.ts', 'adapters-rails/src/http-kyc/http-kyc.ts'],
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
      const isAllowed = allows(value) && (schema !== 'LookUp' || isAbout(value as Named));
      try {
        await ask();
        promise(isAllowed, 'what the document does not allow');
        return READ;
      } catch (cause) {
        if (!(cause instanceof RailUnavailable)) throw cause;
        // An application that is unknown is submitted, and this answer to the submission is refused.
        const isUnknown = (value as { readonly state?: unknown } | null | undefined)?.state === 'unknown';
        if (isAllowed && !isUnknown) throw new Error('the reader refused what the document allows', { cause });
        return 'RailUnavailable';
      }
    },
  };
};

const WITHDRAWN = {
  ...{ kind: 'withdrawn', reference: `${APPLICATION.reference}.2`, messageId: 'M-1' },
  ...{ reason: 'the passport was stolen', caseReference: 'C-7' },
};
const MESSAGES: readonly object[] = [{ kind: 'changed', reference: `${APPLICATION.reference}.2` }, WITHDRAWN];
const allowsMessage = schemaOf('ProviderMessage');

const callback: Reader = {
  name: 'http-kyc-callback',
  sources: ['adapters-rails/src/http-kyc/callbacks.ts', 'adapters-rails/src/partners/message.ts'],
  genuine: MESSAGES.map((message) => JSON.stringify(message)),
  runs: 500,
  inputs: jsonLike(...MESSAGES),
  async read(bytes) {
    const text = textOf(bytes);
    const isText = Buffer.from(text).equals(bytes);
    // Bytes that are not UTF-8 come with the signature of another message, and must be refused for that.
    const headers = signedBy(SECRET, played.clock, 'M1', isText ? text : JSON.stringify(WITHDRAWN));
    const told: KycTelling[] = [];
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

export const HTTP_KYC: readonly Reader[] = [
  answers('http-kyc-verdict', 'LookUp', VERDICTS, () => provider.review(APPLICATION)),
  answers('http-kyc-owner', 'OwnerDecision', DECISIONS, () => provider.reviewOwner(OWNER)),
  callback,
];
