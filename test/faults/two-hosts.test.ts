import { EVENTS, JOBS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, expecting } from '../support/api.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type Deployment, type HostProcess } from '../support/host.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  quotePayout,
  settled,
} from '../support/scenario.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import { auditIsClean, everyEventArrived, everythingSettles, recordsIn } from './everything-told.js';

const CASES = [1, 2, 3, 4, 5];
const PAYMENTS = 4;
const TIMEOUT_MS = 120_000;
/** Distance from the end of a lease, so that it does not expire during the check. */
const MARGIN_SECONDS = 3;
const WORKER_IDLE_MS = 500;

/** Updates of transactions wait while the test holds this lock: payouts begin, but none continues. */
const GATE = 915_270;
const BUILD_GATE = `
  create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATE});
      return new;
    end $$;
  create trigger gate before update on transactions for each row execute function wait_at_gate()`;

/**
 * Each case begins with a host that has claimed jobs and webhooks, and a second host beside it. The first is killed.
 * The second takes over and is the first host of the next case.
 */
describe('when one of two hosts on one Postgres is killed', () => {
  let deployment: Deployment;
  let receiver: Receiver;
  let gate: pg.Client;
  let storage: ReturnType<Deployment['open']>;
  let first: HostProcess;
  let accountId: string;
  let payees: readonly string[];
  /** Seconds by which the clocks of all hosts are ahead. */
  let ahead = 0;
  /** Ids of the events that were sent but not answered. */
  const unanswered: string[] = [];

  const api = createApi(() => first.baseUrl, BOOTSTRAP);
  const start = (): Promise<HostProcess> => deployment.launch({}, { movableClock: true, clockAhead: ahead });
  const hostNow = (): number => Date.now() + ahead * 1000;
  const hang = (): void => receiver.answerWith(({ event }) => void unanswered.push(event.id));
  const answer = (): void => receiver.answerWith((_delivery, response) => void response.writeHead(200).end());
  const comings = (eventId: string): number => receiver.deliveries.filter(({ event }) => event.id === eventId).length;
  const leased = async () => {
    const [jobs, events] = await Promise.all([recordsIn(storage, JOBS), recordsIn(storage, EVENTS)]);
    const isHeld = ({ leaseUntil }: { readonly leaseUntil: number }): boolean => leaseUntil > hostNow();
    return { jobs: jobs.filter(isHeld), events: events.filter(isHeld) };
  };

  beforeAll(async () => {
    deployment = await createDeployment('postgres');
    receiver = await webhookReceiver();
    first = await start();
    storage = deployment.open();
    gate = new pg.Client({ connectionString: deployment.address });
    await gate.connect();
    await gate.query(BUILD_GATE);
    await expecting(200, api.patch('/config', { webhookEndpoint: receiver.url }));
    const customer = await createCustomer(api, { currencies: ['USD'] });
    accountId = (await accountOf(api, customer.id, 'USD')).id;
    await fund(api, accountId, 1_000_000);
    payees = await Promise.all(
      Array.from({ length: PAYMENTS }, async () => (await addAccount(api, customer.id, 'EUR')).id),
    );
    await allDelivered();
  });

  afterAll(async () => {
    await gate.end();
    await storage.close();
    await receiver.close();
    await deployment.remove();
  });

  const allDelivered = () =>
    eventually('delivery', async () => (await recordsIn(storage, EVENTS)).every((one) => one.status !== 'QUEUED'));

  /** Sends payments to the first host while the second is paused, until the first has claimed jobs and webhooks. */
  async function loadFirst(second: HostProcess) {
    second.pause();
    await gate.query('select pg_advisory_lock($1)', [GATE]);
    const quotes = await Promise.all(payees.map((to) => quotePayout(api, { from: accountId, to, amount: 1000 })));
    hang();
    await Promise.all(quotes.map(({ id }) => executeQuote(api, id)));
    const held = await eventually('claimed jobs and webhooks', async () => {
      const { jobs, events } = await leased();
      const hanging = events.filter(({ id }) => comings(id) > 0);
      return jobs.length > 0 && hanging.length > 0 ? { jobs, events, hanging } : null;
    });
    second.resume();
    return { quotes, held };
  }

  it.each(CASES)(
    'the other takes over its jobs and webhooks when their leases end, case %i',
    async () => {
      const second = await start();
      const { quotes, held } = await loadFirst(second).finally(() => first.kill());
      await gate.query('select pg_advisory_unlock_all()');
      answer();
      first = second;

      const ends = [...held.jobs, ...held.events].map(({ leaseUntil }) => leaseUntil as number);
      const [firstEnd, lastEnd] = [Math.min(...ends), Math.max(...ends)];
      await advanceTo(firstEnd - MARGIN_SECONDS * 1000);
      await pause(WORKER_IDLE_MS);
      const early = held.hanging.filter(({ id }) => comings(id) > 1);
      if (hostNow() < firstEnd) expect(early).toEqual([]);

      await advanceTo(lastEnd);
      for (const { transactionId } of quotes) await settled(api, transactionId);
      await allDelivered();
      await auditIsClean(deployment);
    },
    TIMEOUT_MS,
  );

  async function advanceTo(time: number): Promise<void> {
    const seconds = Math.ceil((time - hostNow()) / 1000);
    if (seconds <= 0) return;
    await first.advance(seconds);
    ahead += seconds;
  }

  it(
    'every event arrives in order, and only interrupted ones arrive twice',
    async () => {
      await everythingSettles(deployment, first);
      await everyEventArrived(deployment, receiver);
      for (const { id } of await recordsIn(storage, EVENTS)) {
        expect(comings(id), id).toBe(1 + unanswered.filter((one) => one === id).length);
      }
      await first.stop();
      await deployment.audit();
    },
    TIMEOUT_MS,
  );
});
