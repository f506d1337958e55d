import type { CurrencyCode } from '@corridor/core';
import type { Demand, InvoiceState, Rail, Settlement, UmaPorts } from '@corridor/core/ports';
import { MSAT_PER_SAT } from '@corridor/core/internal';

/** The invoices of all hosts, by their payment hash. */
export type Invoices = Map<string, InvoiceState>;

/** A settlement whose invoices are paid as soon as they are issued. It sends no payments to other institutions. */
export function paidInvoices(invoices: Invoices, bank: Rail, protocol: UmaPorts['protocol']): UmaPorts {
  const ended = (to: 'SETTLED' | 'CANCELLED') => async (paymentHash: string) => {
    const state = invoices.get(paymentHash) ?? 'CANCELLED';
    if (state === 'HELD' || state === 'AWAITED') invoices.set(paymentHash, to);
    return invoices.get(paymentHash) ?? 'CANCELLED';
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
      stateOf: async (paymentHash) => invoices.get(paymentHash) ?? 'CANCELLED',
      settle: ended('SETTLED'),
      cancel: ended('CANCELLED'),
    },
    receives: null,
    read: async () => null,
    async issue({ amount, description, expiresAt, hold }): Promise<Demand> {
      const paymentHash = `invoice ${invoices.size}`;
      invoices.set(paymentHash, hold ? 'HELD' : 'SETTLED');
      const units = amount * MSAT_PER_SAT;
      const account = { accountType: 'LIGHTNING', invoice: paymentHash } as const;
      return { text: paymentHash, paymentHash, units, descriptionHash: description, expiresAt, account };
    },
  };
  return { protocol, settlement, providers: [] };
}
