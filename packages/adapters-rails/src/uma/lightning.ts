import { createHash, randomBytes } from 'node:crypto';
import type { CurrencyCode, Instant } from '@corridor/core';
import type {
  Clock,
  Holds,
  InvoiceState,
  PayoutFailure,
  PayoutInstruction,
  PayoutStatus,
  Rail,
} from '@corridor/core/ports';
import { optionalPackage } from '@corridor/core/internal';
import type { Invoice } from './invoices.js';
import { UMA_PACKAGES } from './packages.js';
import { paymentSteps } from './payment-steps.js';

export interface LightningOptions {
  /** Hosts that share this folder can pay each other. */
  readonly directory: string;
  readonly clock: Clock;
}

/** The outcome of a payment to a receiver of the sandbox's own institution. */
export type Script =
  | { readonly kind: 'ordinary' }
  /** Held for so many seconds, then settled. */
  | { readonly kind: 'delayed'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly reason: PayoutFailure };

export interface InvoiceOrder {
  readonly satoshis: bigint;
  readonly description: string;
  readonly expiresAt: Instant;
  readonly hold: boolean;
  readonly script?: Script;
}

export interface SimulatedLightning extends Holds {
  readonly rail: Rail;
  /** Null if the text is not an invoice of this network. */
  read(text: string): Promise<Invoice | null>;
  issue(order: InvoiceOrder): Promise<Invoice>;
}

interface Issued {
  readonly preimage: string;
  readonly hold: boolean;
  readonly script: Script;
}

/** How a payment ended; written once. */
interface Outcome {
  readonly state: 'SETTLED' | 'CANCELLED';
}

const CHECK_AFTER_SECONDS = 1;
const ORDINARY: Script = { kind: 'ordinary' };
/** A payment that its receiver neither settles nor cancels goes back to its payer after this time. */
const HELD_AT_MOST_MS = 2 * 3600 * 1000;

/**
 * A simulated Lightning network in a folder: real invoices and preimages, and payments as files. Each change of a
 * payment is a file that can be created once only (`<hash>.issued`, `.paid`, `.ended`), so that hosts in several
 * processes agree on the state of the payment even after a crash. The network moves no money, so it serves sandbox
 * platforms only.
 */
export function simulatedLightning({ directory, clock }: LightningOptions): SimulatedLightning {
  const nodeKey = randomBytes(32).toString('hex');
  const invoices = () => optionalPackage(UMA_PACKAGES, () => import('./invoices.js'));
  const { record, recorded } = paymentSteps(directory);

  async function end(hash: string, state: Outcome['state']): Promise<InvoiceState> {
    await record(hash, 'ended', { state });
    return stateOf(hash);
  }

  async function stateOf(hash: string): Promise<InvoiceState> {
    const outcome = await recorded<Outcome>(hash, 'ended');
    if (outcome !== null) return outcome.state;
    return (await recorded(hash, 'paid')) === null ? 'AWAITED' : 'HELD';
  }

  async function pay({ reference, account, amount }: PayoutInstruction): Promise<PayoutStatus> {
    const invoice = await readInvoice(String(account['invoice']));
    const issued = invoice === null ? null : await recorded<Issued>(invoice.paymentHash, 'issued');
    if (invoice === null || issued === null || invoice.msat !== amount * 1000n) return failed();
    const { paymentHash } = invoice;
    if (issued.script.kind === 'refused') return failed(issued.script.reason);
    const earlier = await recorded<{ readonly by: string }>(paymentHash, 'paid');
    if (earlier === null) {
      if (clock.now() >= invoice.expiresAt || (await stateOf(paymentHash)) !== 'AWAITED') return failed();
      await record(paymentHash, 'paid', { by: reference, at: clock.now() });
      // A payment that was cancelled at the same time is not paid: the cancellation was first.
    }
    const paid = await recorded<{ readonly by: string }>(paymentHash, 'paid');
    if (paid?.by !== reference) return failed();
    if (!issued.hold && issued.script.kind === 'ordinary') await end(paymentHash, 'SETTLED');
    return statusOf(invoice, issued);
  }

  async function status({ account, submittedAt }: PayoutInstruction, now: number): Promise<PayoutStatus> {
    const invoice = await readInvoice(String(account['invoice']));
    const issued = invoice === null ? null : await recorded<Issued>(invoice.paymentHash, 'issued');
    if (invoice === null || issued === null) return failed();
    const { script } = issued;
    if (script.kind === 'delayed' && now >= submittedAt + script.seconds * 1000) {
      await end(invoice.paymentHash, 'SETTLED');
    }
    return statusOf(invoice, issued);
  }

  /** The state of a payment that was made: it is delivered when the payer may see the preimage. */
  async function statusOf(invoice: Invoice, { preimage, script }: Issued): Promise<PayoutStatus> {
    let state = await stateOf(invoice.paymentHash);
    if (state === 'HELD' && clock.now() > invoice.expiresAt + HELD_AT_MOST_MS) {
      state = await end(invoice.paymentHash, 'CANCELLED');
    }
    if (state === 'CANCELLED') return failed();
    if (state !== 'SETTLED') {
      const late = script.kind === 'delayed' ? script.seconds : CHECK_AFTER_SECONDS;
      return { state: 'pending', checkAfterSeconds: late };
    }
    if (sha256(Buffer.from(preimage, 'hex')) !== invoice.paymentHash) {
      throw new Error('the preimage does not belong to the invoice');
    }
    return { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
  }

  const readInvoice = async (text: string): Promise<Invoice | null> => (await invoices()).readInvoice(text);

  const rail: Rail = {
    name: 'lightning',
    environment: 'SANDBOX',
    simulated: true,
    capabilities: {
      // Invoices come from other institutions only; another rail serves external accounts of this type.
      accountTypes: [],
      currencies: ['BTC' as CurrencyCode],
      paymentRails: [],
      push: true,
      pull: false,
      pullsFrom: [],
      receive: false,
      followsWallets: false,
      cancellable: false,
      settlementSeconds: 5,
    },
    payouts: { submit: pay, status, cancel: null, lookUp: async () => 'reachable' },
    pulls: null,
    funding: null,
    networkFees: null,
  };

  return {
    rail,
    read: readInvoice,

    async issue({ satoshis, description, expiresAt, hold, script = ORDINARY }) {
      const preimage = randomBytes(32);
      const paymentHash = sha256(preimage);
      const now = clock.now();
      const text = (await invoices()).writeInvoice({
        satoshis,
        paymentHash,
        paymentSecret: randomBytes(32).toString('hex'),
        descriptionHash: sha256(description),
        timestamp: Math.floor(now / 1000),
        expireSeconds: Math.max(1, Math.ceil((expiresAt - now) / 1000)),
        nodeKey,
      });
      await record(paymentHash, 'issued', { preimage: preimage.toString('hex'), hold, script } satisfies Issued);
      const invoice = await readInvoice(text);
      if (invoice === null) throw new Error('the new invoice cannot be read');
      return invoice;
    },

    stateOf,

    async settle(hash) {
      const state = await stateOf(hash);
      return state === 'HELD' ? end(hash, 'SETTLED') : state;
    },

    cancel: (hash) => end(hash, 'CANCELLED'),
  };
}

const failed = (reason: PayoutFailure = 'LIGHTNING_PAYMENT_FAILED'): PayoutStatus => ({
  state: 'failed',
  reason,
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
});

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
