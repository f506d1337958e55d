import { err } from '@corridor/core';
import { beforeEach, expect, it } from 'vitest';
import { addOperator } from '../../../core/src/testing/operators.js';
import { valueOf } from '../../../core/src/testing/play-core.js';
import { startServer, type TestServer } from '../testing/server.js';

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77', notes: 'listed in January' };
const NOT_NOW = 'This is not possible at the moment. Please contact the company that sent you here';
const ABOUT = { fullName: 'Ada Lovelace', birthDate: '1990-12-10' };

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});

type Standing = 'TOLD' | 'SILENT' | 'NOT_READY' | 'FREE';

interface Visitor {
  readonly token: string;
  readonly customerId: string;
  cookie: string;
}

/** A person who is not verified yet and has got a link to the page; blocked afterwards. */
async function visitor(standing: Standing): Promise<Visitor> {
  const { play } = server;
  const person = { customerType: 'INDIVIDUAL', region: 'US' } as never;
  const { id: customerId } = valueOf(await play.run(play.core.customers.create, person));
  const { url } = valueOf(await play.run(play.core.verification.links.create, { customerId }));
  if (standing === 'TOLD' || standing === 'SILENT') {
    const ann = await addOperator(play.storage.units, `Ann ${standing}`, 'OPERATOR');
    const input = { id: customerId, ...TEXTS, tellPlatform: standing === 'TOLD' };
    valueOf(await play.core.operators.actions.request(ann, { tenant: play.tenant, action: 'customers.block', input }));
  }
  return { token: url.slice(url.lastIndexOf('/') + 1), customerId, cookie: '' };
}

/** A page, without what differs for each customer and each answer. */
async function page(of: Visitor, path: string, form?: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${server.url}/verify${path}`, {
    redirect: 'manual',
    headers: { cookie: of.cookie, 'sec-fetch-site': 'same-origin' },
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const set of response.headers.getSetCookie()) of.cookie = set.split(';')[0]!;
  const names = [...response.headers].filter(([name]) => !['date', 'set-cookie', 'request-id'].includes(name));
  const text = `${response.status}\n${names.map((each) => each.join(': ')).join('\n')}\n${await response.text()}`;
  for (const each of Object.values(TEXTS)) expect(text).not.toContain(each);
  return text
    .replaceAll(of.token, '[token]')
    .replaceAll(of.customerId, '[customer]')
    .replaceAll(/name="once" value="[^"]*"/g, 'name="once"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '[id]');
}

/** Every page of a customer, and the answers to its forms. */
async function pagesOf(of: Visitor): Promise<Readonly<Record<string, string>>> {
  const shown: Record<string, string> = {};
  shown['link'] = await page(of, `/${of.token}`);
  shown['start'] = await page(of, `/${of.token}`, {});
  for (const step of ['about', 'identity', 'documents', 'review']) shown[step] = await page(of, `/${step}`);
  shown['save'] = await page(of, '/about', ABOUT);
  return shown;
}

it('a customer reads the same pages whether its platform knows of the block, does not know, or something else stops it', async () => {
  const [told, silent, free] = [await visitor('TOLD'), await visitor('SILENT'), await visitor('FREE')];
  const pages = await pagesOf(told);
  expect(pages['save']).toContain(NOT_NOW);
  expect(pages['save']).toMatch(/^400\n/);
  expect(await pagesOf(silent)).toEqual(pages);

  const other = await visitor('NOT_READY');
  server.answers.set('customers.update', () => err('USER_NOT_READY', "the customer's kycStatus is PENDING"));
  expect(await pagesOf(other)).toEqual(pages);
  server.answers.delete('customers.update');

  const { save, ...read } = await pagesOf(free);
  expect(save).toMatch(/^(303|400)\n/);
  expect(save).not.toContain(NOT_NOW);
  expect(read).toEqual(Object.fromEntries(Object.entries(pages).filter(([name]) => name !== 'save')));
});

it('a customer reads the same sentence when it submits its verification, whatever stops it', async () => {
  const answers: string[] = [];
  for (const code of ['USER_BLOCKED', 'USER_NOT_READY'] as const) {
    const of = await visitor('FREE');
    await page(of, `/${of.token}`, {});
    server.answers.set('verification.links.submit', () => err(code, `the cause of ${code}`));
    answers.push(await page(of, '/review', { terms: 'on' }));
  }
  expect(answers[0]).toContain(NOT_NOW);
  expect(answers[0]).not.toContain('the cause');
  expect(answers[1]).toBe(answers[0]);
});
