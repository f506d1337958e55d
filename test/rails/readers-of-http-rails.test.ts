import { validate } from '@scalar/openapi-parser';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import { RailUnavailable } from '@corridor/core/ports';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  PAYOUT,
  type PlayedRail,
  playRail,
  SECRETS,
  signedBy,
} from '../../packages/adapters-rails/src/testing/http-rails.js';
import { type Chance, chanceOf } from '../support/chance.js';

const ROUNDS = 1_000;

const document = JSON.parse(JSON.stringify(railOpenApi())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};
interface Operation {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
  };
}

/** Whether the OpenAPI document allows a value in a place. */
function schemaOf(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  return ajv.compile({ $ref: `#/components/schemas/${name}`, components: document.components });
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

const NAMED = { rail: 'acme', messageId: 'M1' };
const reference = PAYOUT.reference;
const STATES: Readonly<Record<string, readonly Json[]>> = {
  PayoutStatus: [
    { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
    {
      state: 'delivered',
      onChainTransaction: { transactionHash: '0x1', network: 'BASE' },
      checkAfterSeconds: 60,
    },
    { state: 'pending', checkAfterSeconds: 60 },
    { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TRANSACTION_FAILED', refundable: true },
    { state: 'returned', returnId: 'R1', amount: '1250', reason: null },
  ],
  CollectionStatus: [
    { state: 'collected', checkAfterSeconds: 60 },
    { state: 'failed', reason: 'REJECTED' },
    { state: 'returned', returnId: 'R1', amount: '1250', reason: 'no mandate' },
  ],
  RefundStatus: [{ state: 'completed' }, { state: 'failed', reason: 'closed' }],
};
const MESSAGES: readonly Json[] = [
  ...STATES['PayoutStatus']!.map((status) => ({ kind: 'payout', ...NAMED, reference, status })),
  ...STATES['CollectionStatus']!.map((status) => ({ kind: 'collection', ...NAMED, reference, status })),
  ...STATES['RefundStatus']!.map((status) => ({ kind: 'refund', ...NAMED, reference, status })),
  {
    kind: 'arrival',
    rail: 'acme',
    paymentId: 'A1',
    reference: 'K7QF9M3XHTCP',
    currency: 'EUR',
    amount: '1250',
    remitter: { name: 'Ada', account: null },
    valueDate: '2026-01-15',
    candidates: ['K7QF9M3XHTCP', ''],
    returnAfterSeconds: 60,
  },
  { kind: 'reversal', ...NAMED, paymentId: 'A1', amount: '1250', reason: null },
  { kind: 'recall', ...NAMED, paymentId: 'A1', amount: '1250', reason: 'fraud' },
  { kind: 'booking', ...NAMED, booking: 'CHARGE', currency: 'EUR', amount: '5', note: null },
  { kind: 'held', ...NAMED, currency: 'EUR', amount: '5', reason: 'no money on the account' },
  { kind: 'difference', ...NAMED, currency: 'EUR', amount: '5', direction: 'IN', reason: 'unknown credit' },
];

/** Values that readers often treat wrongly. */
const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  60,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '0',
  '00',
  '-1250',
  '1e3',
  '1250.0',
  '٣',
  '9'.repeat(15),
  '9'.repeat(17),
  'delivered',
  'pending',
  'failed',
  'returned',
  'completed',
  'payout',
  'arrival',
  'USD',
  'usd',
  '2026-02-29',
  '2028-02-29',
  'a\u0000b',
  'a\nb',
  '\u2028',
  '\ud800',
  '😀',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(501),
  [],
  {},
  [{}],
  { state: 'pending' },
  { toString: 'x' },
];

/** The paths of all values in a value, its own first. */
const pathsIn = (value: Json, at: Path = []): Path[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...at, name]))
    : []),
];

/** A copy with another value at a path; undefined removes the member. */
function changedAt(value: Json, [name, ...rest]: Path, to: Json | undefined): Json | undefined {
  if (name === undefined) return to;
  const copy = structuredClone(value) as Record<string | number, Json>;
  const inner = changedAt(copy[name]!, rest, to);
  if (inner === undefined) delete copy[name];
  else Object.defineProperty(copy, name, { value: inner, enumerable: true, configurable: true, writable: true });
  return copy as Json;
}

function mutated(value: Json, chance: Chance): Json {
  const path = chance.of(pathsIn(value));
  switch (chance.under(4)) {
    case 0:
      return changedAt(value, path, undefined) ?? null;
    case 1: {
      const name = chance.of(['state', 'amount', '__proto__', 'constructor', 'extra', 'checkAfterSeconds', 'reason']);
      const isObject = (of: unknown): boolean => typeof of === 'object' && of !== null && !Array.isArray(of);
      const target = path.reduce<unknown>((of, step) => (of as Record<string, unknown>)[step], value);
      return isObject(target) ? changedAt(value, [...path, name], chance.of(ODD))! : chance.of(ODD);
    }
    default:
      return changedAt(value, path, chance.of(ODD))!;
  }
}

/** Flips, removes, doubles or inserts some bytes. */
function garbled(bytes: Buffer, chance: Chance): Buffer {
  let garbage = Buffer.from(bytes);
  for (let n = chance.under(4); n >= 0; n--) {
    const at = chance.under(garbage.length + 1);
    const [before, after] = [garbage.subarray(0, at), garbage.subarray(at)];
    const some = Buffer.from(chance.of(['{', '}', '"', ',', '[', '\\u0000', '\u00ff', ' ', '1', 'null', '\ufeff']));
    const parts = [
      [before, some, after],
      [before, after.subarray(1 + chance.under(9))],
      [before, before.subarray(-chance.under(20) - 1), after],
      [before, Buffer.from([chance.under(256)]), after.subarray(1)],
    ];
    garbage = Buffer.concat(chance.of(parts));
  }
  return garbage;
}

let played: PlayedRail;
beforeAll(async () => {
  played = await playRail();
});

/** Whether an answer was accepted; anything but a status or RailUnavailable fails the test. */
async function accepts(name: string): Promise<boolean> {
  const [rail] = played.connection.rails;
  const { paymentRail: _by, purposeOfPayment: _why, sameCurrency: _same, ...pull } = PAYOUT;
  const refund = { reference: 'Refund:1', pull, submittedAt: PAYOUT.submittedAt };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    PayoutStatus: () => rail!.payouts!.status(PAYOUT, PAYOUT.submittedAt),
    CollectionStatus: () => rail!.pulls!.status(pull, PAYOUT.submittedAt),
    RefundStatus: () => rail!.pulls!.refund(refund, PAYOUT.submittedAt),
  };
  try {
    const status = (await calls[name]!()) as { readonly state: string };
    expect(typeof status.state).toBe('string');
    return true;
  } catch (cause) {
    expect(cause).toBeInstanceOf(RailUnavailable);
    return false;
  }
}

describe('the OpenAPI document of HTTP rails', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document));
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('allows each request that the service sends', async () => {
    const { connection, requests } = await playRail();
    const [rail] = connection.rails;
    const { paymentRail: _by, purposeOfPayment: _why, sameCurrency: _same, ...pull } = PAYOUT;
    const at = PAYOUT.submittedAt;
    const refund = { reference: 'Refund:1', currency: PAYOUT.currency, amount: 7n, submittedAt: at };
    const remitter = { name: 'Ada', account: null };
    const calls = [
      rail!.payouts!.submit(PAYOUT),
      rail!.payouts!.cancel!(PAYOUT),
      rail!.payouts!.lookUp(PAYOUT.account, PAYOUT.currency),
      rail!.pulls!.submit(pull),
      rail!.pulls!.cancel!(pull),
      rail!.pulls!.refund({ reference: 'Refund:1', pull, submittedAt: at }, at),
      rail!.funding!.refund({ ...refund, arrival: { paymentId: 'A1', remitter, valueDate: null } }, at),
      rail!.funding!.refund({ ...refund, arrival: null }, at),
    ];
    await Promise.allSettled(calls);
    expect(requests).toHaveLength(calls.length);
    for (const { url, body } of requests) {
      const path = new URL(url).pathname.replace('/v1', '').replace(reference, '{reference}');
      const schema = document.paths[path]!['post']!.requestBody!.content['application/json'].schema.$ref;
      expect([path, schemaOf(schema.split('/').at(-1)!)(JSON.parse(body as string))]).toEqual([path, true]);
    }
  });
});

describe('the readers of HTTP rails', () => {
  it.each(Object.keys(STATES))(
    'accept as %s exactly what the document allows, and refuse the rest by type',
    async (name) => {
      const allows = schemaOf(name);
      const chance = chanceOf(name);
      let accepted = 0;
      for (let round = 0; round < ROUNDS; round++) {
        let value = chance.of(STATES[name]!);
        for (let times = chance.under(3); times > 0; times--) value = mutated(value, chance);
        const text = JSON.stringify(value);
        played.answer = () => value;
        const isAccepted = await accepts(name);
        expect([text, isAccepted]).toEqual([text, allows(JSON.parse(text))]);
        if (isAccepted) accepted++;
      }
      expect(accepted).toBeGreaterThan(ROUNDS / 10);
      expect(accepted).toBeLessThan(ROUNDS);
    },
  );

  it('accept as messages exactly what the document allows, of this rail', async () => {
    const allows = schemaOf('Message');
    const chance = chanceOf('messages');
    let accepted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let value = chance.of(MESSAGES);
      for (let times = chance.under(3); times > 0; times--) value = mutated(value, chance);
      played.told.length = 0;
      const text = JSON.stringify(value);
      const { status } = await played.report(text);
      const read = JSON.parse(text) as { readonly rail?: string } | null;
      const isAllowed = allows(read) && read?.rail === 'acme';
      expect([text, status, played.told.length]).toEqual([text, ...(isAllowed ? [200, 1] : [400, 0])]);
      if (isAllowed) accepted++;
    }
    expect(accepted).toBeGreaterThan(ROUNDS / 10);
    expect(accepted).toBeLessThan(ROUNDS);
  });

  it('refuse garbled bytes by type, signed or not', async () => {
    const chance = chanceOf('bytes');
    const statuses = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const right = Buffer.from(JSON.stringify(chance.of(MESSAGES)));
      const body = garbled(right, chance);
      const text = body.toString();
      const isText = Buffer.from(text).equals(body);
      const signedText = isText ? text : right.toString();
      const headers = signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'M1', signedText);
      played.told.length = 0;
      const answer = await played.connection.callback!({ path: 'events', headers, body }, played.tell);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect([200, 400, 401]).toContain(answer.status);
      expect(played.told).toHaveLength(answer.status === 200 ? 1 : 0);
      if (!isText) expect(answer.status).toBe(401);

      played.outcome = (outcome, { headers: sent }) => ({
        ...outcome,
        body: text,
        headers: signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, sent['webhook-id']!, text),
      });
      await accepts(chance.of(Object.keys(STATES)));
    }
    played.outcome = (outcome) => outcome;
    expect([...statuses.keys()].sort()).toEqual([200, 400, 401]);
  });

  it('refuse garbled headers of a signature', async () => {
    const chance = chanceOf('headers');
    const body = JSON.stringify(MESSAGES[0]);
    for (let round = 0; round < ROUNDS; round++) {
      const right = signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'M1', body);
      const name = chance.of(Object.keys(right));
      const text = garbled(Buffer.from(right[name]!), chance).toString('latin1');
      const headers = { ...right, [name]: text };
      played.told.length = 0;
      const { status } = await played.report(body, { headers });
      // A longer list of signatures, or base64 with other characters between, still has the right signature.
      const macs = text.split(' ').map((one) => Buffer.from(one.slice(3), 'base64').toString('base64'));
      const isSame =
        text === right[name] || (name === 'webhook-signature' && macs.includes(right[name]!.slice('v1,'.length)));
      if (!isSame) expect([text, status, played.told.length]).toEqual([text, 401, 0]);
    }
  });
});
