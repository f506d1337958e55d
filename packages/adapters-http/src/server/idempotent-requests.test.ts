import { ok } from '@corridor/core';
import { readAll } from '@corridor/core/internal';
import { REMEMBERED_ANSWERS } from '@corridor/core/records';
import { beforeEach, describe, expect, test } from 'vitest';
import { quote } from '../testing/records/quotes.js';
import { ANSWERS } from '../testing/answers.js';
import { idOf } from '../testing/records/record.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, startServer } from '../testing/server.js';

const server = await startServer({}, ANSWERS);
const answerAsBefore = (name: string) => server.answers.set(name, () => ok(ANSWERS[name]));
server.answers.delete('platforms.rotateWebhookSecret');
const body = REQUESTS['createQuote']!.body!;
const post = (path: string, sent: unknown, headers: Record<string, string>) =>
  server.call('POST', BASE + path, sent, headers);
const names = () => server.calls.map(({ name }) => name);

beforeEach(() => {
  server.calls.length = 0;
});

describe('an idempotency key', () => {
  test('repeated with the same request runs it once and returns the same bytes', async () => {
    const first = await post('/quotes', body, { 'idempotency-key': 'a' });
    const second = await post('/quotes', body, { 'idempotency-key': 'a' });
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  test('repeated with the same request has one effect', async () => {
    server.answers.delete('customers.create');
    const create = () =>
      post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Example' }, { 'idempotency-key': 'once' });
    const [first, second] = [await create(), await create()];
    answerAsBefore('customers.create');
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const listed = await server.play.read(server.play.core.customers.list, {});
    expect(listed.ok && listed.value.data.map(({ id }) => id)).toEqual([(JSON.parse(first.text) as { id: string }).id]);
  });

  test('with a body of the same values returns the stored response; with another value it is 409 CONFLICT', async () => {
    const first = await post('/quotes', body, { 'idempotency-key': 'b' });
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 1);
    const again = await post('/quotes', reordered, { 'idempotency-key': 'b' });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await post('/quotes', { ...body, description: 'another' }, { 'idempotency-key': 'b' });
    expect(other).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
  });

  test('with another body is 409 CONFLICT even if that body is invalid', async () => {
    await post('/quotes', body, { 'idempotency-key': 'b2' });
    for (const other of [{}, { ...body, lockedCurrencyAmount: 'x' }, '{"source":']) {
      const reply = await post('/quotes', other, { 'idempotency-key': 'b2' });
      expect(reply).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
      const fresh = await post('/quotes', other, { 'idempotency-key': 'b3' });
      expect(fresh.status).toBe(400);
    }
  });

  test('compares bodies that are nested a hundred thousand levels deep', async () => {
    const depth = 100_000;
    const deep = (inner: string) =>
      `${JSON.stringify(body).slice(0, -1)},"unknown":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`;
    const first = await post('/quotes', deep('1'), { 'idempotency-key': 'deep' });
    expect((await post('/quotes', deep(' 1 '), { 'idempotency-key': 'deep' })).text).toBe(first.text);
    expect(first.status).toBe(201);
    expect((await post('/quotes', deep('2'), { 'idempotency-key': 'deep' })).status).toBe(409);
  });

  test('is scoped to its path: the same key elsewhere is another request', async () => {
    const path = (id: string) => `/quotes/${id}/execute`;
    await post(path(idOf('Quote')), undefined, { 'idempotency-key': 'c' });
    const other = `Quote:${idOf('Quote').slice(6).replace('0197', '0198')}`;
    expect(
      (await post(path(other), undefined, { 'idempotency-key': 'c' })).headers.get('idempotent-replayed'),
    ).toBeNull();
    expect(names()).toEqual(['quotes.execute', 'quotes.execute']);
  });

  test('with another query is 409 CONFLICT, so that no response for another customer is returned', async () => {
    const enroll = (customerId: string) =>
      post(`/sca/factors?customerId=${customerId}`, { type: 'TOTP' }, { 'idempotency-key': 'h' });
    const mine = await enroll(idOf('Customer'));
    const again = await enroll(idOf('Customer'));
    expect([mine.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, mine.text, 'true']);
    const other = await enroll(`Customer:${idOf('Customer').slice('Customer:'.length).replace('0197', '0198')}`);
    expect(other).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
  });

  test('is stored with the ids that the path, the query and the body name, by which an erasure finds the response', async () => {
    const customer = idOf('Customer');
    await post(
      `/sca/factors?customerId=${encodeURIComponent(customer)}`,
      { type: 'TOTP' },
      { 'idempotency-key': 'n1' },
    );
    await post(`/quotes/${encodeURIComponent(idOf('Quote'))}/execute`, undefined, { 'idempotency-key': 'n2' });
    const stored = await server.play.storage.units.read(server.play.tenant, (reads) =>
      readAll(reads, REMEMBERED_ANSWERS),
    );
    const [enrolled] = stored.filter(({ names }) => names?.includes(customer));
    // The response has the name of the customer alone, and is encrypted.
    expect(enrolled).toMatchObject({ names: [customer], body: expect.stringMatching(/^[\w-]+$/) });
  });

  test('of a signed retry is another request than its first call', async () => {
    const execute = `/quotes/${idOf('Quote')}/execute`;
    await post(execute, undefined, { 'idempotency-key': 'd' });
    const signed = await post(execute, undefined, { 'idempotency-key': 'd', 'request-id': 'Request:1' });
    const repeated = await post(execute, undefined, { 'idempotency-key': 'd', 'request-id': 'Request:1' });
    expect(signed.headers.get('idempotent-replayed')).toBeNull();
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  });

  test('does not store a challenge', async () => {
    server.answers.set('quotes.create', () => ok({ ...quote, status: 'PENDING_AUTHORIZATION' }));
    const first = await post('/quotes', body, { 'idempotency-key': 'e' });
    await post('/quotes', body, { 'idempotency-key': 'e' });
    answerAsBefore('quotes.create');
    expect(first.status).toBe(202);
    expect(names()).toEqual(['quotes.create', 'quotes.create']);
  });

  test('returns the secret of a stored secret response to its caller', async () => {
    const first = await post('/webhooks/secret/rotate', undefined, { 'idempotency-key': 'f' });
    const second = await post('/webhooks/secret/rotate', undefined, { 'idempotency-key': 'f' });
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(first.json.secret).toMatch(/^whsec_/);
    const inUse = await server.play.read(server.play.core.platforms.webhookSecret, undefined);
    expect(inUse).toMatchObject({ ok: true, value: { secret: first.json.secret } });
  });

  test('prevents a test webhook from being sent twice', async () => {
    const first = await post('/sandbox/webhooks/test', undefined, { 'idempotency-key': 'g' });
    const second = await post('/sandbox/webhooks/test', undefined, { 'idempotency-key': 'g' });
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(names()).toEqual(['events.test']);
  });

  test('accepts 1 to 255 characters, and returns 400 with the header for others', async () => {
    expect((await post('/quotes', body, { 'idempotency-key': 'x'.repeat(255) })).status).toBe(201);
    for (const key of ['', 'x'.repeat(256)]) {
      const refused = await post('/quotes', body, { 'idempotency-key': key });
      expect(refused).toMatchObject({
        status: 400,
        json: { code: 'INVALID_INPUT', details: { errors: [{ field: 'Idempotency-Key' }] } },
      });
    }
  });
});
