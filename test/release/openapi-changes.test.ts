import { describe, expect, test } from 'vitest';
import { type OpenApi, openApiChanges } from './openapi-changes.js';
import type { Json } from './schema-changes.js';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json) => ({ 'application/json': { schema } });

/** A document to change. Requests and answers share its schemas. */
const api = () => ({
  paths: {
    '/1/orders': {
      post: {
        operationId: 'createOrder',
        security: [{ Basic: [] }],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        ],
        requestBody: { required: false, content: json(ref('Request')) },
        responses: { 200: { content: json(ref('Order')) }, 400: { content: json(ref('Error')) } },
      },
      get: {
        operationId: 'getOrder',
        security: [],
        parameters: [],
        responses: { 200: { content: json(ref('Order')) } },
      },
    },
  },
  components: {
    schemas: {
      Request: {
        type: 'object',
        properties: {
          name: { ...text, maxLength: 20 },
          kind: { ...text, enum: ['A', 'B'] },
          tags: { type: 'array', items: text, maxItems: 3 },
          note: { anyOf: [text, { type: 'null' }] },
          payee: ref('Payee'),
          count: { type: 'integer' },
        },
        required: ['name'],
      },
      Payee: {
        oneOf: [ref('Bank'), ref('Wallet')],
        discriminator: { propertyName: 'type', mapping: {} },
      },
      Bank: { type: 'object', properties: { type: { const: 'BANK', ...text }, iban: text }, required: ['type'] },
      Wallet: { type: 'object', properties: { type: { const: 'WALLET', ...text } }, required: ['type'] },
      Order: {
        type: 'object',
        properties: {
          id: text,
          status: { ...text, enum: ['OPEN', 'DONE'] },
          at: { ...text, format: 'date-time' },
          amount: { type: 'integer', maximum: 10 },
          payee: ref('Payee'),
          parent: ref('Order'),
          labels: { type: 'object', additionalProperties: text },
        },
        required: ['id', 'status'],
      },
      Error: { type: 'object', properties: { code: { ...text, enum: ['INVALID'] } }, required: ['code'] },
    },
  },
});

/** Any part of the document, without types so that a test can change it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;
type Change = (parts: {
  readonly post: Loose;
  readonly paths: Loose;
  readonly components: Loose;
  readonly schemas: Loose;
}) => void;

function changed(change: Change): readonly string[] {
  const after: Loose = structuredClone(api());
  const { paths, components } = after;
  change({ post: paths['/1/orders'].post, paths, components, schemas: components.schemas });
  return openApiChanges(api() as unknown as OpenApi, after as OpenApi).map(
    ({ subject, what }) => `${subject}: ${what}`,
  );
}

describe('an additive change is', () => {
  const additive: Readonly<Record<string, Change>> = {
    nothing: () => undefined,
    'a new operation': ({ paths, post }) => (paths['/1/new'] = { post: { ...post, operationId: 'createNew' } }),
    'an operation that is deprecated': ({ post }) =>
      Object.assign(post, { deprecated: true, description: 'soon gone' }),
    'a new optional parameter': ({ post }) => post.parameters.push({ name: 'q', in: 'query', schema: text }),
    'a new optional field of a request': ({ schemas }) => (schemas.Request.properties.more = text),
    'a request field that is no longer required': ({ schemas }) => (schemas.Request.required = []),
    'a new field of an answer': ({ schemas }) => {
      schemas.Order.properties.more = text;
      schemas.Order.required.push('more', 'at');
    },
    'a new value in a request': ({ schemas }) => schemas.Request.properties.kind.enum.push('C'),
    'a new value in an answer': ({ schemas }) => schemas.Order.properties.status.enum.push('HELD'),
    'a new error code': ({ schemas }) => schemas.Error.properties.code.enum.push('TOO_MANY'),
    'a new error status, and a removed one': ({ post }) => {
      post.responses[404] = post.responses[400];
      delete post.responses[400];
    },
    'a new variant': ({ schemas }) => {
      schemas.Card = { type: 'object', properties: { type: { const: 'CARD', ...text } } };
      schemas.Payee.oneOf.unshift(ref('Card'));
    },
    'a wider limit': ({ schemas, post }) => {
      schemas.Request.properties.name.maxLength = 40;
      delete schemas.Request.properties.tags.maxItems;
      post.parameters[0].schema.minimum = 0;
    },
    'a limit of an answer': ({ schemas }) => (schemas.Order.properties.amount.maximum = 1000),
    'a wider type in a request': ({ schemas }) => {
      schemas.Request.properties.count = { anyOf: [{ type: 'number' }, { type: 'null' }] };
    },
    'a renamed component': ({ schemas, post }) => {
      schemas.OrderRequest = schemas.Request;
      delete schemas.Request;
      post.requestBody.content = json(ref('OrderRequest'));
    },
    'a response and a parameter that become components': ({ post, components }) => {
      components.responses = { Invalid: post.responses[400] };
      components.parameters = { Limit: post.parameters[0] };
      post.responses[400] = { $ref: '#/components/responses/Invalid' };
      post.parameters[0] = { $ref: '#/components/parameters/Limit' };
    },
    'a description': ({ schemas }) => (schemas.Order.properties.id.description = 'the id'),
  };

  test.each(Object.entries(additive))('%s', (_, change) => {
    expect(changed(change)).toEqual([]);
  });
});

describe('a breaking change is', () => {
  const breaking: Readonly<Record<string, readonly [string | readonly string[], Change]>> = {
    'a removed operation': ['getOrder: GET /1/orders is removed', ({ paths }) => delete paths['/1/orders'].get],
    'a renamed path': [
      ['createOrder: POST /1/orders is removed', 'getOrder: GET /1/orders is removed'],
      ({ paths }) => {
        paths['/1/order'] = paths['/1/orders'];
        delete paths['/1/orders'];
      },
    ],
    'another operationId': ['createOrder: its operationId is now order', ({ post }) => (post.operationId = 'order')],
    'another credential': [
      'createOrder: it requires another credential',
      ({ post }) => (post.security = [{ Bearer: [] }]),
    ],
    'a removed parameter': ['createOrder: the query parameter limit is removed', ({ post }) => (post.parameters = [])],
    'a renamed parameter': [
      'createOrder: the query parameter limit is removed',
      ({ post }) => (post.parameters[0].name = 'size'),
    ],
    'a parameter that is now required': [
      'createOrder: the query parameter limit is now required',
      ({ post }) => (post.parameters[0].required = true),
    ],
    'a new required parameter': [
      'createOrder: the header parameter Key is now required',
      ({ post }) => post.parameters.push({ name: 'Key', in: 'header', required: true, schema: text }),
    ],
    'a tighter limit': [
      'createOrder: query parameter limit had the maximum 100 and has 50',
      ({ post }) => (post.parameters[0].schema.maximum = 50),
    ],
    'a tighter limit of a parameter that becomes a component': [
      'createOrder: query parameter limit had the maximum 100 and has 50',
      ({ post, components }) => {
        components.parameters = { Limit: post.parameters[0] };
        post.parameters[0].schema.maximum = 50;
        post.parameters[0] = { $ref: '#/components/parameters/Limit' };
      },
    ],
    'another media type of an answer that becomes a component': [
      'createOrder: answer 200: application/json is removed',
      ({ post, components }) => {
        components.responses = { Export: { content: { 'text/csv': { schema: text } } } };
        post.responses[200] = { $ref: '#/components/responses/Export' };
      },
    ],
    'another default': [
      'createOrder: query parameter limit had the default 20 and has 10',
      ({ post }) => (post.parameters[0].schema.default = 10),
    ],
    'a body that is now required': [
      'createOrder: its body is now required',
      ({ post }) => (post.requestBody.required = true),
    ],
    'a body of another media type': [
      'createOrder: body: application/json is removed',
      ({ post }) => (post.requestBody.content = { 'text/csv': { schema: text } }),
    ],
    'another status of success': [
      ['createOrder: 200 is no longer a status of its success', 'createOrder: 201 is a new status of its success'],
      ({ post }) => {
        post.responses[201] = post.responses[200];
        delete post.responses[200];
      },
    ],
    'a removed field of a request': [
      'Request: name is removed',
      ({ schemas }) => delete schemas.Request.properties.name,
    ],
    'a new required field of a request': [
      'Request: more is now required',
      ({ schemas }) => {
        schemas.Request.properties.more = text;
        schemas.Request.required.push('more');
      },
    ],
    'a field of a request that is now required': [
      'Request: kind is now required',
      ({ schemas }) => schemas.Request.required.push('kind'),
    ],
    'a removed value of a request': [
      'Request: kind no longer has B',
      ({ schemas }) => (schemas.Request.properties.kind.enum = ['A']),
    ],
    'a request that now accepts certain values only': [
      'Request: name accepts certain values only',
      ({ schemas }) => (schemas.Request.properties.name.enum = ['A']),
    ],
    'another type in a request': [
      'Request: name was string and is integer',
      ({ schemas }) => (schemas.Request.properties.name.type = 'integer'),
    ],
    'a request that may no longer be null': [
      'Request: note was string or null and is string',
      ({ schemas }) => (schemas.Request.properties.note = text),
    ],
    'a pattern in a request': [
      'Request: name had the pattern undefined and has ^a',
      ({ schemas }) => (schemas.Request.properties.name.pattern = '^a'),
    ],
    'items of another type': [
      'Request: tags.[] was string and is boolean',
      ({ schemas }) => (schemas.Request.properties.tags.items = { type: 'boolean' }),
    ],
    'a request that no longer accepts other fields': [
      'Request: no longer accepts other fields',
      ({ schemas }) => (schemas.Request.additionalProperties = false),
    ],
    'a removed variant': [['Payee: the variant BANK is removed'], ({ schemas }) => schemas.Payee.oneOf.shift()],
    'a variant with a removed field': ['Bank: iban is removed', ({ schemas }) => delete schemas.Bank.properties.iban],
    'a removed field of an answer': ['Order: at is removed', ({ schemas }) => delete schemas.Order.properties.at],
    'a renamed field of an answer': [
      'Order: at is removed',
      ({ schemas }) => {
        schemas.Order.properties.createdAt = schemas.Order.properties.at;
        delete schemas.Order.properties.at;
      },
    ],
    'an answer that may now lack a field': [
      'Order: status may now be absent',
      ({ schemas }) => (schemas.Order.required = ['id']),
    ],
    'an answer that may be null': [
      'Order: amount was integer and is integer or null',
      ({ schemas }) => (schemas.Order.properties.amount = { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
    ],
    'another type in an answer': [
      'Order: amount was integer and is string',
      ({ schemas }) => (schemas.Order.properties.amount = text),
    ],
    'another format in an answer': [
      'Order: at had the format date-time and has date',
      ({ schemas }) => (schemas.Order.properties.at.format = 'date'),
    ],
    'a removed value of an answer': [
      'Order: status no longer has DONE',
      ({ schemas }) => (schemas.Order.properties.status.enum = ['OPEN']),
    ],
    'another type in a map': [
      'Order: labels.* was string and is integer',
      ({ schemas }) => (schemas.Order.properties.labels.additionalProperties = { type: 'integer' }),
    ],
    'a change of a keyword without a rule': [
      'Request: name has another not',
      ({ schemas }) => (schemas.Request.properties.name.not = { const: 'x' }),
    ],
  };

  test.each(Object.entries(breaking))('%s', (_, [expected, change]) => {
    expect(changed(change)).toEqual([expected].flat());
  });

  test('a difference in two operations, reported once', () => {
    expect(changed(({ schemas }) => delete schemas.Order.properties.id)).toEqual(['Order: id is removed']);
  });
});
