import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { screeningOpenApi } from '@corridor/adapters-rails/http-screening';
import type { ScreeningTelling } from '@corridor/core/ports';
import { validate } from '@scalar/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { playScreening, QUESTION, SCREENING_ENTRY } from '../../packages/adapters-rails/src/testing/http-screening.js';
import { playWatchman } from '../../packages/adapters-rails/src/testing/watchman.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/connections/screening.md', import.meta.url)), 'utf8');
const blocksOf = (info: RegExp): readonly (readonly [string, string])[] =>
  [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, label = '', text = '']) =>
    info.test(label) ? [[label, text] as const] : [],
  );

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const document = JSON.parse(JSON.stringify(screeningOpenApi())) as Document;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const faultsIn = (schema: string, value: unknown) => {
  ajv.validate({ $ref: `#/components/schemas/${schema}`, components: document.components }, value);
  return ajv.errors;
};

/** The compiler asks for each kind of message that core accepts. */
const KINDS: Readonly<Record<ScreeningTelling['kind'], true>> = { 'lists-changed': true, changed: true };

describe('the OpenAPI document of screening providers', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document) as never);
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('allows each question that the service sends', async () => {
    const provider = await playScreening();
    await provider.connection.provider.screen(QUESTION);
    const names = await playScreening({ ...SCREENING_ENTRY, capabilities: { payments: false } });
    await names.connection.provider.screen(QUESTION);
    const bodies = [...provider.requests, ...names.requests].map(({ body }) => JSON.parse(body as string) as unknown);
    expect(bodies.map((body) => faultsIn('Question', body))).toEqual([null, null]);
  });
});

describe('docs/connections/screening.md', () => {
  it('shows questions, answers and messages that the readers accept', () => {
    const shown = blocksOf(/^json [A-Z]/);
    expect(shown).toHaveLength(6);
    for (const [label, text] of shown) expect([text, faultsIn(label.slice(5), JSON.parse(text))]).toEqual([text, null]);
  });

  it('shows entries that can be read', async () => {
    const [http, watchman] = blocksOf(/^json$/).map(([, text]) => {
      const { screening } = JSON.parse(text) as { readonly screening: readonly [Readonly<Record<string, unknown>>] };
      const {
        type: _type,
        name: _name,
        environment: _environment,
        notDuring,
        passBelow,
        holdHours,
        ...members
      } = screening[0];
      expect([notDuring, passBelow, holdHours]).not.toContain(null);
      return members;
    });
    const secrets = { secret: { env: 'SECRET' }, callbackSecret: { env: 'CALLBACK_SECRET' } };
    const { connection } = await playScreening({ ...http, ...secrets });
    expect(connection.claims).toEqual(['address https://screening.acme.example/v1']);
    expect((await playWatchman(watchman)).connection.claims).toEqual([]);
  });

  it('has a line for each kind of message and for each operation', () => {
    for (const kind of Object.keys(KINDS)) expect(page).toMatch(new RegExp(`^\\| \`${kind}\` `, 'm'));
    for (const [path, operations] of Object.entries(document.paths))
      for (const method of Object.keys(operations)) expect(page).toContain(`| \`${method.toUpperCase()} ${path}\``);
  });
});
