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
      ...digits(
        'accountNumber',
        '2850590940090418135201',
        'CBU (bank account) or CVU (payment account) in Argentina',
        22,
      ),
      content: 'CBU',
    }),
  ),
  paymentOnly(
    'BITCOIN_L1',
    'BTC',
    'crypto',
    insteadOfAccount(
      field('address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin address to send to, on-chain.', {
        minLength: 1,
        maxLength: 255,
        content: 'BITCOIN_ADDRESS',
      }),
      optional(choice('network', ['BITCOIN'], 'The chain of the address: the main chain of Bitcoin.')),
    ),
    'BITCOIN',
  ),
  paymentOnly(
    'EMBEDDED_WALLET',
    'USDB',
    'crypto',
    insteadOfAccount(
      field(
        'payloadToSign',
        '{"type":"TRANSFER"}',
        'The exact bytes that the owner of the wallet signs. Send the stamp with `executeQuote`.',
        { minLength: 1 },
      ),
    ),
  ),
] as const;
