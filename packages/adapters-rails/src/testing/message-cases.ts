import { err, type ErrorCode } from '@corridor/core';
import { expect, it } from 'vitest';
import { type PlayedSpeaker, SECRETS, signedBy } from './partners.js';

const ID = 'M1';

/** What holds of the messages of every partner: who may send one, where, and what the answer is. `message` is a valid one. */
export function messageCases<T>(speaker: () => PlayedSpeaker<T>, message: object): void {
  const bytes = JSON.stringify(message);
  const signed = (secret = 'CALLBACK_SECRET', body = bytes) => signedBy(SECRETS[secret]!, speaker().clock, ID, body);
  const signedThen = (seconds: number) => {
    const headers = signed();
    speaker().clock.advance(seconds);
    return headers;
  };

  it.each<readonly [string, () => Readonly<Record<string, string>>]>([
    ['without a signature', () => ({})],
    ['of another partner', () => signed('NEXT_CALLBACK_SECRET')],
    ['that the service could have signed', () => signed('SECRET')],
    ['with a signature of another body', () => signed('CALLBACK_SECRET', `${bytes} `)],
    ['with another id than the signed one', () => ({ ...signed(), 'webhook-id': 'M2' })],
    [
      'with another time than the signed one',
      () => ({ ...signed(), 'webhook-timestamp': String(speaker().clock.now() / 1000 + 1) }),
    ],
    [
      'with an unknown version of the signature',
      () => ({ ...signed(), 'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2') }),
    ],
    [
      'with half a signature',
      () => ({ ...signed(), 'webhook-signature': signed()['webhook-signature']!.slice(0, 20) }),
    ],
    ['that was signed 301 seconds ago', () => signedThen(301)],
    ['that is signed for 301 seconds from now', () => signedThen(-301)],
  ])('%s is 401, and core never hears of it', async (_, headers) => {
    expect((await speaker().report(message, { headers: headers() })).status).toBe(401);
    expect(speaker().told).toEqual([]);
  });

  it('is accepted 300 seconds after its signature', async () => {
    expect((await speaker().report(message, { headers: signedThen(300) })).status).toBe(200);
  });

  it('is 404 at another path', async () => {
    for (const path of ['', 'event', 'events/', 'decisions'])
      expect((await speaker().report(message, { path })).status).toBe(404);
    expect(speaker().told).toEqual([]);
  });

  it.each<readonly [ErrorCode, number]>([
    ['CONFLICT', 409],
    ['SERVICE_UNAVAILABLE', 503],
    ['REFERENCE_NOT_FOUND', 404],
    ['INVALID_INPUT', 400],
  ])('that core refuses with %s is answered with %i', async (code, status) => {
    speaker().tell = async () => err(code, 'not now');
    expect(await speaker().report(message)).toEqual({ status, message: 'not now' });
  });
}
