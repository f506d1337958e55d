import { randomUUID } from 'node:crypto';
import { systemClock } from '@corridor/adapters-rails/custody';
import type { CurrencyCode } from '@corridor/core';
import type { PullInstruction, Rail } from '@corridor/core/ports';
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

/** What goes back is at most what is there. */
function refunds({ example, bank }: ExampleRail, rail: Rail): void {
  const { account, currency: code } = example;
  const currency = code as CurrencyCode;
  const submittedAt = systemClock.now();
  const settle = () => bank('settle', {});
  const timesMoved = async (reference: string) => (await bank<{ readonly times: number }>(`moved/${reference}`)).times;

  test('sends an arrival back once, and no more than arrived', async () => {
    const { paymentId } = await bank<{ readonly paymentId: string }>('arrivals', { reference: 'none', amount: '500' });
    const arrival = { paymentId, remitter: { name: null, account: '40998877' }, valueDate: null };
    const back = async (amount: bigint) => {
      const reference = `Refund:${randomUUID()}`;
      const refund = { reference, currency, amount, arrival, submittedAt };
      await rail.funding!.refund(refund, submittedAt);
      await settle();
      const { state } = await rail.funding!.refund(refund, submittedAt);
      return [state, await timesMoved(reference)];
    };
    expect(await back(501n)).toEqual(['failed', 0]);
    expect(await back(300n)).toEqual(['completed', 1]);
    expect(await back(201n)).toEqual(['failed', 0]);
    expect(await back(200n)).toEqual(['completed', 1]);
    expect(await back(1n)).toEqual(['failed', 0]);
  });

  test('sends a collection back only while it holds it, and never takes a refunded one back', async () => {
    const collect = async () => {
      const reference = `Transaction:${randomUUID()}`;
      const pull = { reference, account: account('890'), currency, amount: 70n, remittanceInformation: null };
      const instruction = { ...pull, submittedAt, cancelRequestedAt: null };
      await rail.pulls!.submit(instruction);
      await settle();
      return instruction;
    };
    const back = async (pull: PullInstruction) => {
      const refund = { reference: `Refund:${randomUUID()}`, pull, submittedAt };
      await rail.pulls!.refund(refund, submittedAt);
      await settle();
      return (await rail.pulls!.refund(refund, submittedAt)).state;
    };
    const [refunded, returned] = [await collect(), await collect()];
    expect([await back(refunded), await back(refunded)]).toEqual(['completed', 'failed']);
    await expect(bank(`pulls/${refunded.reference}/return`, {})).rejects.toThrow('409');
    await bank(`pulls/${returned.reference}/return`, {});
    expect(await back(returned)).toBe('failed');
    await expect(bank(`pulls/${returned.reference}/return`, {})).rejects.toThrow('409');
    expect((await rail.pulls!.status(returned, submittedAt)).state).toBe('returned');
  });
}

async function contractOf(example: Example): Promise<void> {
  const started = await startExample(example);
  const { rails, check } = await connectExample(started);
  describe(`the rail ${example.name} over HTTP`, () => {
    afterAll(() => started.stop());
    railContract(runner, rails[0]!, optionsOf(started));
    forgeries(started);

    refunds(started, rails[0]!);

    test('declares what the connections file in its README declares', async () => {
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
    expect(await send({ body: ' '.repeat(1_048_577) })).toBe(413);
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
