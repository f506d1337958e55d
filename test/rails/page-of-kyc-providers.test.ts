import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kycOpenApi } from '@corridor/adapters-rails/http-kyc';
import type { KycTelling } from '@corridor/core/ports';
import { validate } from '@scalar/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { APPLICATION, KYC_ENTRY, OWNER, playProvider } from '../../packages/adapters-rails/src/testing/http-kyc.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/connections/kyc.md', import.meta.url)), 'utf8');
const blocksOf = (info: RegExp): readonly (readonly [string, string])[] =>
  [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, label = '', text = '']) =>
    info.test(label) ? [[label, text] as const] : [],
  );

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const document = JSON.parse(JSON.stringify(kycOpenApi())) as Document;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const faultsIn = (schema: string, value: unknown) => {
  ajv.validate({ $ref: `#/components/schemas/${schema}`, components: document.components }, value);
  return ajv.errors;
};

/** The compiler asks for each kind of message that core accepts. */
const KINDS: Readonly<Record<KycTelling['kind'], true>> = { changed: true, withdrawn: true, renewal: true };

describe('the OpenAPI document of KYC providers', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document) as never);
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('allows each request that the service sends', async () => {
    const provider = await playProvider({
      ...KYC_ENTRY,
      capabilities: { customerTypes: ['BUSINESS'], hostedLink: true },
    });
    provider.answer = ({ method }) =>
      method === 'PUT' ? { stored: true } : method === 'GET' ? { state: 'unknown' } : {};
    await provider.connection.provider.review(APPLICATION).catch(() => undefined);
    await provider.connection.provider.reviewOwner(OWNER).catch(() => undefined);
    const { customer } = APPLICATION;
    const link = { reference: 'KycLink:0199c0de-0000-7000-8000-000000000009', customer, redirectUri: null };
    await provider.connection.provider.links!.create(link).catch(() => undefined);
    const bodies = provider.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body as string));
    expect(bodies).toHaveLength(3);
    expect(faultsIn('Application', bodies[0])).toBeNull();
    expect(faultsIn('LaterOwner', bodies[1])).toBeNull();
    expect(faultsIn('LinkRequest', bodies[2])).toBeNull();
  });
});

describe('docs/connections/kyc.md', () => {
  it('shows verdicts, decisions and messages that the readers accept', () => {
    const shown = blocksOf(/^json [A-Z]/);
    expect(shown.length).toBeGreaterThan(6);
    for (const [label, text] of shown) expect([text, faultsIn(label.slice(5), JSON.parse(text))]).toEqual([text, null]);
  });

  it('shows an entry that can be read', async () => {
    const [[, text = ''] = []] = blocksOf(/^json$/);
    const { kyc } = JSON.parse(text) as { readonly kyc: readonly [Readonly<Record<string, unknown>>] };
    const { type: _type, name: _name, environment: _environment, ...members } = kyc[0];
    const secrets = { secret: { env: 'SECRET' }, callbackSecret: { env: 'CALLBACK_SECRET' } };
    const { connection } = await playProvider({ ...members, ...secrets });
    expect(connection.claims).toEqual(['address https://kyc.acme-id.example/v1']);
  });

  it('has a line for each kind of message and for each operation', () => {
    for (const kind of Object.keys(KINDS)) expect(page).toMatch(new RegExp(`^\\| \`${kind}\` `, 'm'));
    for (const [path, operations] of Object.entries(document.paths))
      for (const method of Object.keys(operations)) expect(page).toContain(`| \`${method.toUpperCase()} ${path}\``);
  });
});
