import { request } from 'undici';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readAll } from '@corridor/core/internal';
import { AGENT_PERMISSIONS, type BaseRecord, type KindOf, RECORD_KINDS } from '@corridor/core/records';
import { blocking } from '../../../core/src/testing/blocked/blocking.js';
import { paymentsWorld } from '../../../core/src/testing/blocked/payments-world.js';
import { regulatedWorld } from '../../../core/src/testing/blocked/regulated-world.js';
import { stablecoinsWorld } from '../../../core/src/testing/blocked/stablecoins-world.js';
import type { BlockedWorld } from '../../../core/src/testing/blocked/starts.js';
import { umaWorld } from '../../../core/src/testing/blocked/uma-world.js';
import { verificationWorld } from '../../../core/src/testing/blocked/verification-world.js';
import { walletsWorld } from '../../../core/src/testing/blocked/wallets-world.js';
import { valueOf } from '../../../core/src/testing/play-core.js';
import { INVITATIONS } from '../../../core/src/uma/records.js';
import { VERIFY_PATH } from '../kit/options.js';
import { AGENT } from '../kit/operation.js';
import { serializeEvent } from '../api/events/serialize.js';
import { operations } from './operations.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, startServer, type TestServer } from '../testing/server.js';

const WORLDS = {
  payments: paymentsWorld,
  regulated: regulatedWorld,
  wallets: walletsWorld,
  stablecoins: stablecoinsWorld,
  verification: verificationWorld,
  uma: umaWorld,
};
const TEXTS = { reason: 'xylophone', caseReference: 'CASE-quagga', notes: 'zeppelin' };

afterEach(() => vi.useRealTimers());

const NEUTRAL = 'This is not possible at the moment. Please contact the company that sent you here';

/** What was said, and by what. */
type Said = (readonly [where: string, text: string])[];

const reads = operations.filter(({ method, permission }) => method === 'GET' && permission !== 'none');
/** The reads that were answered with success in one of the worlds. */
const answered = new Set<string>();
const ID = /\b([A-Z][A-Za-z]+):[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** The codes in the paths of the sample requests. */
const SAMPLE_CODE = /7hq4k9xm2c8nvtw3|7HQ4K9XMCRVW/;

/** The answers of all reads about all records. `codes`: the codes that operations find records by. */
async function crawl(
  server: TestServer,
  agent: string,
  codes: Readonly<Record<string, readonly string[]>>,
): Promise<Said> {
  const said = new Map<string, string>();
  const ids = new Map<string, Set<string>>();
  const learn = (text: string) => {
    for (const [id, kind] of text.matchAll(ID)) ids.set(kind!, (ids.get(kind!) ?? new Set()).add(id));
  };
  const pathsOf = (operationId: string): readonly string[] => {
    const { path } = REQUESTS[operationId]!;
    const known = codes[operationId];
    if (known !== undefined) return known.map((code) => path.replace(SAMPLE_CODE, code));
    let paths = [path];
    for (const [sample, kind] of path.matchAll(ID))
      paths = paths.flatMap((each) => [...(ids.get(kind!) ?? [])].map((id) => each.replace(sample, id)));
    return paths;
  };
  const { storage, tenant } = server.play;
  for (const kind of RECORD_KINDS.filter(({ scope }) => scope === 'tenant')) {
    const rows = await storage.units.read(tenant, (of) => readAll(of, kind as unknown as KindOf<BaseRecord>));
    learn(rows.map(({ id }) => id).join(' '));
  }
  for (let before = -1; before < said.size;) {
    before = said.size;
    for (const { operationId, permission } of reads) {
      for (const path of pathsOf(operationId)) {
        if (said.has(path)) continue;
        const headers = permission === AGENT ? { authorization: `Bearer ${agent}` } : undefined;
        const { text, status } = await server.call('GET', BASE + path, undefined, headers);
        learn(text);
        if (status < 300) answered.add(operationId);
        said.set(path, text);
      }
    }
  }
  return [...said];
}

/** An agent of the customer, and the session of the hosted page of the customer, opened before a block. */
async function opened({ play, customers: [customerId] }: BlockedWorld) {
  const { agents, verification } = play.core;
  const policy = {
    permissions: [...AGENT_PERMISSIONS],
    defaultExecutionMode: 'AUTO' as const,
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000n },
  };
  const made = valueOf(await play.run(agents.create, { name: 'Bookkeeper', customerId: customerId!, policy }));
  const { accessToken } = valueOf(await agents.redeemCode(made.code.code));
  const bank = { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' };
  const own = { ownerType: 'PLATFORM', currency: 'USD', accountInfo: bank };
  valueOf(await play.run(play.core.accounts.addExternal, own as never));
  const { links } = verification;
  const issue = async () =>
    valueOf(await play.run(links.create, { customerId: customerId! }))
      .url.split('/')
      .at(-1)!;
  const { session } = (await links.start(await issue()))!;
  return { accessToken, code: made.code.code, session, token: await issue() };
}

const PAGES = ['', '/about', '/company', '/identity', '/people', '/documents', '/review'];

/** What the hosted page shows, and what it answers to each of its forms. */
async function visit({ url }: TestServer, session: string, token: string): Promise<Said> {
  const said: Said = [];
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const reply = await request(`${url}${VERIFY_PATH}${path}`, {
      method,
      headers: {
        cookie: `corridor_verify=${session}`,
        'sec-fetch-site': 'same-origin',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: method === 'POST' ? 'fullName=Ada+King&businessInfo.legalName=King+Ltd' : null,
    });
    said.push([`${method} ${path}`, await reply.body.text()]);
  };
  for (const path of [`/${token}`, ...PAGES]) await ask('GET', path);
  for (const path of ['/about', '/company', '/review']) await ask('POST', path);
  return said;
}

const bigints = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe.each(Object.entries(WORLDS))('after blocks in the world of %s', (name, open) => {
  test.each([true, false])('no answer, event or page has their texts (told: %s)', async (tellPlatform) => {
    const world = await open();
    const { play, customers, payee, ofCustomer, ofPlatform, ofPayee, neutral } = world;
    const server = await startServer({}, {}, undefined, null, play);
    const { accessToken, code, session, token } = await opened(world);
    const before = await crawl(server, accessToken, {});
    const { block } = await blocking(play, TEXTS);
    await block('customers', customers, tellPlatform);
    if (payee !== undefined) await block('external-accounts', [payee], tellPlatform);
    // Money that arrives for them.
    for (const customerId of customers) {
      const accounts = valueOf(await play.read(play.core.accounts.listInternal, { customerId }));
      for (const { account } of accounts.data)
        await play.run(play.core.sandbox.fund, { accountId: account.id, amount: 5n });
    }
    await play.pass(0);

    const invitations = await play.storage.units.read(play.tenant, (of) =>
      of.list(INVITATIONS, { order: 'asc', limit: 9 }),
    );
    const said: Said = [];
    for (const [name, start] of Object.entries({ ...ofPlatform, ...ofCustomer, ...ofPayee, ...neutral }))
      said.push([name, JSON.stringify(await start(), bigints)]);
    const pages = await visit(server, session, token);
    said.push(...pages);
    await block('platforms', [play.tenant], tellPlatform);
    await play.pass(3_600);
    for (const [name, start] of Object.entries({ ...ofPlatform, ...ofCustomer }))
      said.push([name, JSON.stringify(await start(), bigints)]);
    const answers = await crawl(server, accessToken, {
      getInvitation: invitations.rows.map((invitation) => invitation.code),
      getAgentDeviceCodeStatus: [code],
    });
    said.push(...answers);
    for (const event of play.delivered) said.push([event.type, JSON.stringify(serializeEvent(event))]);
    expect(play.delivered.some(({ type }) => type === 'CUSTOMER.BLOCKED')).toBe(tellPlatform);

    expect(answers.length).toBeGreaterThanOrEqual(before.length);
    // Other customers are verified, so their page has no form.
    expect(pages.some(([, text]) => text.includes(NEUTRAL))).toBe(name === 'verification');
    const hidden = [...Object.values(TEXTS), ...(tellPlatform ? [] : ['block'])];
    const found = said.filter(([, text]) => hidden.some((word) => text.toLowerCase().includes(word.toLowerCase())));
    expect(found).toEqual([]);
  });
});

const UNASKED = [
  // Answered as the agent's other reads of quotes and actions are.
  'agentGetAction',
  'agentGetQuote',
  // Asks another institution.
  'lookupUma',
  // Needs a transport that signs.
  'signWebhookEvent',
];

test('each read of the API has been asked about a record', () => {
  const missing = reads.map(({ operationId }) => operationId).filter((operationId) => !answered.has(operationId));
  expect(missing.toSorted()).toEqual(UNASKED);
});
