import type { CurrencyCode } from '@corridor/core';
import type { Demand, Settlement } from '@corridor/core/ports';
import { MSAT_PER_SAT } from '@corridor/core/internal';
import type { Invoice } from './invoices.js';
import type { SimulatedLightning } from './lightning.js';

/** Institutions pay each other by invoices over Lightning. */
export const lightningSettlement = (lightning: SimulatedLightning): Settlement => ({
  layer: 'ln',
  asset: 'BTC',
  currency: 'BTC' as CurrencyCode,
  precision: MSAT_PER_SAT,
  rail: lightning.rail,
  holds: lightning,
  receives: null,
  async read(text) {
    const invoice = await lightning.read(text);
    return invoice === null ? null : demandOf(invoice);
  },
  issue: async ({ amount: satoshis, description, expiresAt, hold }) =>
    demandOf(await lightning.issue({ satoshis, description, expiresAt, hold })),
});

const demandOf = ({ text, paymentHash, msat, descriptionHash, expiresAt }: Invoice): Demand => ({
  text,
  paymentHash,
  units: msat,
  descriptionHash,
  expiresAt,
  account: { accountType: 'LIGHTNING', invoice: text },
});
