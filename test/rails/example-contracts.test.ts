import { randomUUID } from 'node:crypto';
import type { CurrencyCode } from '@corridor/core';
import { type RailContractOptions, railContract } from '@corridor/core/testing';
import { Webhook } from 'standardwebhooks';
import * as runner from 'vitest';
import {
  connectExample,
  type Example,
  type ExampleRail,
  EXPRESS,
  hasPython,
  makeSecret,
  PYTHON,
  startExample,
} from '../support/example-rails.js';

const { afterAll, describe, expect, test } = runner;

const optionsOf = ({ example: { account, currency }, bank }: ExampleRail): RailContractOptions => {
  const outcome = <S extends string>(suffix: string, becomes: S) => ({
    account: account(suffix),
    currency: currency as CurrencyCode,
    amount: 12_345n,
    becomes,
    afterSeconds: 60,
  });
  return {
    payouts: [outcome('890', 'delivered'), outcome('999', 'failed')],
    pulls: [outcome('890', 'collected'), outcome('999', 'failed')],
    moved: async (reference) => (await bank<{ readonly times: number }>(`moved/${reference}`)).times,
    pass: async () => void (await bank('settle', {})),
  };
};

async function contractOf(example: Example): Promise<void> {
  const started = await startExample(example);
  const { rails, check } = await connectExample(started);
  describe(`the rail ${example.name} over HTTP`, () => {
    afterAll(() => started.stop());
    railContract(runner, rails[0]!, optionsOf(started));
    forgeries(started);

    test('declares what the rails file in its README declares', async () => {
      expect(await check()).toMatchObject({ isReachable: true, problems: [] });
    });
  });
}

/** Requests that are not signed by the service, for this path and at this time. */
function forgeries({ example, url, secrets, bank }: ExampleRail): void {
  const movement = {
    reference: `Transaction:${randomUUID()}`,
    account: example.account('890'),
    currency: example.currency,
    amount: '100',
    remittanceInformation: null,
  };
  const payout = { ...movement, paymentRail: null, purposeOfPayment: null };
  const id = (path: string) => `POST ${path} ${randomUUID()}`;
  interface Forgery {
    readonly path?: string;
    readonly signedFor?: string;
    readonly signedAt?: Date;
    readonly secret?: string;
    readonly signedBody?: string;
    readonly body?: string;
  }
  async function send(of: Forgery): Promise<number> {
    const { path = '/payouts', signedFor = path, signedAt = new Date(), secret = secrets.RAIL_SECRET } = of;
    const { body = JSON.stringify(payout), signedBody = body } = of;
    const messageId = id(signedFor);
    const headers = {
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(messageId, signedAt, signedBody),
    };
    return (await fetch(url + path, { method: 'POST', headers, body })).status;
  }
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

  test.each<readonly [string, Forgery]>([
    ['signed with another secret', { secret: makeSecret() }],
    ['signed with the secret of answers', { secret: secrets.RAIL_CALLBACK_SECRET }],
    ['signed six minutes ago', { signedAt: secondsAgo(360) }],
    ['signed for six minutes from now', { signedAt: secondsAgo(-360) }],
    ['changed after its signature', { signedBody: JSON.stringify({ ...payout, amount: '1' }) }],
    ['signed for another path', { signedFor: `/payouts/${movement.reference}/cancel` }],
    ['signed for collections', { signedFor: '/pulls' }],
  ])('refuses a request that is %s, and books nothing', async (_, forgery) => {
    expect(await send(forgery)).toBe(401);
    await bank('settle', {});
    expect(await bank(`moved/${movement.reference}`)).toEqual({ times: 0 });
  });

  test('refuses bodies that are broken, too large, or of a reference with another amount', async () => {
    expect(await send({})).toBe(200);
    expect(await send({ body: JSON.stringify({ ...payout, amount: '101' }) })).toBe(409);
    expect(await send({ body: JSON.stringify({ ...payout, amount: 100 }) })).toBe(400);
    expect(await send({ body: '{"reference":' })).toBe(400);
    expect(await send({ body: 'null' })).toBe(400);
    expect(await send({ body: ' '.repeat(65_537) })).toBe(413);
    expect(await send({ path: `/payouts/${movement.reference}/cancel`, body: 'null' })).toBe(400);
    expect(await send({ path: '/payouts/other/cancel' })).toBe(400);
    expect(await send({ path: '/nowhere' })).toBe(404);
    await bank('settle', {});
    expect(await bank(`moved/${movement.reference}`)).toEqual({ times: 1 });
  });
}

await contractOf(EXPRESS);
if (hasPython()) await contractOf(PYTHON);
else describe.skip('the rail python-bank over HTTP', () => test('meets the contract', () => undefined));
