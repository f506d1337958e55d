import type { CurrencyCode } from '@corridor/core';
import type { Demand, InvoiceState, Rail, Settlement, UmaPorts } from '@corridor/core/ports';
import { MSAT_PER_SAT } from '@corridor/core/internal';

/** The invoices of all hosts. */
export interface Invoices {
  /** By payment hash. */
  readonly states: Map<string, InvoiceState>;
  /** Whether the next invoices are paid. */
  arePaid: boolean;
}

/** A settlement whose invoices are paid as soon as they are issued, or never. It sends no payments to other institutions. */
export function paidInvoices(invoices: Invoices, bank: Rail, protocol: UmaPorts['protocol']): UmaPorts {
  const { states } = invoices;
  const ended = (to: 'SETTLED' | 'CANCELLED') => async (paymentHash: string) => {
    const state = states.get(paymentHash) ?? 'CANCELLED';
    if (state === 'HELD' || state === 'AWAITED') states.set(paymentHash, to);
    return states.get(paymentHash) ?? 'CANCELLED';
  };
  const settlement: Settlement = {
    layer: 'ln',
    asset: 'BTC',
    currency: 'BTC' as CurrencyCode,
    precision: MSAT_PER_SAT,
    rail: {
      ...bank,
      name: 'lightning',
      capabilities: { ...bank.capabilities, accountTypes: [], pull: false, pullsFrom: [], receive: false },
      pulls: null,
      funding: null,
    },
    holds: {
      stateOf: async (paymentHash) => states.get(paymentHash) ?? 'CANCELLED',
      settle: ended('SETTLED'),
      cancel: ended('CANCELLED'),
    },
    receives: null,
    read: async () => null,
    async issue({ amount, description, expiresAt, hold }): Promise<Demand> {
      const paymentHash = `invoice ${states.size}`;
      states.set(paymentHash, !invoices.arePaid ? 'AWAITED' : hold ? 'HELD' : 'SETTLED');
      const units = amount * MSAT_PER_SAT;
      const account = { accountType: 'LIGHTNING', invoice: paymentHash } as const;
      return { text: paymentHash, paymentHash, units, descriptionHash: description, expiresAt, account };
    },
  };
  return { protocol, settlement, providers: [] };
}
