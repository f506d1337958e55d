import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Id, instant } from '@corridor/core';
import type { ApprovalNotice, OutboundHttp } from '@corridor/core/ports';
import { SMTPServer } from 'smtp-server';
import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createApproverNotices } from './index.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOTICE: ApprovalNotice = {
  id: 'Request:018bcfe5-6800-7000-8000-000000000001' as Id<'Request'>,
  environment: 'SANDBOX',
  action: 'exceptions.resolve',
  expiresAt: instant(1_768_471_200_000),
  url: 'https://pay.example/console/approvals/Request:018bcfe5-6800-7000-8000-000000000001',
};
const clock = { now: () => instant(1_768_384_800_000) };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Requests by the fetch of Node, as a host sends them to an address that it may reach. */
const http: OutboundHttp = {
  async send({ url, method, headers, body }) {
    try {
      const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: body as string }) });
      return { kind: 'answered', status: answer.status, body: await answer.text(), retryAfter: null } as never;
    } catch {
      return { kind: 'unreachable', reason: 'no connection' } as never;
    }
  },
};

async function receiver(status: number) {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  closing.push(close);
  return { received, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/approvals` };
}

async function mailServer() {
  const mails: { readonly to: readonly string[]; readonly raw: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return {
    mails,
    mail: { url, from: 'Corridor <no-reply@pay.example>', requireTls: false, to: ['a@pay.example', 'b@pay.example'] },
  };
}

describe('the notice of a request that waits', () => {
  it('is a webhook, signed as Standard Webhooks are, without names and amounts', async () => {
    const { received, url } = await receiver(204);
    const notices = createApproverNotices({ webhook: { url, secret: SECRET }, mail: null, http, clock });
    expect(await notices.tell(NOTICE)).toEqual({ kind: 'accepted' });
    const [{ headers, body }] = received as [(typeof received)[0]];
    const signed = `${NOTICE.id}.${headers['webhook-timestamp'] as string}.${body}`;
    const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64');
    expect(headers).toMatchObject({ 'webhook-id': NOTICE.id, 'webhook-signature': `v1,${signature}` });
    expect(JSON.parse(body)).toEqual({
      type: 'approval.waiting',
      timestamp: '2026-01-14T10:00:00.000Z',
      data: {
        ...{ id: NOTICE.id, environment: 'SANDBOX', action: 'exceptions.resolve', url: NOTICE.url },
        expiresAt: '2026-01-15T10:00:00.000Z',
      },
    });
  });

  it('is sent again after an answer that can change, and not after one that will not', async () => {
    for (const [status, kind] of [
      [500, 'unavailable'],
      [429, 'unavailable'],
      [410, 'refused'],
    ] as const) {
      const { url } = await receiver(status);
      const notices = createApproverNotices({ webhook: { url, secret: SECRET }, mail: null, http, clock });
      expect(await notices.tell(NOTICE)).toEqual({ kind, reason: `the receiver answered ${status}` });
    }
    const { url, close } = await receiver(204);
    await close();
    closing.length = 0;
    const notices = createApproverNotices({ webhook: { url, secret: SECRET }, mail: null, http, clock });
    expect(await notices.tell(NOTICE)).toMatchObject({ kind: 'unavailable' });
  });

  it('is a mail to each address, and one way that works is enough', async () => {
    const { mails, mail } = await mailServer();
    const { url } = await receiver(500);
    const notices = createApproverNotices({ webhook: { url, secret: SECRET }, mail, http, clock });
    expect(await notices.tell(NOTICE)).toEqual({ kind: 'accepted' });
    expect(mails).toHaveLength(1);
    expect(mails[0]!.to).toEqual(['a@pay.example', 'b@pay.example']);
    expect(mails[0]!.raw).toContain('An action waits for approval (SANDBOX)');
    expect(mails[0]!.raw.replaceAll(/=\r\n/g, '')).toContain('exceptions.resolve');
  });
});
