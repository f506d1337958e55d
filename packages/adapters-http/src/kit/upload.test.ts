import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, type Result, type UploadedFile } from '@corridor/core';
import type { IncomingFile } from './multipart.js';
import { readUpload, type UploadedForm } from './upload.js';
import { createUploads } from './uploads.js';

type Upload = UploadedForm<UploadedFile>;

const uploads = createUploads();
async function hold(file: IncomingFile): Promise<Result<UploadedFile>> {
  const place = uploads.reservePlace('session', LIMITS.bytes);
  if (!place.ok) return place;
  try {
    return ok(await (await place.value.spool(file)).load());
  } finally {
    await place.value.end();
  }
}

const LIMITS = { part: 'file', bytes: 1000, fields: ['kind', 'text', '__proto__'] };
const TIMES = { withinMs: 300, stallMs: 250 };

describe('a form with a file', () => {
  let port = 0;
  const outcomes: Result<Upload>[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void readUpload(request, response, LIMITS, hold, TIMES).then((outcome) => {
      outcomes.push(outcome);
      response.end(outcome.ok ? 'taken' : outcome.error.message);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close().closeAllConnections());

  async function send(parts: readonly (readonly [name: string, value: string | Blob, fileName?: string])[]) {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, fileName);
    }
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form });
    return [await answer.text(), outcomes.at(-1)!] as const;
  }
  const valueOf = (outcome: Result<Upload>): Upload => {
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.value;
  };

  test('yields its declared fields and its file, and ignores other parts', async () => {
    const [text, outcome] = await send([
      ['kind', 'first'],
      ['undeclared', 'x'.repeat(20_000)],
      ['__proto__', 'x'],
      ['other', new Blob(['not looked at']), 'other.txt'],
      ['file', new Blob([]), ''],
      ['file', new Blob(['content']), 'ä/../a.txt'],
      ['file', new Blob([]), 'b.txt'],
    ]);
    expect(text).toBe('taken');
    const { fields, file, errors } = valueOf(outcome);
    expect([fields['kind'], fields['undeclared'], errors]).toEqual(['first', undefined, []]);
    expect([file?.name, Buffer.from(file!.content).toString()]).toEqual(['ä/../a.txt', 'content']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('names every invalid part once', async () => {
    const parts = [
      ['file', 'as text'],
      ['kind', 'first'],
      ['kind', 'second'],
      ['kind', 'third'],
      ['text', 'a\u0000b'],
      ['__proto__', 'x'.repeat(20_000)],
    ] as const;
    const { fields, file, errors } = valueOf((await send(parts))[1]);
    expect([fields, file]).toEqual([{}, null]);
    expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'file must be a file',
      'kind must be given only once',
      'text must not contain NUL or an unpaired surrogate',
      '__proto__ is too long',
    ]);
    const [, twice] = await send([
      ['file', new Blob(['one']), 'a.txt'],
      ['file', new Blob(['one more']), 'b.txt'],
    ]);
    expect(valueOf(twice).errors).toEqual([{ field: 'file', message: 'must be given only once' }]);
  });

  test('may have no file, or an empty one', async () => {
    expect(valueOf((await send([['kind', 'x']]))[1]).file).toBeNull();
    const { file } = valueOf((await send([['file', new Blob([]), 'a.txt']]))[1]);
    expect([file?.name, file?.content.length]).toEqual(['a.txt', 0]);
  });

  test('may have a file of exactly the limit, and not a byte more', async () => {
    const [, whole] = await send([['file', new Blob(['x'.repeat(1000)]), 'a']]);
    expect(valueOf(whole).file?.content).toHaveLength(1000);
    expect((await send([['file', new Blob(['x'.repeat(1001)]), 'a']]))[0]).toContain('larger than 1000 bytes');
    expect((await send([['file', new Blob(['x'.repeat(5_000_000)]), 'a']]))[0]).toContain('larger than 1000 bytes');
    expect((await send(Array.from({ length: 70 }, (_, n) => [`f${n}`, 'x'] as const)))[0]).toContain('too many parts');
  });

  test('has the same identity with another boundary, and another one if any part differs', async () => {
    const part = (value: string, name = 'a') =>
      [
        ['kind', 'x'],
        ['file', new Blob([value]), name],
      ] as const;
    const texts = [];
    for (const parts of [part('1'), part('1'), part('2'), part('1', 'b')]) {
      texts.push(valueOf((await send(parts))[1]).identity.toString());
    }
    expect(texts[1]).toBe(texts[0]);
    expect(new Set(texts).size).toBe(3);
  });

  test('is refused if it is incomplete, too slow or not a form; the server keeps serving', async () => {
    const raw = (head: string, body: string, end: boolean): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`, () => end && socket.destroy());
        });
        socket
          .on('close', () => resolve())
          .on('error', () => resolve())
          .resume();
        if (!end) setTimeout(() => socket.destroy(), 700);
      });
    const type = 'Content-Type: multipart/form-data; boundary=x';
    const begun = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    const cases = [
      [`${type}\r\nContent-Length: 5000`, begun, true, 'is incomplete'],
      [`${type}\r\nContent-Length: 5000`, begun, false, 'did not arrive'],
      [`${type}\r\nContent-Length: ${begun.length}`, begun, false, 'not a form'],
      [`Content-Type: multipart/form-data\r\nContent-Length: 3`, 'abc', false, 'Content-Type'],
      [`Content-Type: text/plain\r\nContent-Length: 3`, 'abc', false, 'Content-Type'],
    ] as const;
    for (const [head, body, end, said] of cases) {
      const count = outcomes.length;
      await raw(head, body, end);
      for (let tries = 0; outcomes.length === count && tries < 100; tries++)
        await new Promise((r) => setTimeout(r, 10));
      const outcome = outcomes.at(-1)!;
      expect(outcome.ok ? 'taken' : outcome.error.message, said).toContain(said);
    }
    expect((await send([['file', new Blob(['content']), 'a']]))[0]).toBe('taken');
  });
});
