import type { AddressScreening } from '@corridor/core/ports';
import type { Intent } from '../sender.js';
import { transferIn } from '../token-transfer.js';

/**
 * For the sender: screens the payee of a token transfer right before its first signature, because a payout may have
 * waited for gas since it was screened. Sweeps and transfers of gas stay among the service's own addresses.
 */
export const screenTransfers =
  (screening: AddressScreening | null, network: string) =>
  async ({ purpose, data }: Intent): Promise<string | null> => {
    const payee = purpose === 'payout' || purpose === 'refund' ? transferIn(data) : null;
    if (screening === null || payee === null) return null;
    return screening.screen({ network, address: payee.to, direction: 'OUT' });
  };
