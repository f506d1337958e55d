import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cardsOpenApi } from '@corridor/adapters-rails/http-cards';
import { type CurrencyCode, instant } from '@corridor/core';
import { type CardMessage, type CardReply, DECLINE_REASONS } from '@corridor/core/ports';
import { validate } from '@scalar/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { CARD_ID, CARD_ORDER, MESSAGES, playProcessor } from '../../packages/adapters-rails/src/testing/http-cards.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/connections/cards.md', import.meta.url)), 'utf8');
const blocksOf = (info: RegExp): readonly (readonly [string, string])[] =>
  [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, label = '', text = '']) =>
    info.test(label) ? [[label, text] as const] : [],
  );

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const document = JSON.parse(JSON.stringify(cardsOpenApi())) as Document;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const faultsIn = (schema: string, value: unknown) => {
  ajv.validate({ $ref: `#/components/schemas/${schema}`, components: document.components }, value);
  return ajv.errors;
};

const USD = 'USD' as CurrencyCode;
const REPLIES: readonly CardReply[] = [
  { kind: 'approved', amount: 0n, currency: USD, transactionId: null },
  ...DECLINE_REASONS.map((reason) => ({ kind: 'declined', reason }) as const),
  { kind: 'balance', available: 1_250n, currency: USD },
  { kind: 'booked', transactionId: null },
];

describe('the OpenAPI document of card processors', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document) as never);
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('allows each request that the service sends', async () => {
    const played = await playProcessor();
    const { issuer } = played.connection;
    await issuer.issue(CARD_ORDER, 0);
    await issuer.issue({ ...CARD_ORDER, cardholder: { ...CARD_ORDER.cardholder, address: null } }, 0);
    played.answer = () => ({ stored: true });
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED'] as const) await issuer.tell(CARD_ID, state);
    await issuer
      .reveal({ cardId: CARD_ID, tenant: '' as never, expiresAt: instant(played.clock.now() + 1) })
      .catch(() => undefined);
    const sent = played.requests.flatMap(({ body, url }) => (typeof body === 'string' ? [[url, body] as const] : []));
    const schemaAt = (url: string) =>
      url.endsWith('/state') ? 'CardState' : url.endsWith('/reveal') ? 'RevealRequest' : 'CardOrder';
    expect(sent.map(([url, body]) => faultsIn(schemaAt(url), JSON.parse(body)))).toEqual(sent.map(() => null));
    expect(sent).toHaveLength(6);
  });

  it('allows each reply that the service gives', async () => {
    for (const value of REPLIES) {
      const played = await playProcessor();
      played.tell = async () => ({ ok: true, value });
      const { signed } = await played.report(MESSAGES.authorization);
      expect([value, faultsIn('Reply', JSON.parse(signed!.body))]).toEqual([value, null]);
    }
  });

  it('allows the messages that the reader accepts', () => {
    for (const message of Object.values(MESSAGES))
      expect([message, faultsIn('ProcessorMessage', message)]).toEqual([message, null]);
  });
});

describe('docs/connections/cards.md', () => {
  it('shows orders, answers, messages and replies that the readers accept', () => {
    const shown = blocksOf(/^json [A-Z]/);
    expect(shown).toHaveLength(12);
    for (const [label, text] of shown) expect([text, faultsIn(label.slice(5), JSON.parse(text))]).toEqual([text, null]);
  });

  it('shows an entry that can be read', async () => {
    const [[, text]] = blocksOf(/^json$/) as [readonly [string, string]];
    const { cards } = JSON.parse(text) as { readonly cards: readonly [Readonly<Record<string, unknown>>] };
    const { type: _type, name: _name, environment: _environment, floors, ...members } = cards[0];
    const secrets = { secret: { env: 'SECRET' }, callbackSecret: { env: 'CALLBACK_SECRET' } };
    const { connection } = await playProcessor({ ...members, ...secrets });
    expect(connection.claims).toEqual(['address https://cards.acme.example/v1']);
    expect(Object.keys(floors as object)).toEqual(connection.issuer.currencies);
  });

  it('has a line for each kind of message and for each operation', () => {
    const kinds = Object.keys(MESSAGES) as CardMessage['kind'][];
    for (const kind of kinds) expect(page).toMatch(new RegExp(`^\\| \`${kind}\` `, 'm'));
    for (const [path, operations] of Object.entries(document.paths))
      for (const method of Object.keys(operations)) expect(page).toContain(`| \`${method.toUpperCase()} ${path}\``);
  });
});
