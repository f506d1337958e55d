import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '@corridor/core';
import { afterAll, describe, expect, test } from 'vitest';
import { ANSWERS } from '../testing/answers.js';
import { idOf } from '../testing/records/record.js';
import { BASE, basic, startServer, type TestServer } from '../testing/server.js';
import type { IncomingFile } from './multipart.js';
import { createUploads, type UploadPlace } from './uploads.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-uploads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MEBIBYTE = 1024 * 1024;
const fileOf = (...chunks: readonly string[]): IncomingFile => ({
  name: 'scan.pdf',
  type: 'application/pdf',
  bytes: (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })(),
});
function placeOf(result: Result<UploadPlace>): UploadPlace {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const codeOf = (result: Result<UploadPlace>): string => (result.ok ? 'taken' : result.error.code);

describe('files that come in', () => {
  test('are stored on disk without a name, and are returned unchanged', async () => {
    const place = placeOf(createUploads(undefined, folder).reservePlace('one', 10));
    const spooled = await place.spool(fileOf('first, ', 'second'));
    expect(readdirSync(folder)).toEqual([]);
    const { name, content } = await spooled.load();
    expect([name, Buffer.from(content).toString()]).toEqual(['scan.pdf', 'first, second']);
    await place.end();
    await place.end();
  });

  test('are limited in number for each session and for the host', async () => {
    const uploads = createUploads({ perHost: 3, perSession: 2 }, folder);
    const [first] = [placeOf(uploads.reservePlace('one', 1)), placeOf(uploads.reservePlace('one', 1))];
    const refused = uploads.reservePlace('one', 1);
    expect(refused).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED', details: { retryAfter: 5 } } });
    placeOf(uploads.reservePlace('two', 1));
    expect(uploads.reservePlace('three', 1)).toMatchObject({
      error: { code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 5 } },
    });
    await first.end();
    expect(codeOf(uploads.reservePlace('three', 1))).toBe('taken');
  });

  test('are limited in bytes for each session and for the host, and each session may always send one', () => {
    const uploads = createUploads({ perHost: 100, perSession: 100 }, folder);
    expect(codeOf(uploads.reservePlace('large', 600 * MEBIBYTE))).toBe('taken');
    expect(codeOf(uploads.reservePlace('large', 1))).toBe('RATE_LIMITED');
    for (const session of ['a', 'b']) expect(codeOf(uploads.reservePlace(session, 512 * MEBIBYTE))).toBe('taken');
    expect(codeOf(uploads.reservePlace('c', 512 * MEBIBYTE))).toBe('SERVICE_UNAVAILABLE');
  });

  test('are loaded into memory four at a time', async () => {
    const uploads = createUploads(undefined, folder);
    const places = Array.from({ length: 6 }, () => placeOf(uploads.reservePlace('one', 1)));
    const spooled = await Promise.all(places.map((place, n) => place.spool(fileOf(String(n)))));
    const loaded: number[] = [];
    const loads = spooled.map((file, n) => file.load().then(() => void loaded.push(n)));
    await Promise.all(loads.slice(0, 4));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([...loaded].sort()).toEqual([0, 1, 2, 3]);
    await places[0]!.end();
    await loads[4];
    expect(loaded.includes(5)).toBe(false);
    await places[1]!.end();
    await loads[5];
    await Promise.all(places.map((place) => place.end()));
  });
});

describe('documents over slow lines', () => {
  const BOUNDARY = 'corridor';
  const FIELDS = { documentHolder: idOf('Customer'), documentType: 'PASSPORT', country: 'DE' };
  const HEAD = [
    ...Object.entries(FIELDS).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
  ].join('');

  const TAIL = `\r\n--${BOUNDARY}--\r\n`;

  interface Sender {
    readonly request: ClientRequest;
    readonly answer: Promise<readonly [status: number, retryAfter: string | undefined]>;
  }

  /** Starts a form whose file does not end. */
  function beginForm({ port, token }: TestServer, bytes: number | null = null): Sender {
    const headers = {
      authorization: basic(token.clientId, token.secret),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(bytes !== null && { 'content-length': HEAD.length + bytes + TAIL.length }),
    };
    const sent = request({ port, path: `${BASE}/documents`, method: 'POST', headers, agent: false });
    const answer = new Promise<readonly [number, string | undefined]>((resolve, reject) => {
      sent.on('response', (response) => {
        response.resume();
        resolve([response.statusCode!, response.headers['retry-after']]);
      });
      sent.on('error', reject);
    });
    sent.write(HEAD);
    return { request: sent, answer };
  }
  const write = (sender: Sender, chunk: Buffer): Promise<void> =>
    new Promise((resolve) => void sender.request.write(chunk, () => resolve()));
  const end = ({ request: sent, answer }: Sender) => {
    sent.end(TAIL);
    return answer;
  };

  test('150 at once take less than 100 MB of memory, and all are stored', { timeout: 60_000 }, async () => {
    const [SENDERS, ROUNDS] = [150, 8];
    const server = await startServer({ uploads: { perHost: 200, perSession: 200 }, uploadFolder: folder }, ANSWERS);
    const held = (): number => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const before = held();
    const chunk = Buffer.alloc(256 * 1024, 'x');
    const senders = Array.from({ length: SENDERS }, () => beginForm(server, ROUNDS * chunk.length));
    // 300 MB in total; no file is complete yet.
    for (let round = 0; round < ROUNDS; round++) await Promise.all(senders.map((sender) => write(sender, chunk)));
    let most = 0;
    const arrived = async (): Promise<number> => {
      most = Math.max(most, held() - before);
      return server.received();
    };
    await expect.poll(arrived, { timeout: 30_000 }).toBeGreaterThan(SENDERS * ROUNDS * chunk.length);
    expect(most / 1e6).toBeLessThan(100);
    expect(readdirSync(folder)).toEqual([]);
    const answers = await Promise.all(senders.map(end));
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([201]));
  });

  test('above the limits get Retry-After, and an incomplete upload releases its place', async () => {
    const server = await startServer({ uploads: { perHost: 3, perSession: 2 }, uploadFolder: folder }, ANSWERS);
    const senders = [beginForm(server), beginForm(server)];
    await Promise.all(senders.map((sender) => write(sender, Buffer.from('x'))));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await end(beginForm(server))).toEqual([429, '5']);
    senders[0]!.answer.catch(() => undefined);
    senders[0]!.request.destroy();
    await expect.poll(async () => (await end(beginForm(server)))[0]).toBe(201);
    expect((await end(senders[1]!))[0]).toBe(201);
  });
});
