import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { httpTravelRule, travelRuleOpenApi, travelRuleSchema } from '@corridor/adapters-rails/http-travel-rule';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRailStore } from '@corridor/core/internal';
import type { TravelRule } from '@corridor/core/ports';
import { travelRuleContract } from '@corridor/core/testing';
import { validate } from '@scalar/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as runner from 'vitest';
import {
  playTravelRule,
  TRANSFER,
  TRAVEL_RULE_ENTRY,
} from '../../packages/adapters-rails/src/testing/http-travel-rule.js';
import { startTravelRulePartner, type TravelRulePartner } from '../support/travel-rule-partner.js';

const { afterAll, beforeAll, describe, expect, it } = runner;

describe('a partner over HTTP', () => {
  let partner: TravelRulePartner;
  beforeAll(async () => {
    partner = await startTravelRulePartner();
  });
  afterAll(() => partner.stop());

  const open = (): TravelRule => {
    const { units } = createMemoryStorage();
    const sealer = createSealer(nodeCrypto.random.bytes(32));
    const entry = travelRuleSchema.parse({ ...TRAVEL_RULE_ENTRY, url: partner.url });
    return httpTravelRule(entry, {
      ...nodeCrypto,
      ...{ name: 'base', environment: 'SANDBOX', clock: systemClock },
      store: createRailStore({ units, clock: systemClock, sealer }, 'SANDBOX', 'base'),
      http: createOutboundHttp({ allowPrivate: true, timeoutMs: 10_000 }),
      log: { info: () => undefined, warn: () => undefined },
      rateOf: () => Promise.resolve(null),
      addressesOf: () => Promise.resolve(0),
      secretOf: (_, reference) => partner.secrets[(reference as { readonly env: keyof typeof partner.secrets }).env],
    }).partner;
  };
  travelRuleContract(runner, {
    open,
    accept: async (reference) => partner.decide(reference, { state: 'accepted' }),
  });
});

describe('the contract of partners of the travel rule', () => {
  /** The sentences of the cases that fail. */
  async function faultsOf(partner: Partial<TravelRule>): Promise<readonly string[]> {
    const cases: (() => Promise<void>)[] = [];
    const recording = { ...runner, test: (_name: string, run: () => Promise<void>) => void cases.push(run) };
    const right: TravelRule = {
      name: 'right',
      send: async () => ({ state: 'accepted' }),
      lookUp: async () => ({ state: 'unknown' }),
    };
    travelRuleContract(recording as never, { open: () => ({ ...right, ...partner }) });
    const outcomes = await Promise.allSettled(cases.map((run) => run()));
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []));
  }

  it('says in a sentence what a partner does wrong', async () => {
    const faults = (await faultsOf({})).join('\n');
    expect(faults).toMatch(
      /^lookUp \(a transfer that was sent\): state is "unknown", but must be the state of the answer, accepted\. See docs\/connections\/travel-rule\.md#operations-of-the-partner$/m,
    );
    const known = await faultsOf({ lookUp: async () => ({ state: 'accepted' }) });
    expect(known.join('\n')).toContain('lookUp (an unknown reference): state is "accepted", but must be unknown');
  });
});

const page = readFileSync(fileURLToPath(new URL('../../docs/connections/travel-rule.md', import.meta.url)), 'utf8');
const blocksOf = (info: RegExp): readonly (readonly [string, string])[] =>
  [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].flatMap(([, label = '', text = '']) =>
    info.test(label) ? [[label, text] as const] : [],
  );

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const document = JSON.parse(JSON.stringify(travelRuleOpenApi())) as Document;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const faultsIn = (schema: string, value: unknown) => {
  ajv.validate({ $ref: `#/components/schemas/${schema}`, components: document.components }, value);
  return ajv.errors;
};

describe('the OpenAPI document of partners of the travel rule', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document) as never);
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('allows each request that the service sends', async () => {
    const played = playTravelRule();
    await played.rule.partner.send(TRANSFER);
    expect(faultsIn('Transfer', JSON.parse(played.requests[0]!.body as string))).toBeNull();
  });
});

describe('docs/connections/travel-rule.md', () => {
  it('shows transfers, answers and messages that the readers accept', () => {
    const shown = blocksOf(/^json [A-Z]/);
    expect(shown.length).toBeGreaterThan(5);
    for (const [label, text] of shown) expect([text, faultsIn(label.slice(5), JSON.parse(text))]).toEqual([text, null]);
  });

  it('shows a member that can be read', () => {
    const [[, text = ''] = []] = blocksOf(/^json travelRule$/);
    expect(travelRuleSchema.parse(JSON.parse(text))).toMatchObject({ proofAbove: '1000.00', waitSeconds: 86_400 });
  });

  it('has a line for each kind of message and for each operation', () => {
    for (const kind of ['answered', 'incoming']) expect(page).toMatch(new RegExp(`^\\| \`${kind}\` `, 'm'));
    for (const [path, operations] of Object.entries(document.paths))
      for (const method of Object.keys(operations)) expect(page).toContain(`| \`${method.toUpperCase()} ${path}\``);
  });
});
