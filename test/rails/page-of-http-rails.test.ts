import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import type { RailTelling } from '@corridor/core/ports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { ENTRY, playRail } from '../../packages/adapters-rails/src/testing/http-rails.js';
import { connectionsFileOf } from '../support/example-rails.js';

const textOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8');
const page = textOf('rails/http.md');
const protocol = textOf('connections/protocol.md');
const blocksOf = (info: RegExp, source = page): readonly (readonly [string, string])[] =>
  [...source.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, label = '', text = '']) =>
    info.test(label) ? [[label, text] as const] : [],
  );

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const document = railOpenApi() as { readonly components: object };
const faultsIn = (schema: string, value: unknown) => {
  ajv.validate({ $ref: `#/components/schemas/${schema}`, components: document.components }, value);
  return ajv.errors;
};

interface Message {
  readonly oneOf: readonly { readonly properties: { readonly kind: { readonly const: string } } }[];
}

/** The compiler asks for each kind of message that core accepts. */
const KINDS: Readonly<Record<RailTelling['kind'], true>> = {
  payout: true,
  collection: true,
  refund: true,
  arrival: true,
  reversal: true,
  recall: true,
  booking: true,
  difference: true,
  held: true,
};

describe('docs/rails/http.md', () => {
  it('shows messages with valid signatures and bodies', () => {
    const [, requests, answers] = /secret of requests is `(.*?)`.*?`(.*?)`/s.exec(protocol)!;
    const examples = blocksOf(/^http$/, protocol).map(([, text]) => {
      const [head = '', body = ''] = text.split('\n\n');
      const [first = '', ...lines] = head.split('\n');
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
      return { first, headers, body: body.trimEnd() };
    });
    const used = [
      { secret: requests!, schema: 'Payout' },
      { secret: answers!, schema: 'PayoutStatus' },
      { secret: answers!, schema: 'Message' },
    ];
    expect(examples).toHaveLength(used.length);
    examples.forEach(({ headers, body }, index) => {
      const { secret, schema } = used[index]!;
      const sent = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(new Webhook(secret).sign(headers['webhook-id']!, sent, body)).toBe(headers['webhook-signature']);
      expect(faultsIn(schema, JSON.parse(body))).toBeNull();
    });
    const [request, answer] = examples;
    expect(request!.headers['webhook-id']).toContain(request!.first.replace(' HTTP/1.1', ' '));
    expect(answer!.headers['webhook-id']).toBe(request!.headers['webhook-id']);
  });

  it('shows states and messages that the readers accept', () => {
    const shown = blocksOf(/^json [A-Z]/);
    expect(shown.length).toBeGreaterThan(6);
    for (const [label, text] of shown) expect([text, faultsIn(label.slice(5), JSON.parse(text))]).toEqual([text, null]);
  });

  it('shows networks that an entry may have', async () => {
    const [[, networks = ''] = []] = blocksOf(/^json networks$/);
    const capabilities = {
      ...ENTRY.capabilities,
      currencies: ['EUR', 'USDC'],
      accountTypes: ['EUR_ACCOUNT', 'BASE_WALLET'],
    };
    const { connection } = await playRail({ ...ENTRY, capabilities, networks: JSON.parse(networks) as unknown });
    expect(connection.rails[0]!.networkFees!.networks('USDC' as never)).toEqual(['BASE']);
  });

  it('shows the entry of the example with Express, with other names of its secrets', () => {
    const [[, text = ''] = []] = blocksOf(/^json$/);
    expect(JSON.parse(text.replaceAll('EXPRESS_BANK_', 'RAIL_'))).toEqual(connectionsFileOf('rail-express'));
  });

  it('has a line for each kind of message, and the document has its schema', () => {
    const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Message>> };
    const declared = schemas['Message']!.oneOf.map(({ properties }) => properties.kind.const);
    expect(declared.toSorted()).toEqual(Object.keys(KINDS).toSorted());
    for (const kind of declared) expect(page).toMatch(new RegExp(`^\\| \`${kind}\` `, 'm'));
  });

  it('has a line for each operation of the OpenAPI document', () => {
    const { paths } = railOpenApi() as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
    for (const [path, operations] of Object.entries(paths))
      for (const method of Object.keys(operations)) expect(page).toContain(`| \`${method.toUpperCase()} ${path}\``);
  });
});
