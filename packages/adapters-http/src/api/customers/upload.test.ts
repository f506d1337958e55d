import { type Context, err, ok } from '@corridor/core';
import type { Intake } from '@corridor/core/internal';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { ANSWERS } from '../../testing/answers.js';
import { bulkImport } from '../../testing/records/customers.js';
import { BASE, basic, startServer } from '../../testing/server.js';

const LIMIT = 256 * 1024;
const server = await startServer({ csvBytes: LIMIT }, ANSWERS);
const PATH = `${BASE}/customers/bulk/csv`;

/** What the core received of the last file: its header, its rows, and whether the file was discarded. */
let taken: { header: readonly string[]; rows: (readonly string[])[]; ended: boolean; discarded: boolean } | null;

beforeEach(() => {
  taken = null;
  server.calls.length = 0;
  server.answers.set('bulkImports.open', async (_ctx: Context, header: readonly string[]) => {
    const mine = { header, rows: [] as (readonly string[])[], ended: false, discarded: false };
    taken = mine;
    if (header.includes('refused')) return err('INVALID_INPUT', 'an unknown column');
    return ok<Intake>({
      id: bulkImport.id,
      add: async (row) => (mine.rows.push(row), ok()),
      end: async () => ((mine.ended = true), ok()),
      discard: async () => void (mine.discarded = true),
    });
  });
});

const formOf = (content: string | Uint8Array<ArrayBuffer>, name = 'file'): FormData => {
  const form = new FormData();
  form.set(name, new Blob([content]), 'customers.csv');
  return form;
};
const send = (content: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  server.call('POST', PATH, formOf(content), headers);
const message = (reply: Awaited<ReturnType<typeof send>>) => reply.json.details.errors[0]?.message;
const accepted = () => server.calls.filter(({ name }) => name === 'bulkImports.accept').length;

describe('a file with another separator', () => {
  test.each([
    ['vertical bars (|)', 'a|b\n1|2\n'],
    ['tildes (~)', 'a~b\n1~2\n'],
    ['carets (^)', 'a^b'],
    ['colons (:)', 'a:b\r\n1:2'],
  ])('is refused with its name: %s', async (name, content) => {
    const reply = await send(content);
    expect([reply.status, message(reply)]).toEqual([
      400,
      `separates its columns by ${name}; separate them by commas, semicolons or tabs`,
    ]);
    expect(taken).toBeNull();
  });

  test('may have the others within its values', async () => {
    await send('a;b\n1,5;2|3\n');
    expect(taken?.rows).toEqual([['1,5', '2|3']]);
  });
});

describe('a CSV file', () => {
  test.each([
    ['line feeds', 'a,b\n1,2\n3,4\n'],
    ['CRLF, and no line ending at the end', 'a,b\r\n1,2\r\n3,4'],
    ['a byte-order mark', '\ufeffa,b\n1,2\n3,4\n'],
    ['quotes', '"a","b"\n"1",2\n3,"4"\n'],
    ['blank lines', 'a,b\n\n1,2\n\r\n3,4\n\n'],
    ['semicolons', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['semicolons and a byte-order mark', '\ufeffa;b\n"1";2\n3;4\n'],
    ['tabs', 'a\tb\n1\t2\n3\t4\n'],
    ['a line that names the separator', 'sep=;\r\na;b\r\n1;2\r\n3;4\r\n'],
  ])('is read with %s', async (_with, content) => {
    const reply = await send(content);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([202, { jobId: bulkImport.id, status: 'PENDING' }]);
    expect(taken).toMatchObject({
      header: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
      ended: true,
      discarded: false,
    });
    expect(accepted()).toBe(1);
  });

  test('keeps line breaks and commas between quotes, and text in every script', async () => {
    await send('a,b\n"x, ""y""\r\nz",Zoë 田中 💸\n');
    expect(taken?.rows).toEqual([['x, "y"\r\nz', 'Zoë 田中 💸']]);
  });

  test('passes rows with too few or too many values to the core', async () => {
    await send('a,b\n1\n1,2,3\n');
    expect(taken?.rows).toEqual([['1'], ['1', '2', '3']]);
  });

  test.each([
    ['is empty', '', /^is empty$/],
    ['is blank', '\n\n', /^is empty$/],
    ['has a quote that is not closed', 'a,b\n1,"2\n3,4\n', /quote that is not closed/],
    ['has a quote inside a value', 'a,b\n1,2"3\n', /quote within a value in line 2/],
    ['has a row without an end', `a,b\n"${'x\n'.repeat(60_000)}`, /more than 64 KiB/],
  ])('that %s is 400 with the file, and stores nothing', async (_what, content, said) => {
    const reply = await send(content);
    expect([reply.status, reply.json.code, reply.json.details.errors[0]?.field]).toEqual([
      400,
      'INVALID_INPUT',
      'file',
    ]);
    expect(message(reply)).toMatch(said);
    expect(taken?.discarded ?? true).toBe(true);
    expect(accepted()).toBe(0);
  });

  test.each([
    ['in its first bytes', [0xff, 0x61]],
    ['truncated at its end', [0x61, 0x0a, 0x31, 0xe7]],
    ['in Latin-1', [0x61, 0x0a, 0xe9, 0x0a]],
  ])('that is not UTF-8, %s, is 400', async (_where, bytes) => {
    const reply = await send(new Uint8Array(bytes));
    expect([reply.status, message(reply)]).toEqual([400, 'is not UTF-8']);
    expect(accepted()).toBe(0);
  });

  test('with a header that the core refuses gets the response at once, even if the file continues', async () => {
    const reply = await send(`refused\n${'x\n'.repeat(LIMIT / 4)}`);
    expect([reply.status, accepted()]).toEqual([400, 0]);
  });
});

describe('a form', () => {
  test('of exactly the limit is accepted; one byte more is 400, with and without Content-Length', async () => {
    const filled = (length: number) =>
      `a\n${'x'.repeat(1022)}\ny`
        .padEnd(1026)
        .repeat(length / 1024)
        .slice(0, length);
    expect((await send(filled(LIMIT))).status).toBe(202);
    for (const content of [`${filled(LIMIT)}x`, filled(LIMIT * 4)]) {
      const reply = await send(content);
      expect([reply.status, reply.json.code]).toEqual([400, 'INVALID_REQUEST_FORMAT']);
      const response = await fetch(server.url + PATH, {
        method: 'POST',
        headers: {
          authorization: basic(server.token.clientId, server.token.secret),
          'content-type': 'multipart/form-data; boundary=b',
        },
        body: streamOf(
          `--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${content}\r\n--b--\r\n`,
        ),
        duplex: 'half',
      } as RequestInit);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST_FORMAT' });
    }
    expect(taken?.discarded).toBe(true);
    expect(accepted()).toBe(1);
  });

  test('without the file, with it as text, or with two files, is 400 with the field', async () => {
    const asText = new FormData();
    asText.set('file', 'a\n1\n');
    const twice = formOf('a\n1\n');
    twice.append('file', new Blob(['a\n2\n']), 'again.csv');
    for (const form of [formOf('a\n1\n', 'other'), asText, twice]) {
      const reply = await server.call('POST', PATH, form);
      expect([reply.status, reply.json.code, reply.json.details.errors[0]?.field]).toEqual([
        400,
        'INVALID_INPUT',
        'file',
      ]);
    }
    expect(accepted()).toBe(0);
  });

  test('may have undeclared fields and files', async () => {
    const form = new FormData();
    form.set('note', 'x');
    form.set('other', new Blob(['zzz']), 'other.bin');
    form.set('file', new Blob(['a\n1\n']), '../../etc/passwd');
    form.set('__proto__', 'y');
    expect((await server.call('POST', PATH, form)).status).toBe(202);
    expect(taken?.rows).toEqual([['1']]);
  });

  test.each([
    ['application/json', '{}'],
    ['multipart/form-data', '--b--'],
    ['multipart/form-data; boundary=b', 'nonsense'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\na\n1'],
    ['text/csv', 'a\n1\n'],
  ])('that is not a form is 400: %s %s', async (contentType, body) => {
    const reply = await server.call('POST', PATH, body, { 'content-type': contentType });
    expect(reply.status, reply.text).toBe(400);
    expect(accepted()).toBe(0);
  });

  test('that is incomplete stores nothing', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(server.token.clientId, server.token.secret)}\r\n`;
    const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n';
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\na\n1\n2\n';
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head + type + part);
    await expect.poll(() => taken?.header).toEqual(['a']);
    socket.destroy();
    await expect.poll(() => taken?.discarded).toBe(true);
    expect(accepted()).toBe(0);
  });
});

describe('an idempotency key', () => {
  test('imports the same file once, even if the encoding of the form differs', async () => {
    const headers = { 'idempotency-key': 'import-1' };
    const first = await send('a\n1\n', headers);
    const again = await send('a\n1\n', headers);
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await send('a\n2\n', headers)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
    taken = null;
    expect((await send('a\n1\n', { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
    expect(taken).toBeNull();
  });
});

const streamOf = (text: string): ReadableStream<Uint8Array> =>
  new Blob([text]).stream() as unknown as ReadableStream<Uint8Array>;
