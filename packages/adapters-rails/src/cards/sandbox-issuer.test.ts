import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Id, instant, type TenantKey } from '@corridor/core';
import { type CardIssuer, type CardOrder, RailUnavailable } from '@corridor/core/ports';
import { cardIssuerContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { withCardFrame } from './card-frame.js';
import { CARD_ORDER } from '../testing/http-cards.js';
import { checkDigit, newCard } from './card-number.js';
import { guardCardIssuer } from './guard-card-issuer.js';
import { type SandboxIssuer, sandboxIssuer } from './sandbox-issuer.js';
import { type CardVault, fileVault, memoryVault } from './vault.js';

const { afterAll, beforeAll, describe, expect, it } = runner;

const NOW = Date.UTC(2026, 0, 15);
const TENANT = 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX' as TenantKey;
const cardId = (n: number) => `Card:018bcfe5-6800-7000-8000-${String(n).padStart(12, '0')}` as Id<'Card'>;
const order = (n: number, platformCardId: string | null = null): CardOrder => ({
  cardId: cardId(n),
  platformCardId,
  cardholderName: 'Ada Lovelace',
  cardholder: CARD_ORDER.cardholder,
  form: 'VIRTUAL',
  currency: CARD_ORDER.currency,
  threeDSecurePassword: 'canary-password',
});

describe('a card number', () => {
  it('ends with a valid Luhn digit', () => {
    // Numbers that the networks publish for tests.
    for (const known of ['4242424242424242', '5555555555554444', '4012888888881881', '378282246310005']) {
      expect(checkDigit(known.slice(0, -1))).toBe(known.at(-1));
    }
    const { number, code, expMonth, expYear } = newCard('VISA', NOW);
    expect(number).toMatch(/^400000\d{10}$/);
    expect(checkDigit(number.slice(0, -1))).toBe(number.at(-1));
    expect([code.length, expMonth, expYear]).toEqual([3, 1, 2030]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'corridor-issuer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each<[string, () => CardVault]>([
  ['in memory', memoryVault],
  ['in files', () => fileVault(join(folder, 'vault'))],
])('the sandbox issuer with a vault %s', (_where, open) => {
  let vault: CardVault;
  let made: SandboxIssuer;
  const host = (): SandboxIssuer =>
    sandboxIssuer({ vault, clock: { now: () => instant(NOW) }, frameUrl: 'http://localhost/card-frame/' });
  beforeAll(() => {
    vault = open();
    made = host();
  });
  const at = (ms: number) => async () => instant(ms);
  const revealed = async (of: SandboxIssuer, id: Id<'Card'>): Promise<string> =>
    (await of.issuer.reveal({ cardId: id, tenant: TENANT, expiresAt: instant(NOW + 120_000) })).url.split('/').at(-1)!;

  cardIssuerContract(runner, {
    open: () => host().issuer,
    now: instant(NOW),
    orders: {
      issued: { threeDSecurePassword: 'canary-password' },
      rejected: { platformCardId: 'a-002' },
      pending: { platformCardId: 'a-001' },
    },
    shows: async (url) => (await host().open(url.split('/').at(-1)!, at(NOW))) !== null,
  });

  it('decides an order by the ending of its name', async () => {
    const { issuer } = made;
    expect(await issuer.issue(order(2, 'a-002'), 0)).toEqual({ kind: 'rejected' });
    expect(await issuer.issue(order(3, 'a-001'), 1e6)).toMatchObject({ kind: 'pending' });
    expect(await issuer.issue(order(4, 'a-005'), 10)).toEqual({ kind: 'pending', againInSeconds: 20 });
    expect(await issuer.issue(order(4, 'a-005'), 30)).toMatchObject({ kind: 'issued' });
  });

  it('shows nothing for an expired token, a token that it did not sign, or a closed card', async () => {
    await made.issuer.issue(order(6), 0);
    const token = await revealed(made, cardId(6));
    expect(await made.open(token, at(NOW + 120_000))).toBeNull();
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify([cardId(5), TENANT, NOW + 9e9, 'x'])).toString('base64url');
    for (const text of ['', '.', payload, `${payload}.`, `${other}.${signature}`, `${token}.x`, `${payload}.AAAA`]) {
      expect(await made.open(text, at(NOW))).toBeNull();
    }
    expect(await made.open(token, at(NOW + 119_999))).toMatchObject({
      code: expect.stringMatching(/^\d{3}$/) as string,
    });
    const second = await revealed(made, cardId(6));
    await made.issuer.tell(cardId(6), 'CLOSED');
    await made.issuer.tell(cardId(6), 'CLOSED');
    expect(await made.open(second, at(NOW))).toBeNull();
  });

  it('encrypts the cards that it stores, and forgets used tokens after they expire', async () => {
    await made.issuer.issue(order(7), 0);
    const token = await revealed(made, cardId(7));
    const card = await made.open(token, at(NOW));
    const kept = (await vault.get(`cards/${cardId(7).replace(':', '-')}`))!;
    expect(kept).not.toContain(card!.number);
    expect(kept).not.toContain('canary');
    expect((await vault.list('used')).length).toBeGreaterThan(0);
    const later = sandboxIssuer({ vault, clock: { now: () => instant(NOW + 120_001) }, frameUrl: '' });
    await later.issuer.reveal({ cardId: cardId(7), tenant: TENANT, expiresAt: instant(NOW + 240_001) });
    expect(await vault.list('used')).toEqual([]);
    expect(await later.open(token, at(NOW + 120_001))).toBeNull();
  });
});

describe('the file vault', () => {
  it('is readable by its owner only', () => {
    const all = (path: string): readonly string[] =>
      readdirSync(path).flatMap((name) => {
        const inner = join(path, name);
        return statSync(inner).isDirectory() ? [inner, ...all(inner)] : [inner];
      });
    const found = all(join(folder, 'vault'));
    expect(found.length).toBeGreaterThan(3);
    for (const path of found) expect(statSync(path).mode & 0o077, path).toBe(0);
    expect(readFileSync(join(folder, 'vault', 'key'), 'utf8')).toHaveLength(44);
  });
});

describe('the page of a card', () => {
  const reports: unknown[] = [];
  const opened: string[] = [];
  const server = createServer(
    withCardFrame(
      {
        path: '/pay/card-frame/',
        frameAncestors: ['https://shop.example'],
        open: async (token) => {
          opened.push(token);
          if (token === 'broken') throw new Error('the disk is away');
          return token === 'good' ? { number: '4000001234567899', code: '007', expMonth: 3, expYear: 2030 } : null;
        },
        report: (cause) => void reports.push(cause),
      },
      (_request, response) => void response.end('the API'),
    ),
  );
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it('is served below its path and leaves other paths to the next listener', async () => {
    expect(await (await fetch(`${base}/card-frame/good`)).text()).toBe('the API');
    const page = await fetch(`${base}/pay/card-frame/good?x=1`);
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const shown of ['4000 0012 3456 7899', '03/30', '007']) expect(text).toContain(shown);
    expect(text).not.toContain('<script');
  });

  it('can be framed by the configured origins only, loads nothing and is not cached', async () => {
    const { headers } = await fetch(`${base}/pay/card-frame/gone`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors https:\/\/shop\.example$/,
    );
    expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-frame-options')]).toEqual([
      'no-store',
      'no-referrer',
      null,
    ]);
  });

  it('is consumed by GET only, and does not show the cause of an error', async () => {
    opened.length = 0;
    for (const method of ['HEAD', 'POST', 'OPTIONS']) {
      const status = await new Promise((resolve) =>
        httpRequest(`${base}/pay/card-frame/good`, { method }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).end(),
      );
      expect(status).toBe(405);
    }
    expect(opened).toEqual([]);
    expect((await fetch(`${base}/pay/card-frame/unknown`)).status).toBe(410);
    const broken = await fetch(`${base}/pay/card-frame/broken`);
    expect([broken.status, (await broken.text()).includes('disk'), reports.length]).toEqual([500, false, 1]);
  });
});

describe('the wrapper around an issuer of cards', () => {
  it('turns errors and missing answers into RailUnavailable', async () => {
    const issuer: CardIssuer = {
      name: 'sandbox-cards',
      environments: ['SANDBOX'],
      issue: async () => ({ kind: 'rejected' }),
      tell: async () => {
        throw new Error('reset');
      },
      reveal: () => new Promise(() => undefined),
    };
    const guarded = guardCardIssuer(issuer, {
      timeoutMs: 20,
      observe: () => undefined,
      log: { warn: () => undefined },
    });
    await expect(guarded.tell(cardId(1), 'FROZEN')).rejects.toThrow('sandbox-cards failed (card-tell): reset');
    const asked = guarded.reveal({ cardId: cardId(1), tenant: TENANT, expiresAt: instant(NOW) });
    await expect(asked).rejects.toThrow(RailUnavailable);
    expect(await guarded.issue(order(1), 0)).toEqual({ kind: 'rejected' });
  });
});
