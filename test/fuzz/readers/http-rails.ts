import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import { RailUnavailable } from '@corridor/core/ports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import {
  NO_TRAVEL_RULE,
  PAYOUT,
  playRail,
  SECRETS,
  signedBy,
} from '../../../packages/adapters-rails/src/testing/http-rails.js';
import { promise, READ, type Reader, textOf } from '../reader.js';
import { damagedText } from '../structure/bytes.js';
import { jsonLike } from '../structure/json.js';

const document = JSON.parse(JSON.stringify(railOpenApi())) as {
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

const NAMED = { rail: 'acme', messageId: 'M1' };
const { reference } = PAYOUT;
const STATES: Readonly<Record<string, readonly object[]>> = {
  PayoutStatus: [
    { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
    { state: 'delivered', onChainTransaction: { transactionHash: '0x1', network: 'BASE' }, checkAfterSeconds: 60 },
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
const MESSAGES: readonly object[] = [
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

const played = await playRail();
const SECRET = SECRETS['CALLBACK_SECRET']!;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [rail] = played.connection.rails;
const { paymentRail: _by, purposeOfPayment: _why, sameCurrency: _same, ...pull } = PAYOUT;
const CALLS: Readonly<Record<string, () => Promise<{ readonly state: string }>>> = {
  PayoutStatus: () => rail!.payouts!.status(PAYOUT, PAYOUT.submittedAt),
  CollectionStatus: () => rail!.pulls!.status(pull, PAYOUT.submittedAt),
  RefundStatus: () =>
    rail!.pulls!.refund({ reference: 'Refund:1', pull, submittedAt: PAYOUT.submittedAt }, PAYOUT.submittedAt),
};

/** The rail signs exactly the bytes of the input, so that they are refused for their content alone. */
function statusOf(name: string, as: string): Reader {
  const allows = schemaOf(name);
  return {
    name: as,
    sources: ['adapters-rails/src/partners/exchange.ts'],
    genuine: STATES[name]!.map((status) => JSON.stringify(status)),
    runs: 300,
    inputs: jsonLike(...STATES[name]!),
    async read(bytes) {
      const text = textOf(bytes);
      played.outcome = (outcome, { headers }) => ({
        ...outcome,
        body: text,
        headers: signedBy(SECRET, played.clock, headers['webhook-id']!, text),
      });
      played.requests.length = 0;
      played.warnings.length = 0;
      const isAllowed = allows(parsed(text));
      try {
        const status = await CALLS[name]!();
        promise(isAllowed && typeof status.state === 'string', 'what the document does not allow');
        return READ;
      } catch (cause) {
        if (!(cause instanceof RailUnavailable)) throw cause;
        if (isAllowed) throw new Error('the reader refused what the document allows', { cause });
        return 'RailUnavailable';
      }
    },
  };
}

const allowsMessage = schemaOf('Message');

/** Bytes that are not UTF-8 come with the signature of another message, and must be refused for that. */
const callback: Reader = {
  name: 'http-rail-callback',
  sources: ['adapters-rails/src/http-rail/callbacks.ts', 'adapters-rails/src/partners/message.ts'],
  genuine: MESSAGES.map((message) => JSON.stringify(message)),
  runs: 500,
  inputs: jsonLike(...MESSAGES),
  async read(bytes) {
    const text = textOf(bytes);
    const isText = Buffer.from(text).equals(bytes);
    const headers = signedBy(SECRET, played.clock, 'M1', isText ? text : JSON.stringify(MESSAGES[0]));
    played.told.length = 0;
    const { status } = await played.connection.callback!(
      { path: 'events', headers, body: Buffer.from(bytes) },
      played.tell,
      NO_TRAVEL_RULE,
    );
    const value = parsed(text);
    const isAllowed = isText && allowsMessage(value) && (value as { readonly rail: string }).rail === 'acme';
    const expected = isText ? (isAllowed ? 200 : 400) : 401;
    if (status !== expected || played.told.length !== (expected === 200 ? 1 : 0)) {
      throw new Error(`answered ${status} instead of ${expected}, and core received ${played.told.length} messages`);
    }
    return status === 200 ? READ : String(status);
  },
};

const BODY = JSON.stringify(MESSAGES[0]);
const RIGHT = signedBy(SECRET, played.clock, 'M1', BODY);

/** The input has the three headers as JSON. */
const signature: Reader = {
  name: 'http-rail-signature',
  sources: ['adapters-rails/src/partners/signature.ts'],
  genuine: [JSON.stringify(RIGHT)],
  runs: 300,
  inputs: fc
    .tuple(fc.constantFrom(...Object.keys(RIGHT)), fc.nat())
    .chain(([name]) => damagedText(RIGHT[name]!).map((text) => JSON.stringify({ ...RIGHT, [name]: text }))),
  async read(bytes) {
    const given = parsed(textOf(bytes));
    if (typeof given !== 'object' || given === null) return 'no headers';
    const isHeader = ([, value]: readonly [string, unknown]) => typeof value === 'string';
    const headers = Object.fromEntries(Object.entries(given).filter(isHeader)) as Record<string, string>;
    played.told.length = 0;
    const { status } = await played.report(BODY, { headers });
    // A longer list of signatures, or base64 with other characters between, still has the right signature.
    const macs = (headers['webhook-signature'] ?? '')
      .split(' ')
      .map((one) => Buffer.from(one.slice(3), 'base64').toString('base64'));
    const isSame =
      ['webhook-id', 'webhook-timestamp'].every((name) => headers[name] === RIGHT[name]) &&
      macs.includes(RIGHT['webhook-signature']!.slice('v1,'.length));
    promise(isSame || (status === 401 && played.told.length === 0), 'a message with a wrong signature');
    return status === 200 ? READ : String(status);
  },
};

export const HTTP_RAILS: readonly Reader[] = [
  statusOf('PayoutStatus', 'http-rail-payout'),
  statusOf('CollectionStatus', 'http-rail-collection'),
  statusOf('RefundStatus', 'http-rail-refund'),
  callback,
  signature,
];
