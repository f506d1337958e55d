import { instant } from '@corridor/core';
import type { CodeMessage, MessageOutcome, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { messagesContract, type MessagesUnderTest } from '@corridor/core/testing';
import * as runner from 'vitest';
import {
  byChannel,
  createConsoleMessages,
  createSmtpMessages,
  createWebhookMessages,
  type SmtpMessages,
} from './index.js';

const { afterEach, describe, expect, test } = runner;

const MESSAGE: CodeMessage = {
  id: 'OneTimeCode:1.2',
  environment: 'PRODUCTION',
  channel: 'EMAIL',
  to: 'ada@example.com',
  sender: 'Acme\r\nBcc: eve@example.com',
  code: '482913',
  validForSeconds: 600,
  purpose: null,
};

describe('a mail server', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** A real SMTP server; `mails` holds the messages that it accepted, as they were on the wire. */
  async function mailServer(options: SMTPServerOptions = {}) {
    const mails: { readonly to: readonly string[]; readonly from: string; readonly raw: string }[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('utf8'),
          });
          done();
        });
      },
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    return { mails, port: (server.server.address() as AddressInfo).port };
  }

  function mailer(port: number, over: { url?: string; requireTls?: boolean; withinMs?: number } = {}): SmtpMessages {
    const smtp = createSmtpMessages({
      url: `smtp://127.0.0.1:${port}`,
      from: 'Acme <no-reply@acme.example>',
      requireTls: false,
      timeoutMs: 2_000,
      ...over,
    });
    closing.push(() => smtp.close());
    return smtp;
  }

  test('receives a mail with the code for one recipient, even if the sender name contains headers', async () => {
    const { mails, port } = await mailServer();
    expect(await mailer(port).send(MESSAGE)).toEqual({ kind: 'accepted' });
    const [mail, ...others] = mails;
    expect(others).toEqual([]);
    expect([mail?.from, mail?.to]).toEqual(['no-reply@acme.example', ['ada@example.com']]);
    expect(mail?.raw).toMatch(/^Subject: 482913 is your code for Acme Bcc: eve@example\.com$/im);
    expect(mail?.raw).not.toMatch(/^Bcc:/im);
    expect(mail?.raw.replaceAll(/=?\r\n/g, '')).toContain('It is valid for 10 minutes.');
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated$/im);
  });

  test('receives one recipient even if the address contains several', async () => {
    const { mails, port } = await mailServer();
    await mailer(port).send({ ...MESSAGE, to: 'ada@example.com, eve@example.com' });
    expect(mails.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  });

  test('gets the credentials that it asks for, and a wrong password is a temporary failure', async () => {
    const auth: SMTPServerOptions = {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'user' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong')),
    };
    const { mails, port } = await mailServer(auth);
    expect(await mailer(port, { url: `smtp://user:p%40ss@127.0.0.1:${port}` }).send(MESSAGE)).toEqual({
      kind: 'accepted',
    });
    const refused = await mailer(port, { url: `smtp://user:canary@127.0.0.1:${port}` }).send(MESSAGE);
    expect(refused.kind).toBe('unavailable');
    expect(JSON.stringify(refused)).not.toContain('canary');
    expect(mails).toHaveLength(1);
  });

  const answering = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`${address} is not known here`), { responseCode })),
  });

  async function provided(options?: SMTPServerOptions): Promise<MessagesUnderTest> {
    const { mails, port } = await mailServer(options);
    // Mails have folded lines.
    return { messages: mailer(port), taken: () => mails.map(({ raw }) => raw.replaceAll(/=?\r\n/g, '')) };
  }
  messagesContract(runner, {
    channels: ['EMAIL'],
    environment: 'PRODUCTION',
    open: () => provided(),
    refusing: () => provided(answering(550)),
    away: () => provided(answering(451)),
  });

  test.each([
    [550, 'refused'],
    [451, 'unavailable'],
  ] as const)('that answers a recipient with %i leads to %s, without the address in the reason', async (code, kind) => {
    const { port } = await mailServer(answering(code));
    const outcome = await mailer(port).send(MESSAGE);
    expect(outcome).toMatchObject({ kind, reason: expect.stringContaining(String(code)) as string });
    expect(JSON.stringify(outcome)).not.toContain('ada');
  });

  test('that is unreachable or silent leads to a time-out', async () => {
    const { port } = await mailServer();
    closing.splice(0).forEach((close) => void close());
    expect((await mailer(port).send(MESSAGE)).kind).toBe('unavailable');
  });

  test('that answers slowly leads to a time-out for the whole message', async () => {
    const slowly = (done: (error?: Error) => void): void => void setTimeout(done, 200);
    const { mails, port } = await mailServer({
      onMailFrom: (_address, _session, done) => slowly(done),
      onRcptTo: (_address, _session, done) => slowly(done),
    });
    expect((await mailer(port, { withinMs: 300 }).send(MESSAGE)).kind).toBe('unavailable');
    expect(mails).toEqual([]);
  });

  test('receives nothing over an unencrypted connection if TLS is required', async () => {
    const { mails, port } = await mailServer();
    expect((await mailer(port, { requireTls: true }).send(MESSAGE)).kind).toBe('unavailable');
    expect(mails).toEqual([]);
  });

  test('is not used for phones', async () => {
    const { mails, port } = await mailServer();
    expect((await mailer(port).send({ ...MESSAGE, channel: 'PHONE', to: '+4915112345678' })).kind).toBe('refused');
    expect(mails).toEqual([]);
  });
});

describe('a webhook', () => {
  const KEY = Buffer.alloc(32, 5);
  const NOW = Date.UTC(2026, 0, 15, 12);

  /** Messages by webhook to an endpoint that gives this answer, and what it was asked. */
  function webhookTo(outcome: OutboundOutcome) {
    const requests: OutboundRequest[] = [];
    const messages = createWebhookMessages({
      url: 'https://sms.example/send',
      secret: `whsec_${KEY.toString('base64')}`,
      clock: { now: () => instant(NOW) },
      http: { send: async (request) => (requests.push(request), outcome) },
    });
    return { requests, messages };
  }

  async function handedOver(outcome: OutboundOutcome, message = MESSAGE) {
    const { requests, messages } = webhookTo(outcome);
    return { answer: await messages.send(message), request: requests[0]! };
  }
  const answered = (status: number): OutboundOutcome => ({
    kind: 'answered',
    status,
    headers: {},
    body: 'ada',
    truncated: false,
  });

  async function provided(outcome: OutboundOutcome): Promise<MessagesUnderTest> {
    const { requests, messages } = webhookTo(outcome);
    const hasTaken = outcome.kind === 'answered' && outcome.status < 300;
    return { messages, taken: () => (hasTaken ? requests.map(({ body }) => String(body)) : []) };
  }
  messagesContract(runner, {
    channels: ['EMAIL', 'PHONE'],
    environment: 'PRODUCTION',
    open: () => provided(answered(200)),
    refusing: () => provided(answered(422)),
    away: () => provided({ kind: 'unreachable', reason: '+4915112345678 and ada@example.com are away' }),
  });

  test('receives the message, signed as a Standard Webhook', async () => {
    const { answer, request } = await handedOver(answered(204), { ...MESSAGE, channel: 'PHONE', to: '+4915112345678' });
    expect(answer).toEqual({ kind: 'accepted' });
    const body = String(request.body);
    expect(JSON.parse(body)).toMatchObject({
      type: 'message.one_time_code',
      timestamp: '2026-01-15T12:00:00.000Z',
      data: { channel: 'PHONE', to: '+4915112345678', code: '482913', environment: 'PRODUCTION' },
    });
    const signed = createHmac('sha256', KEY)
      .update(`${MESSAGE.id}.${NOW / 1000}.${body}`)
      .digest('base64');
    expect(request.headers).toMatchObject({
      'webhook-id': MESSAGE.id,
      'webhook-timestamp': String(NOW / 1000),
      'webhook-signature': `v1,${signed}`,
    });
    expect(request.httpsOnly).toBe(true);
  });

  test.each<[OutboundOutcome, MessageOutcome['kind']]>([
    [answered(200), 'accepted'],
    [answered(422), 'refused'],
    [answered(301), 'unavailable'],
    [answered(401), 'unavailable'],
    [answered(503), 'unavailable'],
    [{ kind: 'unreachable', reason: 'ada is not there' }, 'unavailable'],
  ])('that answers %o leads to %s', async (outcome, kind) => {
    const { answer } = await handedOver(outcome, { ...MESSAGE, environment: 'SANDBOX' });
    expect(answer.kind).toBe(kind);
    expect(JSON.stringify(answer)).not.toContain('ada');
  });
});

describe('the console, by channel', () => {
  messagesContract(runner, {
    channels: ['EMAIL', 'PHONE'],
    environment: 'SANDBOX',
    async open() {
      const lines: string[] = [];
      const print = createConsoleMessages((line) => lines.push(line));
      return { messages: byChannel({ EMAIL: print, PHONE: print }), taken: () => lines };
    },
  });
});

test('the console prints sandbox messages, and each channel has its own implementation', async () => {
  const lines: string[] = [];
  const none = { send: async () => ({ kind: 'refused', reason: 'no' }) as const };
  const messages = byChannel({ EMAIL: createConsoleMessages((line) => lines.push(line)), PHONE: none });
  const message = { ...MESSAGE, environment: 'SANDBOX', sender: 'Acme' } as const;
  expect(await messages.send(message)).toEqual({ kind: 'accepted' });
  expect((await messages.send({ ...message, channel: 'PHONE' })).kind).toBe('refused');
  expect((await messages.send({ ...message, environment: 'PRODUCTION' })).kind).toBe('unavailable');
  expect(lines).toEqual([expect.stringContaining('message to ada@example.com: 482913 is your code for Acme.')]);
});
