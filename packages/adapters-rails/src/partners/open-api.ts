import { z } from 'zod';

const refTo = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${schema.meta()?.id}` });
const json = (schema: z.ZodType) => ({ 'application/json': { schema: refTo(schema) } });

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const signed = SIGNATURE_HEADERS.map((name) => component('parameters', name));
/** A message has an id that its sender chooses. */
const MESSAGE_ID = 'message-id';
const signedMessage = [MESSAGE_ID, ...SIGNATURE_HEADERS.slice(1)].map((name) => component('parameters', name));
const signedAnswer = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, component('headers', name)]));

const BYTES = { 'application/octet-stream': { schema: {} } };

interface Operation {
  readonly id: string;
  readonly summary: string;
  /** `bytes` for a file. */
  readonly body?: z.ZodType | 'bytes';
  readonly answer: z.ZodType;
  /** The parameters in the path. */
  readonly path?: readonly string[];
  /** True if the partner answers 404 for a reference that it does not know. */
  readonly needsKnown?: boolean;
}

/** An operation of a partner. Every status other than 200 means: not done, or unknown; the service asks again. */
export const operation = ({ id, summary, body, answer, path = [], needsKnown = false }: Operation) => ({
  operationId: id,
  summary,
  parameters: [...path.map((name) => component('parameters', name)), ...signed],
  ...(body && { requestBody: { required: true, content: body === 'bytes' ? BYTES : json(body) } }),
  responses: {
    200: { description: 'The answer, signed.', headers: signedAnswer, content: json(answer) },
    401: { description: 'The signature is missing, wrong or too old.' },
    404: { description: needsKnown ? 'The path or the reference is unknown.' : 'The path is unknown.' },
    409: { description: 'The reference was used for something else.' },
    default: { description: 'No answer. The service asks again.' },
  },
});

const TEXT = { type: 'string' };
const HEADERS = {
  'webhook-id': { description: 'The id of the request: its method, its path and a random text.', schema: TEXT },
  'webhook-timestamp': { description: 'Seconds since 1970.', schema: TEXT },
  'webhook-signature': { description: '`v1,` and the base64 of the HMAC; several with spaces between.', schema: TEXT },
};

/** The component schemas: exactly what the readers accept. */
function schemasOf(schemas: readonly z.ZodType[]): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ readonly id: string }>();
  for (const schema of schemas) registry.add(schema, { id: schema.meta()!.id! });
  const made = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    // The formats say the same as zod's patterns for them, whose \d means more in other languages.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  }).schemas;
  return Object.fromEntries(
    Object.entries(made).map(([name, { $id: _id, $schema: _schema, ...schema }]) => [name, schema]),
  );
}

/** The components of a document: these schemas, the parameters in its paths, and the signature. */
const componentsOf = (schemas: readonly z.ZodType[], parameters: readonly string[]) => ({
  parameters: {
    ...Object.fromEntries(parameters.map((name) => [name, { name, in: 'path', required: true, schema: TEXT }])),
    ...Object.fromEntries(
      Object.entries(HEADERS).map(([name, of]) => [name, { name, in: 'header', required: true, ...of }]),
    ),
    [MESSAGE_ID]: {
      ...{ name: 'webhook-id', in: 'header', required: true },
      description: 'An id that you choose.',
      schema: { ...TEXT, minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    ...HEADERS,
    'webhook-id': { description: 'The `webhook-id` of what is answered.', schema: TEXT },
  },
  schemas: schemasOf(schemas),
});

export interface ProtocolDocument {
  /** `info.title`. */
  readonly title: string;
  /** What serves the operations, as sentences call it. */
  readonly partner: 'provider' | 'partner' | 'rail' | 'processor';
  /** Where the host receives messages. */
  readonly callback: string;
  /** The member of the connections file with the address of the partner. */
  readonly address: string;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly message: z.ZodType;
  /** What the answers to a message say, by status; that of 401 is the same in all protocols. */
  readonly answers: Readonly<Record<number, string>>;
  /** The body of the signed answer with status 200; answers to messages have no body and no signature without it. */
  readonly reply?: z.ZodType;
  readonly schemas: readonly z.ZodType[];
  /** The parameters in the paths. */
  readonly parameters?: readonly string[];
}

/** The OpenAPI document of a signed protocol: the operations that the partner serves, and the message that it posts. */
export function protocolDocument(protocol: ProtocolDocument): Readonly<Record<string, unknown>> {
  const { title, partner, callback, address, paths, message, answers, reply, schemas, parameters = [] } = protocol;
  const said: Readonly<Record<number, string>> = {
    401: 'The signature is missing, wrong or too old.',
    503: 'The database is not available. Send it again later.',
    ...answers,
  };
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      summary: `What a ${partner} answers, and what it reports.`,
      description:
        `Corridor calls the operations under \`paths\`, which the ${partner} serves. The ${partner} calls the operation ` +
        `under \`webhooks\`, which Corridor serves at \`POST ${callback}\`. Everything is signed with Standard Webhooks${reply === undefined ? '' : ', also the replies with status 200'}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `https://${partner}.example/v1`, description: address }],
    security: [],
    paths,
    webhooks: {
      message: {
        post: {
          operationId: 'reportMessage',
          summary: `A message of the ${partner}`,
          parameters: signedMessage,
          requestBody: { required: true, content: json(message) },
          responses: Object.fromEntries(
            Object.entries(said).map(([status, description]) => [
              status,
              { description, ...(status === '200' && reply && { headers: signedAnswer, content: json(reply) }) },
            ]),
          ),
        },
      },
    },
    components: componentsOf(schemas, parameters),
  };
}
