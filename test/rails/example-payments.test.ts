import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CurrencyCode } from '@corridor/core';
import { chart } from '@corridor/core/internal';
import type { RailCallback } from '@corridor/core/ports';
import { POSTINGS, type Transaction } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { type PlayPayer, playPayer } from '../../packages/core/src/testing/play-payer.js';
import {
  connectExample,
  type Example,
  type ExampleRail,
  EXPRESS,
  hasPython,
  PYTHON,
  startExample,
} from '../support/example-rails.js';

const SENT = 12_500n;
const FUNDED = 500_000n;

describe.each([
  { example: EXPRESS, runs: true },
  { example: PYTHON, runs: hasPython() },
])('with the rail $example.name', ({ example, runs }) => {
  describe.runIf(runs)('a customer', () => playsWith(example));
});

function playsWith(example: Example): void {
  let rail: ExampleRail;
  let payer: PlayPayer;
  let host: Server;
  const received: RailCallback[] = [];

  /** Serves the callbacks of rails in front of the core, as a host does. */
  async function serveCallbacks(): Promise<string> {
    host = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const [, , name = '', , ...path] = request.url!.split('/');
      const callback = { path: path.join('/'), headers: request.headers as Record<string, string>, body };
      const answer = await payer.play.core.rails.callback(name, callback);
      received.push(callback);
      response.statusCode = answer?.status ?? 404;
      response.end(JSON.stringify({ message: answer?.message }));
    });
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    return `http://127.0.0.1:${(host.address() as AddressInfo).port}/rails/${example.name}/callbacks/events`;
  }

  beforeAll(async () => {
    rail = await startExample(example, await serveCallbacks());
    const connections = [await connectExample(rail)];
    payer = await playPayer({ connections }, { currencies: ['USD', example.currency] as never });
    valueOf(await payer.play.core.rails.start());
    await payer.play.pass(0);
  });
  afterAll(async () => {
    host.close();
    await rail.stop();
  });

  /** Lets the bank report, and core act on it. */
  const settle = async (): Promise<void> => {
    await rail.bank('settle', {});
    await rail.reported();
    await payer.play.pass(0);
  };
  const available = async (): Promise<bigint> => (await payer.internal(example.currency)).available;
  const transaction = async (id: string): Promise<Transaction> =>
    valueOf(await payer.play.read(payer.play.core.transactions.get, { id }));
  const moved = async (reference: string): Promise<number> =>
    (await rail.bank<{ readonly times: number }>(`moved/${reference}`)).times;
  /** What the books say that the rail holds. */
  const held = (): Promise<bigint> => {
    const { name } = chart.clearing('SANDBOX', example.name, example.currency as CurrencyCode);
    return payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.sum(POSTINGS, 'amount', { account: name }, 0, null),
    );
  };
  const external = async (suffix: string): Promise<string> => {
    const input = {
      ownerType: 'CUSTOMER',
      customerId: payer.customerId,
      currency: example.currency,
      accountInfo: example.account(suffix),
    };
    return valueOf(await payer.play.run(payer.play.core.accounts.addExternal, input as never)).id;
  };
  async function transferOut(suffix: string): Promise<string> {
    const { account } = await payer.internal(example.currency);
    const input = { sourceId: account.id, destinationId: await external(suffix), amount: SENT };
    const made = valueOf(await payer.play.run(payer.play.core.transfers.out, input));
    await payer.play.pass(0);
    return made.id;
  }

  it('receives a payment by the instructions of the connections file', async () => {
    const { account } = await payer.internal(example.currency);
    const told = account.fundingPaymentInstructions[0]!.accountOrWalletInfo;
    expect(told.accountType).toBe(`${example.currency}_ACCOUNT`);
    expect(told['reference']).toBe(account.reference);
    const [before, books] = [await available(), await held()];
    const remitter = { name: 'Grace Hopper', account: '40998877' };
    await rail.bank('arrivals', { reference: account.reference, amount: String(FUNDED), remitter });
    await settle();
    expect(await available()).toBe(before + FUNDED);
    expect((await held()) - books).toBe(-FUNDED);
    await payer.auditClean();
  });

  it('is not credited again by a message that is sent again, or changed on its way', async () => {
    const before = await available();
    const last = received.at(-1)!;
    const send = (callback: RailCallback) => payer.play.core.rails.callback(example.name, callback);
    expect(await send(last)).toEqual({ status: 200, message: 'NONE' });
    const changed = Buffer.from(
      Buffer.from(last.body)
        .toString()
        .replace(String(FUNDED), String(FUNDED * 2n)),
    );
    expect(changed).not.toEqual(last.body);
    expect(await send({ ...last, body: changed })).toMatchObject({ status: 401 });
    await payer.play.pass(0);
    expect(await available()).toBe(before);
    await payer.auditClean();
  });

  it('pays out, and gets the money back when it is returned later', async () => {
    const before = await available();
    const id = await transferOut('890');
    expect((await transaction(id)).status).toBe('PROCESSING');
    await settle();
    expect((await transaction(id)).status).toBe('COMPLETED');
    expect([await moved(id), await available()]).toEqual([1, before - SENT]);
    await rail.bank(`payouts/${id}/return`, { reason: 'account closed' });
    await settle();
    expect(await transaction(id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
    expect(await available()).toBe(before);
    await payer.auditClean();
  });

  it('gets the money back at once when the bank refuses the account', async () => {
    const before = await available();
    const id = await transferOut('999');
    await settle();
    expect(await transaction(id)).toMatchObject({ status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE' });
    expect([await moved(id), await available()]).toEqual([0, before]);
    await payer.auditClean();
  });

  it('never gets money that names no reference: it goes back to its sender', async () => {
    const before = await available();
    const books = await held();
    const remitter = { name: 'Grace Hopper', account: '40998877' };
    await rail.bank('arrivals', { reference: 'thank you', amount: '777', remitter });
    await rail.reported();
    await payer.play.pass(0);
    expect(await held()).toBe(books - 777n);
    await settle();
    expect([await available(), await held()]).toEqual([before, books]);
    await payer.auditClean();
  });

  it('is credited by a collection, and debited when it comes back', async () => {
    const before = await available();
    const { account } = await payer.internal(example.currency);
    const input = { sourceId: await external('891'), destinationId: account.id, amount: SENT };
    const { id } = valueOf(await payer.play.run(payer.play.core.transfers.in, input));
    await payer.play.pass(0);
    expect(await available()).toBe(before);
    await settle();
    expect([await moved(id), await available()]).toEqual([1, before + SENT]);
    await rail.bank(`pulls/${id}/return`, { reason: 'not authorised' });
    await settle();
    expect(await available()).toBe(before);
    await payer.auditClean();
  });

  it('pays once through a rail that is down at first, and is killed before it settles', async () => {
    const before = await available();
    await rail.kill();
    const id = await transferOut('892');
    await rail.restart();
    await payer.play.pass(60);
    await rail.restart();
    await settle();
    await settle();
    expect((await transaction(id)).status).toBe('COMPLETED');
    expect([await moved(id), await available()]).toEqual([1, before - SENT]);
    await payer.auditClean();
  });

  it.runIf(example === EXPRESS)('is paid by a rail that was killed in the middle of a line of its book', async () => {
    const before = await available();
    const id = await transferOut('894');
    await rail.kill();
    appendFileSync(rail.book, `[{"key":"payout ${id}","status":{"state":"deli`);
    await rail.restart();
    await settle();
    await rail.restart();
    expect((await transaction(id)).status).toBe('COMPLETED');
    expect([await moved(id), await available()]).toEqual([1, before - SENT]);
    await payer.auditClean();
  });

  it('may cancel a payout before the bank settles it', async () => {
    const before = await available();
    const id = await transferOut('893');
    valueOf(await payer.play.core.transactions.cancel(payer.play.context(), { id }));
    await settle();
    expect((await transaction(id)).status).toBe('FAILED');
    expect([await moved(id), await available()]).toEqual([0, before]);
    await payer.auditClean();
  });
}
