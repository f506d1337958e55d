import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, expecting } from '../support/api.js';
import { createDeployment, type DatabaseKind, type Deployment, type Host, type HostProcess } from '../support/host.js';
import { createCustomer, fundedAccount } from '../support/scenario.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import type { CurrencyAmount, Customer, InternalAccount, Quote } from '../support/wire.js';

type Environment = Readonly<Record<string, string>>;

/** A host with a customer, as one of several institutions. */
export interface Institution<H extends Host = Host> {
  readonly deployment: Deployment;
  readonly receiver: Receiver;
  readonly customer: Customer;
  api: Api;
  host: H;
  /** Host and port, its domain for other institutions. */
  readonly authority: string;
  /** Stops the host cleanly, with a clean audit. */
  close(): Promise<void>;
}

/** Institutions that share a settlement network. */
export interface Network<H extends Host> {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  open(database: DatabaseKind, env?: Environment): Promise<Institution<H>>;
  /** An institution in a separate process, which can be killed. */
  launch(database: DatabaseKind, env?: Environment): Promise<Institution<HostProcess>>;
  close(): Promise<void>;
}

export const HERE = (deployment: Deployment, env: Environment): Promise<Host> => deployment.start(env);
export const AS_PROCESSES = (deployment: Deployment, env: Environment): Promise<HostProcess> => deployment.launch(env);

/** `start` decides how the hosts of its institutions run. */
export function createNetwork<H extends Host>(start: (of: Deployment, env: Environment) => Promise<H>): Network<H> {
  const directory = mkdtempSync(join(tmpdir(), 'corridor-network-'));
  const env = { CORRIDOR_LIGHTNING_DIR: directory };
  const opened: Institution[] = [];
  const opens =
    <A extends Host>(run: (of: Deployment, env: Environment) => Promise<A>) =>
    async (database: DatabaseKind, more: Environment = {}): Promise<Institution<A>> => {
      const institution = await openInstitution(database, (deployment) => run(deployment, { ...env, ...more }));
      opened.push(institution);
      return institution;
    };
  return {
    directory,
    env,
    open: opens(start),
    launch: opens(AS_PROCESSES),
    async close() {
      try {
        for (const institution of opened) await institution.close();
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}

async function openInstitution<H extends Host>(
  database: DatabaseKind,
  start: (of: Deployment) => Promise<H>,
): Promise<Institution<H>> {
  const deployment = await createDeployment(database);
  const receiver = await webhookReceiver();
  const host = await start(deployment);
  await expecting(200, host.api.patch('/config', { webhookEndpoint: receiver.url }));
  const customer = await createCustomer(host.api);
  const self: Institution<H> = {
    deployment,
    receiver,
    customer,
    host,
    api: host.api,
    authority: `localhost:${new URL(host.baseUrl).port}`,
    async close() {
      try {
        await self.host.stop({ afterFaults: true });
        await deployment.audit();
      } finally {
        await receiver.close();
        await deployment.remove();
      }
    },
  };
  return self;
}

export interface Lookup {
  readonly receiverUmaAddress: string;
  readonly lookupId: string;
  readonly supportedCurrencies: readonly {
    readonly currency: CurrencyAmount['currency'];
    readonly estimatedExchangeRate: number;
    readonly min: number;
    readonly max: number;
  }[];
  readonly requiredPayerDataFields: readonly { readonly name: string; readonly mandatory: boolean }[];
}

export const lookUp = (from: Institution, address: string) =>
  from.api.get<Lookup>(`/receiver/uma/${encodeURIComponent(address)}`, { customerId: from.customer.id });

export interface UmaPayment {
  readonly account: string;
  readonly to: string;
  readonly lookupId: string;
  readonly amount: number;
  readonly side?: 'SENDING' | 'RECEIVING';
  readonly currency?: string;
}

export const umaQuoteRequest = ({ account, to, lookupId, amount, side = 'SENDING', currency }: UmaPayment) => ({
  lookupId,
  source: { sourceType: 'ACCOUNT', accountId: account },
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: to, ...(currency === undefined ? {} : { currency }) },
  lockedCurrencySide: side,
  lockedCurrencyAmount: amount,
});

export const quoteUma = (from: Institution, payment: UmaPayment, more: object = {}) =>
  from.api.post<Quote>('/quotes', { ...umaQuoteRequest(payment), ...more });

/** Funds the institution's customer, by default in dollars. */
export const fundCustomer = (of: Institution, amount: number, currency = 'USD'): Promise<InternalAccount> =>
  fundedAccount(of.api, of.customer.id, currency, amount);
