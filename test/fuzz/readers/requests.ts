import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { ok } from '@corridor/core';
import { createCursors, type Instant, readTraceparent } from '../../../packages/core/src/kernel/index.js';
import fc from 'fast-check';
import { basicCredential, bearerToken } from '../../../packages/adapters-http/src/kit/basic-credential.js';
import { MAX_ITEMS, parseJson } from '../../../packages/adapters-http/src/kit/body.js';
import { createClientAddress } from '../../../packages/adapters-http/src/kit/client-address.js';
import { readMultipart } from '../../../packages/adapters-http/src/kit/multipart.js';
import { parseAmount } from '../../../packages/adapters-http/src/console/kit/money.js';
import { csvRows, UnreadableCsv } from '../../../packages/adapters-http/src/api/customers/csv-rows.js';
import { readHeader, readRow } from '../../../packages/core/src/customers/bulk-columns.js';
import { parseDecimal } from '../../../packages/core/src/money/rate.js';
import { fromBase64url, base64url } from '../../../packages/core/src/kernel/base64.js';
import { orNull, outcomeOf, promise, READ, type Reader, refusing, textOf } from '../reader.js';
import { damagedBytes, damagedText } from '../structure/bytes.js';
import { jsonLike } from '../structure/json.js';

const BODY = { amount: 100, currency: 'EUR', items: [{ name: 'Ada' }], note: 'a\u00e9' };

const json: Reader = {
  name: 'request-json',
  sources: ['adapters-http/src/kit/body.ts'],
  genuine: [JSON.stringify(BODY)],
  inputs: fc.oneof(
    jsonLike(BODY),
    fc.nat(3_000).map((count) => JSON.stringify({ list: Array<number>(count).fill(1) })),
    fc.nat(20_000).map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`),
    fc.constantFrom('{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a\\u0000":1}'),
  ),
  read(bytes) {
    const result = parseJson(Buffer.from(bytes), 'application/json', undefined);
    if (!result.ok) {
      promise(['INVALID_REQUEST_FORMAT', 'INVALID_INPUT'].includes(result.error.code), result.error.code);
      return result.error.code;
    }
    promise(typeof result.value === 'object' && !Array.isArray(result.value), 'another value than an object');
    for (const value of Object.values(result.value) as unknown[]) {
      if (typeof value === 'string')
        promise(!value.includes('\u0000') && !/\p{Surrogate}/u.test(value), 'text that no database stores');
      if (Array.isArray(value)) promise(value.length <= MAX_ITEMS, 'a list that is too long');
    }
    return READ;
  },
};

const BASIC = `Basic ${Buffer.from('ApiToken:1:secret').toString('base64')}`;
const credential: Reader = {
  name: 'request-credential',
  sources: ['adapters-http/src/kit/basic-credential.ts'],
  genuine: [BASIC, 'Bearer abc.def-_~+/=='],
  inputs: fc.oneof(
    damagedText(BASIC, 'Bearer abc.def-_~+/=='),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
    fc.nat(20_000).map((length) => `Basic ${' '.repeat(length)}!`),
  ),
  read(bytes) {
    const header = textOf(bytes);
    const [basic, bearer] = [basicCredential(header), bearerToken(header)];
    promise(basic === null || bearer === null, 'both kinds of credential');
    if (basic !== null) promise(basic.username !== '' && !basic.secret.includes(':'), 'a secret with a colon');
    return orNull(basic ?? bearer);
  },
};

const addressOf = createClientAddress(['10.0.0.0/8', 'fd00::/8']);
const FORWARDED = [
  '203.0.113.9',
  '203.0.113.9, 10.1.1.1',
  '[2001:db8::1]:443, 10.0.0.2',
  '::ffff:198.51.100.7',
  'fe80::1%eth0',
];
const forwarded: Reader = {
  name: 'request-forwarded-for',
  sources: ['adapters-http/src/kit/client-address.ts'],
  genuine: FORWARDED,
  always: 'either',
  inputs: fc.oneof(
    damagedText(...FORWARDED),
    fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 }).map((list) => list.join(', ')),
  ),
  read(bytes) {
    const header = textOf(bytes);
    const ask = (value: string | undefined, remoteAddress: string) =>
      addressOf({ headers: { 'x-forwarded-for': value }, socket: { remoteAddress } } as never);
    promise(ask(header, '198.51.100.1') === '198.51.100.1', 'a header that no trusted proxy wrote');
    const found = ask(header, '10.0.0.1');
    promise(isIP(found) !== 0, `the address ${found}`);
    promise(ask(`${header}, 203.0.113.77`, '10.0.0.1') === '203.0.113.77', 'an address before that of the client');
    return READ;
  },
};

const cursors = createCursors(new Uint8Array(32).fill(7));
const LIST = 'Quote desc';
const cursorAt = (createdAt: number, id: string): string =>
  cursors.encode(LIST, { createdAt: createdAt as Instant, id });
const position = fc.record({ createdAt: fc.nat(2 ** 50), id: fc.string({ unit: 'grapheme', maxLength: 60 }) });
const cursor: Reader = {
  name: 'request-cursor',
  sources: ['core/src/kernel/pagination.ts'],
  genuine: [cursorAt(1_700_000_000_123, 'Quote:018bcfe5-6800-7000-8000-000000000001')],
  inputs: fc.oneof(
    damagedText(cursorAt(1_700_000_000_123, 'Quote:1')),
    position.map(({ createdAt, id }) => cursorAt(createdAt, id)),
    fc.uint8Array({ maxLength: 8_000, size: 'max' }).map((bytes) => Buffer.from(bytes).toString('hex')),
  ),
  read(bytes) {
    const text = textOf(bytes);
    const result = cursors.decode(LIST, text);
    if (result.ok)
      promise(result.value !== undefined && cursors.encode(LIST, result.value) === text, 'a changed cursor');
    return outcomeOf(result);
  },
  laws: {
    'a cursor is read as it was written': fc.property(position, ({ createdAt, id }) => {
      const read = cursors.decode(LIST, cursorAt(createdAt, id));
      return read.ok && read.value?.createdAt === createdAt && read.value.id === id;
    }),
  },
};

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const traceparent: Reader = {
  name: 'request-traceparent',
  sources: ['core/src/kernel/tracing.ts'],
  genuine: [TRACEPARENT, `01-${TRACEPARENT.slice(3)}-more`],
  inputs: damagedText(TRACEPARENT, `01-${TRACEPARENT.slice(3)}-more`),
  read(bytes) {
    const read = readTraceparent(textOf(bytes));
    if (read !== null)
      promise(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/.test(read) && readTraceparent(read) === read, read);
    return orNull(read);
  },
};

const base64: Reader = {
  name: 'base64url',
  sources: ['core/src/kernel/base64.ts'],
  genuine: ['', 'AQID', '_-8'],
  inputs: fc.oneof(damagedText('AQID', '_-8'), fc.string({ unit: fc.constantFrom('A', 'z', '0', '-', '_', '+', '=') })),
  read(bytes) {
    const read = fromBase64url(textOf(bytes));
    if (read !== null) promise(Buffer.from(read).equals(Buffer.from(textOf(bytes), 'base64url')), 'other bytes');
    return orNull(read);
  },
  laws: {
    'bytes are read as they were written': fc.property(fc.uint8Array(), (bytes) =>
      Buffer.from(fromBase64url(base64url(bytes)) ?? [1]).equals(bytes),
    ),
  },
};

const decimal: Reader = {
  name: 'decimal',
  sources: ['core/src/money/rate.ts', 'adapters-http/src/console/kit/money.ts'],
  genuine: ['1.0825', '1000'],
  inputs: fc.oneof(
    fc.stringMatching(/^[0-9]{1,25}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$/),
    damagedText('1,234.50', '1.0825', '9.2e-7'),
    fc.string({ unit: fc.constantFrom('0', '9', ',', '.', '-', 'e', '+', ' ', '٣'), maxLength: 30 }),
  ),
  read(bytes) {
    const text = textOf(bytes);
    const rate = parseDecimal(text);
    if (rate !== null) promise(rate.num > 0n && rate.den > 0n, 'a rate that is not positive');
    for (const currency of ['EUR', 'JPY', 'BTC']) {
      const amount = parseAmount(text, currency);
      if (!amount.ok) continue;
      promise(amount.value >= 0n, 'a negative amount');
      const exact = text.trim().replaceAll(',', '');
      const decimals = { EUR: 2, JPY: 0, BTC: 8 }[currency]!;
      const [whole = '', fraction = ''] = exact.split('.');
      promise(
        amount.value === BigInt(whole + fraction.padEnd(decimals, '0')),
        `${text} ${currency} as ${amount.value}`,
      );
    }
    return orNull(rate);
  },
};

const LIMITS = { part: 'file', bytes: 2_000, fields: ['type', 'side'], withinMs: 60_000, stallMs: 60_000 };
const BOUNDARY = 'x-y-z';
const FORM = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="type"\r\n\r\nPASSPORT\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="side"\r\n\r\nFRONT\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\r\n`,
  `--${BOUNDARY}--\r\n`,
];
const formParts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...FORM),
      fc
        .tuple(
          fc.constantFrom('type', 'side', 'file', '__proto__', ''),
          fc.string({ maxLength: 2_500, size: 'max' }),
          fc.boolean(),
        )
        .map(([name, value, isFile]) => {
          const file = isFile ? "; filename*=utf-8''%e2%82%ac\r\nContent-Transfer-Encoding: base64" : '';
          return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
        }),
    ),
    { maxLength: 80, size: 'max' },
  )
  .map((parts) => [...parts, FORM.at(-1)!].join(''));

const multipart: Reader = {
  name: 'request-multipart',
  sources: ['adapters-http/src/kit/multipart.ts'],
  genuine: [FORM.join('')],
  runs: 200,
  inputs: fc.oneof(formParts, damagedText(FORM.join(''))),
  async read(bytes) {
    const request = new PassThrough() as PassThrough & Partial<Pick<IncomingMessage, 'headers' | 'complete'>>;
    request.headers = {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(bytes.length),
    };
    request.complete = true;
    request.end(Buffer.from(bytes));
    const response = { setHeader: () => undefined } as unknown as ServerResponse;
    const result = await readMultipart(request as unknown as IncomingMessage, response, LIMITS, async (file) => {
      let length = 0;
      try {
        for await (const chunk of file.bytes) length += chunk.length;
      } catch {
        return ok({ length: -1 });
      }
      return ok({ length });
    });
    if (!result.ok) return outcomeOf(result);
    const { fields, file } = result.value;
    promise(
      Object.keys(fields).every((name) => LIMITS.fields.includes(name)),
      'an undeclared field',
    );
    promise(file === null || file.length <= LIMITS.bytes, 'a file that is too large');
    return READ;
  },
};

const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country';
const ROW = '$ada@pay.example,c1,INDIVIDUAL,Ada Lovelace,1990-12-10,1 Main St,Austin,TX,73301,US';
const CSV = `${HEADER}\r\n${ROW}\r\n`;
const cell = fc.oneof(
  fc.constantFrom('', ' ', '$ada@pay.example', 'INDIVIDUAL', 'BUSINESS', '1990-12-10', '__proto__', 'US', '\ufeff'),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `"${text.replaceAll('"', '""')}"`),
);
const customers: Reader = {
  name: 'csv-customers',
  sources: ['adapters-http/src/api/customers/csv-rows.ts', 'core/src/customers/bulk-columns.ts'],
  genuine: [CSV, `\ufeff${CSV}`, `${HEADER}\r${ROW}`],
  runs: 200,
  inputs: fc.oneof(
    fc
      .array(fc.array(cell, { minLength: 8, maxLength: 12 }), { maxLength: 5 })
      .map((rows) => [HEADER, ROW, ...rows.map((row) => row.join(','))].join('\n')),
    damagedText(CSV),
    damagedBytes([CSV]),
  ),
  async read(bytes) {
    const pieces = [bytes.subarray(0, 7), bytes.subarray(7)].map((piece) => Buffer.from(piece));
    return refusing([UnreadableCsv, RefusedRow], async () => {
      let columns: readonly string[] | null = null;
      async function* body() {
        yield* pieces;
      }
      for await (const row of csvRows(body())) {
        if (columns === null) {
          const header = readHeader(row);
          if (!header.ok) throw new RefusedRow();
          columns = header.value;
          continue;
        }
        const read = readRow({ now: Date.UTC(2026, 0, 15) as Instant }, columns, row);
        if (!read.ok) throw new RefusedRow();
        promise(
          read.value.platformCustomerId.trim() !== '' && read.value.umaAddress.includes('@'),
          'a row without a name',
        );
      }
      if (columns === null) throw new RefusedRow();
    });
  },
};
/** A header or a row that is refused by its fields. */
class RefusedRow extends Error {}

export const REQUESTS: readonly Reader[] = [
  json,
  credential,
  forwarded,
  cursor,
  traceparent,
  base64,
  decimal,
  multipart,
  customers,
];
