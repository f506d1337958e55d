import type { InstructionShape, PaymentAccountRow } from './account-type.js';
import { choice, digits, field, optional } from './fields.js';
import { insteadOfAccount } from './rows.js';

const paymentOnly = <const T extends string>(
  type: T,
  currency: string,
  kind: PaymentAccountRow['kind'],
  instructions: InstructionShape,
  network: string | null = null,
): PaymentAccountRow<T> => ({
  type,
  currencies: [currency],
  kind,
  network,
  paymentRails: [],
  fields: [],
  instructions,
});

/** Types that appear only in payment instructions. They cannot be added as external accounts. */
export const PAYMENT_ONLY = [
  paymentOnly(
    'ARS_ACCOUNT',
    'ARS',
    'bank',
    insteadOfAccount({
      ...digits('accountNumber', '2850590940090418135201', 22),
      description: 'CBU or CVU',
      content: 'CBU',
    }),
  ),
  paymentOnly(
    'BITCOIN_L1',
    'BTC',
    'crypto',
    insteadOfAccount(
      field('address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', {
        minLength: 1,
        maxLength: 255,
        content: 'BITCOIN_ADDRESS',
      }),
      optional(choice('network', ['BITCOIN'])),
    ),
    'BITCOIN',
  ),
  paymentOnly(
    'EMBEDDED_WALLET',
    'USDB',
    'crypto',
    insteadOfAccount(field('payloadToSign', '{"type":"TRANSFER"}', { minLength: 1 })),
  ),
] as const;
