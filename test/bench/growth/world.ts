import { type Core, instant, type Instant, type TenantKey } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import type { Storage } from '@corridor/adapters-storage';
import { type Api, createApi, type Credential, expecting } from '../../support/api.js';
import { embedCore } from '../../support/embedded-core.js';
import { serveEmbedded } from '../../support/embedded-host.js';
import { createPayers } from '../../support/embedded-payer.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  pay,
  quoteFunding,
  quotePayout,
} from '../../support/scenario.js';
import { recordUnits } from './recording.js';
import { type Template, templateOf } from './template.js';

/** The platforms and customers of a grown database. */
export interface Size {
  readonly platforms: number;
  /** Of each platform. */
  readonly customers: number;
}

/** A customer with accounts in two currencies, and the accounts that the customer pays to. */
export interface Grower {
  readonly tenant: TenantKey;
  readonly credential: Credential;
  readonly customerId: string;
  readonly dollars: string;
  readonly euros: string;
  /** External accounts. */
  readonly dollarsAbroad: string;
  readonly eurosAbroad: string;
}

const FUNDS = 1e11;
const FEE_BPS = 40;
const ENDPOINT = 'https://hooks.example/corridor';

/** What each customer does, and how many of a hundred payments are of this kind. Amounts in smallest units. */
const KINDS: readonly {
  readonly share: number;
  readonly act: (api: Api, payer: Grower, amount: number) => Promise<unknown>;
}[] = [
  { share: 50, act: (api, { dollars, eurosAbroad }, amount) => payOut(api, dollars, eurosAbroad, amount) },
  { share: 10, act: (api, { dollars, euros }, amount) => payOut(api, dollars, euros, amount) },
  {
    share: 25,
    act: (api, { dollars, dollarsAbroad }, amount) =>
      expecting(
        201,
        api.post('/transfer-out', {
          source: { accountId: dollars },
          destination: { accountId: dollarsAbroad },
          amount,
          remittanceInformation: 'Invoice 4711',
        }),
      ),
  },
  {
    share: 10,
    async act(api, { customerId, eurosAbroad }, amount) {
      const { id } = await quoteFunding(api, { customerId, to: eurosAbroad, amount });
      await pay(api, id);
    },
  },
  { share: 5, act: (api, { dollars }, amount) => fund(api, dollars, amount) },
];

async function payOut(api: Api, from: string, to: string, amount: number): Promise<void> {
  const { id } = await quotePayout(api, { from, to, amount }, { description: 'Invoice 4711' });
  await executeQuote(api, id);
}

/** A template, and how many of a hundred payments of its customer are written from it. */
export interface Weighted {
  readonly template: Template;
  readonly share: number;
}

/** The service on a database, with platforms whose customers pay, at a time that the caller sets. */
export interface World {
  readonly core: Core;
  readonly growers: readonly Grower[];
  /** Moves the clock. It never goes back. */
  at(time: Instant): void;
  /** Lets each customer make one payment of each kind, until everything is settled and delivered. */
  settle(): Promise<readonly Weighted[]>;
  stop(): Promise<void>;
}

/** Opens the service on a migrated, empty database, and creates its platforms and customers. */
export async function openWorld(
  storage: Storage,
  { begin, size, masterKey }: { readonly begin: Instant; readonly size: Size; readonly masterKey: Uint8Array },
): Promise<World> {
  let now = begin;
  const clock: Clock = { now: () => now };
  const recording = recordUnits(storage.units);
  const core = embedCore(
    { ...storage, units: recording.units },
    { clock, masterKey, webhooks: { send: () => Promise.resolve({ kind: 'answered', status: 200, body: '' }) } },
  );
  const host = await serveEmbedded(core);
  const apiOf = (credential: Credential): Api => keyed(createApi(() => host.baseUrl, credential));
  const pass = async (seconds: number): Promise<void> => {
    now = instant(now + seconds * 1000);
    await core.work.drain();
  };

  async function record(payer: Grower, kind: number, amount: number): Promise<Weighted> {
    const { share, act } = KINDS[kind]!;
    // Ids of the payment are younger than those of the accounts.
    now = instant(now + 1000);
    const begun = now;
    const left = await recording.rowsOf(payer.tenant, async () => {
      await act(apiOf(payer.credential), payer, amount);
      for (const seconds of [1, 30, 60, 1]) await pass(seconds);
    });
    return { share, template: templateOf(payer.tenant, begun, left) };
  }

  try {
    await core.work.refreshRates();
    const growers: Grower[] = [];
    for (let n = 0; n < size.platforms; n++) {
      const [first] = await createPayers(core, { platformFeeBps: FEE_BPS });
      const { tenant, credential } = first!;
      const api = apiOf(credential);
      await expecting(200, api.patch('/config', { webhookEndpoint: ENDPOINT }));
      for (let customer = 0; customer < size.customers; customer++) {
        growers.push(await createGrower(api, tenant, credential));
      }
    }
    await pass(1);
    return {
      core,
      growers,
      at: (time) => {
        now = instant(Math.max(now, time));
      },
      async settle() {
        await core.work.refreshRates();
        const all: Weighted[] = [];
        for (const [number, payer] of growers.entries()) {
          for (const kind of KINDS.keys()) all.push(await record(payer, kind, 1_000 + number * 137 + kind * 11));
        }
        return all;
      },
      stop: () => host.stop(),
    };
  } catch (error) {
    await host.stop();
    throw error;
  }
}

async function createGrower(api: Api, tenant: TenantKey, credential: Credential): Promise<Grower> {
  const { id: customerId } = await createCustomer(api);
  const [dollars, euros] = await Promise.all(['USD', 'EUR'].map((currency) => accountOf(api, customerId, currency)));
  await fund(api, dollars!.id, FUNDS);
  return {
    tenant,
    credential,
    customerId,
    dollars: dollars!.id,
    euros: euros!.id,
    dollarsAbroad: (await addAccount(api, customerId, 'USD')).id,
    eurosAbroad: (await addAccount(api, customerId, 'EUR')).id,
  };
}

let keys = 0;

/** Sends each request with an idempotency key, as clients do. */
const keyed = (api: Api): Api => ({
  ...api,
  post: (path, body, options = {}) =>
    api.post(path, body, { idempotencyKey: `growth-${process.pid}-${Date.now()}-${++keys}`, ...options }),
});
