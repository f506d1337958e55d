import { Wallet } from 'ethers';
import { patientClient, type PatientClient } from '../faults/patient-client.js';
import { type Api, expecting } from '../support/api.js';
import type { Chance } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import type { Deployment } from '../support/host.js';
import { approvedCustomer } from '../support/production.js';
import { accountOf } from '../support/scenario.js';
import type { ExternalAccount, Transaction } from '../support/wire.js';

const PAYEES = 4;
const CLIENTS = 4;
/** One in so many payouts goes to an address that the token has blocked. */
const BLOCKED_ONE_IN = 40;

/** Smallest units. A spike of the price of gas makes a payout cost more than a hundred dollars. */
const MORE_THAN_FEES = 400_000_000n;

interface Payee {
  readonly id: string;
  /** In lower case. */
  readonly address: string;
}

export interface Payer {
  readonly customerId: string;
  /** The internal account in USDC. */
  readonly account: string;
  /** Where its money arrives, in lower case. */
  readonly depositAddress: string;
  readonly payees: readonly Payee[];
}

/** An acknowledged transfer out. Each has its own amount, so that its transaction is recognized by it. */
export interface Payout {
  readonly id: string;
  readonly payer: Payer;
  readonly payee: Payee;
  readonly amount: bigint;
}

async function payee(api: Api, customerId: string, address: string): Promise<Payee> {
  const accountInfo = { accountType: 'BASE_WALLET', address };
  const request = { customerId, currency: 'USDC', accountInfo };
  const { id } = await expecting(201, api.post<ExternalAccount>('/customers/external-accounts', request));
  return { id, address: address.toLowerCase() };
}

/** A customer with a deposit address and with payees, the last of whom has the blocked address. */
export async function createPayer(deployment: Deployment, api: Api, blocked: string): Promise<Payer> {
  const { id: customerId } = await approvedCustomer(deployment, api, ['USDC']);
  const { id: account, fundingPaymentInstructions } = await accountOf(api, customerId, 'USDC');
  const depositAddress = fundingPaymentInstructions
    .map(({ accountOrWalletInfo }) => accountOrWalletInfo)
    .find(({ accountType }) => accountType === 'BASE_WALLET')?.address;
  if (depositAddress === undefined) throw new Error(`${account} has no address on the chain`);
  const payees: Payee[] = [];
  for (let i = 0; i < PAYEES; i++) payees.push(await payee(api, customerId, Wallet.createRandom().address));
  payees.push(await payee(api, customerId, blocked));
  return { customerId, account, depositAddress: depositAddress.toLowerCase(), payees };
}

export interface Payouts {
  readonly client: PatientClient;
  readonly ordered: readonly Payout[];
  progress(): number;
  /** Lets the clients order up to this share. */
  allow(share: number): void;
  check(): void;
  finished(): Promise<void>;
}

/** Starts clients that order payouts continuously. */
export function startPayouts(api: Api, payers: readonly Payer[], count: number, chance: Chance): Payouts {
  const client = patientClient(api, ['SERVICE_UNAVAILABLE']);
  const ordered: Payout[] = [];
  let begun = 0;
  let allowed = 0;
  let failure: unknown = null;

  async function paying(): Promise<void> {
    while (begun < count && failure === null) {
      if (begun >= allowed * count) {
        await pause(20);
        continue;
      }
      begun += 1;
      const amount = MORE_THAN_FEES + BigInt(begun);
      const payer = chance.of(payers);
      const to = chance.under(BLOCKED_ONE_IN) === 0 ? payer.payees.at(-1)! : chance.of(payer.payees.slice(0, -1));
      const { id } = await client.write<Transaction>('/transfer-out', {
        source: { accountId: payer.account },
        destination: { accountId: to.id },
        amount: Number(amount),
      });
      ordered.push({ id, payer, payee: to, amount });
    }
  }

  const working = Array.from({ length: CLIENTS }, () =>
    paying().catch((error: unknown) => {
      failure ??= error;
    }),
  );
  const check = (): void => {
    if (failure !== null) throw failure as Error;
  };
  return {
    client,
    ordered,
    check,
    progress: () => ordered.length / count,
    allow: (share) => {
      allowed = share;
    },
    async finished() {
      await Promise.all(working);
      check();
    },
  };
}
