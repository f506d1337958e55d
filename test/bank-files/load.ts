import { type Api, expecting } from '../support/api.js';
import { type Bank, IDENTITIES, type IncomingPayment, type ReceivedPayments } from '../support/bank/bank.js';
import { germanIban } from '../support/bank/iban.js';
import { type Chance, chanceOf } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import type { Deployment } from '../support/host.js';
import { approvedCustomer } from '../support/production.js';
import { accountOf } from '../support/scenario.js';
import type { ExternalAccount, Transaction } from '../support/wire.js';
import { type PatientClient, patientClient } from '../faults/patient-client.js';

export interface Payer {
  readonly customerId: string;
  /** The internal account in euros. */
  readonly account: string;
  /** The text that payers write into their payments. */
  readonly reference: string;
  readonly payees: readonly string[];
}

/** An acknowledged transfer out. */
export interface Payout {
  readonly id: string;
  readonly payer: Payer;
  readonly amount: number;
}

/** How the file for the bank names a payout. */
export const endToEndIdOf = (id: string): string => id.replace(/^.*:/, '').replaceAll('-', '');

/** A payment that came to the bank, and the account that its text names. */
export interface Arrival {
  readonly amount: bigint;
  readonly remitter: string;
  readonly remittance: IncomingPayment['remittance'];
  /** Null if the text names none, or more than one. */
  readonly payer: Payer | null;
  /** The bank took it back. */
  isTakenBack: boolean;
}

export interface Load {
  readonly client: PatientClient;
  readonly payers: readonly Payer[];
  readonly payouts: readonly Payout[];
  readonly arrivals: readonly Arrival[];
  /** The share of the payouts that are acknowledged, from 0 to 1. */
  progress(): number;
  /** Lets the clients order payouts up to this share. */
  allow(share: number): void;
  /** Waits until everything is ordered and has come. Throws the first failure. */
  finished(): Promise<void>;
  /** Throws the first failure so far. */
  check(): void;
}

export interface LoadOptions {
  readonly seed: string;
  readonly payouts: number;
  readonly arrivals: number;
  /** Lets the bank report the first payments in the way that the connection credits. */
  readonly report: () => Promise<void>;
}

const PAYERS = 4;
const PAYEES = 6;
const CLIENTS = 6;
/** So much comes first for each payer that no payout lacks money. */
const FIRST = 100_000_000n;
/** One in so many payments has no reference that the service knows, or two. */
const UNKNOWN_ONE_IN = 100;
/** The bank takes one in so many payments back. */
const MISTAKEN_ONE_IN = 100;

async function createPayer(deployment: Deployment, api: Api, chance: Chance): Promise<Payer> {
  const { id: customerId } = await approvedCustomer(deployment, api, ['EUR']);
  const account = await accountOf(api, customerId, 'EUR');
  const reference = account.fundingPaymentInstructions[0]?.accountOrWalletInfo.reference;
  if (reference === undefined) throw new Error(`${account.id} has no reference`);
  const payees: string[] = [];
  for (let i = 0; i < PAYEES; i++) {
    const accountInfo = {
      accountType: 'EUR_ACCOUNT',
      iban: germanIban(chance),
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Brewster Höpper', countryOfResidence: 'DE' },
    };
    const request = { customerId, currency: 'EUR', accountInfo };
    payees.push((await expecting(201, api.post<ExternalAccount>('/customers/external-accounts', request))).id);
  }
  return { customerId, account: account.id, reference, payees };
}

/** The reference as ISO 11649 writes it. */
export function creditorReference(text: string): string {
  const digits = `${text}RF00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${text}`;
}

/** The ways in which payers write a reference. */
const SPELLINGS: readonly ((reference: string) => IncomingPayment['remittance'])[] = [
  (reference) => ({ free: [reference] }),
  (reference) => ({ free: [reference.toLowerCase()] }),
  (reference) => ({ free: [`Rechnung 4711 vom 3.11., Ref.: ${reference}, vielen Dank`] }),
  (reference) => ({ free: [reference.replaceAll(/.{4}/g, '$& ').trim()] }),
  (reference) => ({ free: [`ref ${reference.toLowerCase().replaceAll(/.{4}/g, '$&-').replace(/-$/, '')}`] }),
  (reference) => ({ free: [`invoice 12 ${reference.slice(0, 5)}`, reference.slice(5)] }),
  (reference) => ({ creditorReference: reference }),
  (reference) => ({ creditorReference: creditorReference(reference) }),
  (reference) => ({ free: [creditorReference(reference).replaceAll(/.{4}/g, '$& ').trim()] }),
];

/** Texts without a reference that the service knows, or with two. */
const UNKNOWN: readonly ((payers: readonly Payer[]) => IncomingPayment['remittance'])[] = [
  () => null,
  () => ({ free: ['Miete November'] }),
  () => ({ free: ['4711'] }),
  ([first, second]) => ({ free: [`${first!.reference} ${second!.reference}`] }),
];

/** Starts clients that pay out continuously, while payments come to the bank, which works all the time. */
export async function startLoad(deployment: Deployment, api: Api, bank: Bank, options: LoadOptions): Promise<Load> {
  const chance = chanceOf(`${options.seed}/load`);
  const client = patientClient(api);
  const payers: Payer[] = [];
  for (let i = 0; i < PAYERS; i++) payers.push(await createPayer(deployment, api, chance));
  const payouts: Payout[] = [];
  const arrivals: Arrival[] = [];
  const mistakes: ReceivedPayments[] = [];
  let allowed = 0;
  let ordered = 0;
  let failure: unknown = null;

  function come(amount: bigint, payer: Payer | null): IncomingPayment {
    const remitter = { name: chance.of(['Ada Lovelace', 'Müller & Söhne KG', "O'Neill"]), iban: germanIban(chance) };
    const remittance = payer === null ? chance.of(UNKNOWN)(payers) : chance.of(SPELLINGS)(payer.reference);
    arrivals.push({ amount, remitter: remitter.iban, remittance, payer, isTakenBack: false });
    return { amount, remitter, remittance };
  }

  for (const payer of payers) bank.receive([come(FIRST, payer)], 'reference');
  await options.report();
  for (const { customerId } of payers) {
    await eventually(
      `the first money of ${customerId}`,
      async () => (await accountOf(api, customerId, 'EUR')).balance.amount === Number(FIRST),
      { withinMs: 30_000, everyMs: 200 },
    );
  }

  function receiveSome(): void {
    const payer = chance.under(UNKNOWN_ONE_IN) === 0 ? null : chance.of(payers);
    const payment = come(BigInt(1 + chance.under(100_000)), payer);
    const kind = chance.under(10);
    // A twin is equal in everything that the bank reports.
    if (kind === 0) {
      arrivals.push(arrivals.at(-1)!);
      bank.receive([payment], 'none');
      if (chance.under(2) === 0) bank.work();
      bank.receive([payment], 'none');
    } else if (kind === 1) {
      const more = Array.from({ length: 1 + chance.under(4) }, () =>
        come(BigInt(1 + chance.under(100_000)), chance.of(payers)),
      );
      bank.receive([payment, ...more], chance.of(IDENTITIES));
    } else {
      const identity = chance.of(IDENTITIES);
      const received = bank.receive([payment], identity);
      if (payer === null || identity === 'none' || chance.under(MISTAKEN_ONE_IN) > 0) return;
      arrivals.at(-1)!.isTakenBack = true;
      mistakes.push(received);
    }
  }

  async function receiving(): Promise<void> {
    while (arrivals.length < options.arrivals && failure === null) {
      // As fast as the clients pay out.
      const share = Math.min(options.arrivals, (payouts.length / options.payouts) * options.arrivals + 10);
      while (arrivals.length < share) receiveSome();
      if (chance.under(20) === 0) bank.charge(BigInt(1 + chance.under(500)));
      if (chance.under(20) === 0) bank.payInterest(BigInt(1 + chance.under(50)));
      bank.work();
      for (const mistake of mistakes.splice(0)) mistake.takeBack();
      await pause(100);
    }
    bank.work();
  }

  async function paying(): Promise<void> {
    while (ordered < options.payouts && failure === null) {
      if (ordered >= allowed * options.payouts) {
        await pause(20);
        continue;
      }
      ordered += 1;
      const payer = chance.of(payers);
      const amount = 100 + chance.under(50_000);
      const { id } = await client.write<Transaction>('/transfer-out', {
        source: { accountId: payer.account },
        destination: {
          accountId: chance.of(payer.payees),
          ...(chance.under(5) === 0 ? { paymentRail: 'SEPA_INSTANT' } : {}),
        },
        amount,
        ...(chance.under(2) === 0 ? { remittanceInformation: `Gehalt ${ordered} für Ärger & Freude` } : {}),
      });
      payouts.push({ id, payer, amount });
    }
  }

  const working = [receiving(), ...Array.from({ length: CLIENTS }, paying)].map((work) =>
    work.catch((error: unknown) => {
      failure ??= error;
    }),
  );
  const check = (): void => {
    if (failure !== null) throw failure as Error;
  };
  return {
    client,
    payers,
    payouts,
    arrivals,
    check,
    progress: () => payouts.length / options.payouts,
    allow: (share) => {
      allowed = share;
    },
    async finished() {
      await Promise.all(working);
      check();
    },
  };
}
