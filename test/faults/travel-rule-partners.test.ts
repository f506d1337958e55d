import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TRAVEL_RULE_TRANSFERS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, DATABASES, type Deployment, type HostProcess } from '../support/host.js';
import { accountOf, balances, createCustomer, executeQuote, fund, quotePayout } from '../support/scenario.js';
import { type Conduct, startTravelRulePartner, type TravelRulePartner } from '../support/travel-rule-partner.js';
import type { ExternalAccount, Transaction } from '../support/wire.js';
import { auditIsClean, recordsOf } from './everything-told.js';

const CHAIN = 'play-chain';
const TIMEOUT_MS = 120_000;
const WAIT_SECONDS = 600;
/** The clock of the next host is ahead by this many seconds, so that the leases of the killed host have expired. */
const DOWN_SECONDS = 31;
const ACCEPTED = { state: 'accepted' };
const REJECTED = { state: 'rejected', reason: 'the name is not that of the wallet' };
const DOLLARS = 1_000;

const dist = (area: string): string =>
  JSON.stringify(new URL(`../../packages/adapters-rails/dist/${area}/index.js`, import.meta.url).href);

/** The chains of the sandbox as a connection of their own, which has a partner. */
const MODULE = `
  import { httpTravelRule, travelRuleSchema } from ${dist('http-travel-rule')};
  import { sandboxRails } from ${dist('sandbox')};
  export default ({ travelRule: entry }, context) => {
    const { name, environment, digest } = context;
    const rule = httpTravelRule(travelRuleSchema.parse(entry), context);
    const chain = sandboxRails(digest).find((rail) => rail.name === 'sandbox-crypto');
    const place = {
      network: 'BASE',
      rails: { delivers: name, receives: name },
      indexOf: async (address) => Number.parseInt(address.slice(2), 16),
    };
    return {
      ...{ name, environment, claims: [], tasks: [], releases: null },
      rails: [{ ...chain, name, simulated: false, funding: { ...chain.funding, addressSpace: name } }],
      callback: (callback, tell, tellTravelRule) => rule.hear(place, callback, tellTravelRule),
      callbackBytes: rule.callbackBytes,
      check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
      travelRule: { partner: rule.partner, sendingAddress: '0x1111111111111111111111111111111111111111', rules: rule.rules },
    };
  };`;

const UNKNOWN = {
  ...{ kind: null, name: null, address: null, country: null, birthDate: null, customerId: null },
  ...{ documentType: null, documentNumber: null, accountId: null, ledgerAddress: null },
};
const INCOMING = {
  ...{ kind: 'incoming', reference: 'T-1', network: 'BASE', address: `0x${'0'.repeat(40)}`, transactionHash: null },
  ...{ currency: 'USDC', amount: '5000000', institution: 'Other Exchange' },
  originator: { ...UNKNOWN, kind: 'INDIVIDUAL', name: 'Mary Somerville', country: 'GB' },
  beneficiary: { ...UNKNOWN, kind: 'INDIVIDUAL', name: 'Ada Lovelace' },
};

/** What the partner does with the requests about one payment, in their order, and what its institution decides. */
interface Habit {
  readonly posts?: readonly Conduct[];
  readonly looks?: readonly Conduct[];
  readonly decision: object | null;
}

const UNKNOWN_ANSWER = { state: 'unknown' };
const HABITS: Readonly<Record<string, Habit>> = {
  accepts: { decision: ACCEPTED },
  rejects: { decision: REJECTED },
  'dies before it notes the transfer': { posts: ['dies before', 'dies before'], decision: ACCEPTED },
  'dies after it has noted the transfer': { posts: ['dies after'], decision: ACCEPTED },
  'is slow beyond the time-out': { posts: ['stalls'], decision: ACCEPTED },
  'answers for another': { looks: ['answers', 'signs for another', 'signs for another'], decision: REJECTED },
  'says something else': { looks: ['answers', { state: 'granted' }, UNKNOWN_ANSWER], decision: REJECTED },
  'denies what it has': { looks: ['answers', UNKNOWN_ANSWER, UNKNOWN_ANSWER], decision: ACCEPTED },
  'never answers': { decision: null },
};
const NAMES = Object.keys(HABITS);

describe.each(DATABASES)('a partner of the travel rule that dies, stalls, lies and repeats, on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-travel-rule-'));
  let partner: TravelRulePartner;
  let deployment: Deployment;
  let host: HostProcess;
  let customerId: string;
  let payments: ReadonlyMap<string, string>;
  let atPost: () => void = () => undefined;

  const api = createApi(() => host.baseUrl, BOOTSTRAP);
  const requests = new Map<string, number>();

  /** Each payment has its habit; its institution decides once a host has a pending answer. */
  async function conductOf({ method, reference }: { readonly method: string; readonly reference: string }) {
    const name = [...payments].find(([, id]) => id === reference)?.[0];
    if (name === undefined) return 'answers';
    const { posts, looks, decision } = HABITS[name]!;
    const key = `${method} ${reference}`;
    const turn = requests.get(key) ?? 0;
    requests.set(key, turn + 1);
    const conduct = (method === 'POST' ? posts : looks)?.[turn] ?? 'answers';
    if (name === 'is slow beyond the time-out' && method === 'POST') atPost();
    if (method === 'POST') {
      // Messages overtake the answer.
      const message = { kind: 'answered', reference };
      await partner.tell(host.baseUrl, CHAIN, message).catch(() => undefined);
    }
    if (method === 'GET' && decision !== null && partner.kept.has(reference) && conduct === 'answers')
      partner.decide(reference, decision);
    return conduct;
  }

  beforeAll(async () => {
    partner = await startTravelRulePartner({ checkAfterSeconds: 1 });
    writeFileSync(join(folder, 'chain.mjs'), MODULE);
    const travelRule = {
      ...{ type: 'http', url: partner.url, waitSeconds: WAIT_SECONDS },
      ...{ secret: { env: 'TRAVEL_SECRET' }, callbackSecret: { env: 'TRAVEL_CALLBACK_SECRET' } },
    };
    const rail = { type: 'module', module: './chain.mjs', name: CHAIN, environment: 'SANDBOX', travelRule };
    writeFileSync(join(folder, 'connections.json'), JSON.stringify({ rails: [rail] }));
    deployment = await createDeployment(database, {
      CORRIDOR_CONNECTIONS_FILE: join(folder, 'connections.json'),
      TRAVEL_SECRET: partner.secrets.SECRET,
      TRAVEL_CALLBACK_SECRET: partner.secrets.CALLBACK_SECRET,
    });
    host = await deployment.launch({}, { movableClock: true });
    customerId = (await createCustomer(api, { currencies: ['USD', 'USDC'] })).id;
    await fund(api, (await accountOf(api, customerId, 'USD')).id, DOLLARS * NAMES.length);
  });
  afterAll(async () => {
    await deployment.remove();
    await partner.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function pay(): Promise<string> {
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' };
    const address = `0x${'cd'.repeat(18)}0900`;
    const accountInfo = { accountType: 'BASE_WALLET', address, vaspName: 'Example Exchange', beneficiary };
    const account = { customerId, currency: 'USDC', accountInfo };
    const from = (await accountOf(api, customerId, 'USD')).id;
    wallet ??= (await expecting(201, api.post<ExternalAccount>('/customers/external-accounts', account))).id;
    const quote = await quotePayout(api, { from, to: wallet, amount: DOLLARS });
    await executeQuote(api, quote.id);
    return quote.transactionId;
  }
  let wallet: string | undefined;

  const paymentOf = (name: string): Promise<Transaction> =>
    expecting(200, api.get<Transaction>(`/transactions/${payments.get(name)}`));

  it(
    'lets leave what it accepted, fails what it rejected or did not answer, and sends each transfer once',
    async () => {
      const told = () => partner.tell(host.baseUrl, CHAIN, INCOMING);
      expect(await told()).toMatchObject({ status: 200, text: expect.stringContaining('APPLIED') as string });
      expect(await told()).toMatchObject({ status: 200, text: expect.stringContaining('NONE') as string });
      const other = { ...INCOMING, amount: '6000000' };
      expect((await partner.tell(host.baseUrl, CHAIN, other)).status).toBe(409);

      const underWay = new Promise<void>((resolve) => (atPost = resolve));
      // Habits are known before a host asks.
      const created = new Map<string, string>();
      payments = created;
      partner.conduct = async (request) => {
        await eventually('the payment', () => created.size === NAMES.length);
        return conductOf(request);
      };
      for (const name of NAMES) created.set(name, await pay());
      await underWay;
      await host.kill();
      host = await deployment.launch({}, { movableClock: true, clockAhead: DOWN_SECONDS });
      expect(await told()).toMatchObject({ status: 200, text: expect.stringContaining('NONE') as string });

      for (const name of NAMES.filter((one) => HABITS[one]!.decision !== null)) {
        const status = HABITS[name]!.decision === ACCEPTED ? 'COMPLETED' : 'FAILED';
        await eventually(name, async () => (await paymentOf(name)).status === status, { withinMs: 60_000 });
      }
      expect((await paymentOf('never answers')).status).toBe('PROCESSING');
      await host.advance(WAIT_SECONDS);
      const failed = async () => (await paymentOf('never answers')).status === 'FAILED';
      await eventually('the end of the time', failed, { withinMs: 30_000 });

      await booksAgree();
      await host.stop({ afterFaults: true });
      await auditIsClean(deployment, { now: () => (Date.now() + (DOWN_SECONDS + WAIT_SECONDS) * 1000) as never });
    },
    TIMEOUT_MS,
  );

  /** The books of the partner are the oracle. */
  async function booksAgree(): Promise<void> {
    expect(partner.conflicts).toEqual([]);
    const left: string[] = [];
    for (const [name, id] of payments) {
      const payment = await paymentOf(name);
      const { body, said, times } = partner.kept.get(id)!;
      const sent = JSON.parse(body) as Readonly<Record<string, unknown>>;
      expect([name, sent['amount']]).toEqual([name, String(payment.receivedAmount!.amount)]);
      expect(sent).toMatchObject({ currency: 'USDC', network: 'BASE', institution: 'Example Exchange' });
      expect(sent).toMatchObject({ originator: { customerId }, beneficiary: { name: 'Grace Hopper' } });
      // A transfer is posted again if a look-up says that it is unknown.
      const denials = HABITS[name]!.looks?.filter((conduct) => conduct === UNKNOWN_ANSWER).length ?? 0;
      expect([name, times <= 1 + denials]).toEqual([name, true]);
      if (payment.status !== 'COMPLETED') continue;
      left.push(name);
      expect([name, said]).toEqual([name, expect.arrayContaining([ACCEPTED])]);
    }
    expect(left).toEqual(NAMES.filter((name) => HABITS[name]!.decision === ACCEPTED));
    const back = NAMES.length - left.length;
    expect(await balances(api, customerId, 'USD')).toEqual([DOLLARS * back, DOLLARS * back]);
    const transfers = await recordsOf(deployment, TRAVEL_RULE_TRANSFERS);
    const statuses = new Map(transfers.map(({ reference, status }) => [reference, status]));
    const expected = NAMES.map((name) => {
      const { decision } = HABITS[name]!;
      return decision === null ? 'EXPIRED' : decision === ACCEPTED ? 'ACCEPTED' : 'REJECTED';
    });
    expect(NAMES.map((name) => statuses.get(payments.get(name)!))).toEqual(expected);
    const incoming = transfers.filter(({ direction }) => direction === 'IN');
    expect(incoming).toMatchObject([{ reference: 'T-1', amount: 5_000_000n, status: 'RECEIVED' }]);
  }
});
