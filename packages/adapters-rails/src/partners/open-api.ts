import { z } from 'zod';

const refTo = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${schema.meta()?.id}` });
export const json = (schema: z.ZodType) => ({ 'application/json': { schema: refTo(schema) } });

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const signed = SIGNATURE_HEADERS.map((name) => component('parameters', name));
export const signedAnswer = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, component('headers', name)]));

const BYTES = { 'application/octet-stream': { schema: {} } };

interface Operation {
  readonly id: string;
  readonly summary: string;
  /** `bytes` for a file. */
  readonly body?: z.ZodType | 'bytes';
  readonly answer: z.ZodType;
  /** The parameters in the path. */
  readonly path?: readonly string[];
}

/** An operation of a partner. Every status other than 200 means: not done, or unknown; the service asks again. */
export const operation = ({ id, summary, body, answer, path = [] }: Operation) => ({
  operationId: id,
  summary,
  parameters: [...path.map((name) => component('parameters', name)), ...signed],
  ...(body && { requestBody: { required: true, content: body === 'bytes' ? BYTES : json(body) } }),
  responses: {
    200: { description: 'The answer, signed.', headers: signedAnswer, content: json(answer) },
    401: { description: 'The signature is missing, wrong or too old.' },
    404: { description: 'The reference is unknown.' },
    409: { description: 'The reference was used for something else.' },
    default: { description: 'No answer. The service asks again.' },
  },
});

const TEXT = { type: 'string' };
const HEADERS = {
  'webhook-id': { description: 'The id of a request: its method, its path and a random text.', schema: TEXT },
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
export const componentsOf = (schemas: readonly z.ZodType[], parameters: readonly string[]) => ({
  parameters: {
    ...Object.fromEntries(parameters.map((name) => [name, { name, in: 'path', required: true, schema: TEXT }])),
    ...Object.fromEntries(
      Object.entries(HEADERS).map(([name, of]) => [name, { name, in: 'header', required: true, ...of }]),
    ),
  },
  headers: HEADERS,
  schemas: schemasOf(schemas),
});
