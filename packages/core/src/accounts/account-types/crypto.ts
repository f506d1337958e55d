import type { AccountTypeRow, FieldContent } from './account-type.js';
import { NO_BENEFICIARY } from './beneficiary.js';
import { choice, EMAIL_LIKE, field, optional } from './fields.js';
import { insteadOfAccount, synonym, wallet } from './rows.js';

// Addresses have no pattern, because a pattern cannot check their encodings; `AccountChecks` does.
const address = (content: FieldContent, example: string, description: string, caseless = false) =>
  field('address', example, description, { minLength: 1, maxLength: 255, caseless, notation: 'ADDRESS', content });

const EVM_ADDRESS = address(
  'EVM_ADDRESS',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x and 40 hexadecimal digits. Mixed case must have the right checksum (EIP-55).',
  true,
);
const SPARK_ADDRESS = address(
  'SPARK_ADDRESS',
  'spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2',
  'Spark address in bech32m, starting with `spark1` on the main network.',
  true,
);

/** Invoices and offers are long; their encoding limits them further. */
const LONG = { minLength: 1, maxLength: 4096, caseless: true, notation: 'LIGHTNING' } as const;
const INVOICE = field(
  'invoice',
  'lnbc1p54twgqpp5pulam5ymdzrpu6qq2n9mdgg5swa7cqvx5ynvwfcpq8a0q0sgl7mqdqvg4uxzmtsd3jssp59wuq65mmrk378z7nqds64p2ks677p6kdw930aa4ztl5hhaf85fdsxq8zals8sqcqpj9qypqsq37ww4mnvezqy909ywnzk9sc6kfu5u2yne42se8ne4kylqlt2vd5hrwuf62zemdra3teehwxjrx32r6gt2euvzytcn5f0cuglqcpsgxgp3hnlc2',
  'Lightning invoice (BOLT 11) of the main network. It can be paid once, before it expires, in the amount that it names.',
  { ...LONG, content: 'BOLT11_INVOICE' },
);

const SPARK = wallet('SPARK', ['BTC', 'USDB'], SPARK_ADDRESS);

const SPARK_WALLET = {
  ...SPARK,
  instructions: insteadOfAccount(
    SPARK_ADDRESS,
    choice('assetType', ['BTC', 'USDB'], 'What to send to the address: bitcoin, or the token USDB.'),
    optional(INVOICE),
  ),
} satisfies AccountTypeRow;

const LIGHTNING: AccountTypeRow<'LIGHTNING'> = {
  ...SPARK,
  type: 'LIGHTNING',
  network: null,
  currencies: ['BTC'],
  fields: [
    INVOICE,
    field(
      'bolt12',
      'lno1pgqpvggr3l9u9ppv79mzn7g9v98cf8zw900skucuz53zr5vvjss454zrnyes',
      'Lightning offer (BOLT 12). It can be paid many times, until it expires if it does, in the amount that it names.',
      { ...LONG, content: 'BOLT12_OFFER' },
    ),
    field('lightningAddress', 'ada@wallet.example', 'Address in the form of an email address (LUD-16).', {
      pattern: EMAIL_LIKE,
      minLength: 3,
      maxLength: 320,
      caseless: true,
      notation: 'LIGHTNING',
      content: 'LIGHTNING_ADDRESS',
    }),
  ].map(optional),
  identifiedBy: [['lightningAddress'], ['invoice'], ['bolt12']],
  exclusive: true,
  beneficiary: NO_BENEFICIARY,
  instructions: insteadOfAccount(INVOICE),
};

const ALTCHAIN_ADDRESS = address(
  'ANY_CHAIN_ADDRESS',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'On any supported chain that carries the asset; its form tells the chain.',
);
const ALTCHAIN_ASSET = optional(
  choice('assetType', ['USDC', 'USDT', 'BTC'], 'What the wallet receives. If present, it must equal `currency`.'),
);

const ALTCHAIN_WALLET: AccountTypeRow<'ALTCHAIN_WALLET'> = {
  ...wallet('ALTCHAIN', ['USDC', 'USDT', 'BTC'], ALTCHAIN_ADDRESS),
  network: null,
  fields: [ALTCHAIN_ASSET, ALTCHAIN_ADDRESS],
  identifiedBy: [['address', 'assetType']],
  beneficiary: NO_BENEFICIARY,
};

export const CRYPTO = [
  SPARK_WALLET,
  synonym('LAYER2_WALLET', SPARK_WALLET, [SPARK_ADDRESS]),
  LIGHTNING,
  wallet(
    'SOLANA',
    ['USDC', 'USDT'],
    address(
      'SOLANA_ADDRESS',
      '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      'Solana address of the owner in base58: 32 bytes.',
    ),
  ),
  wallet(
    'TRON',
    ['USDT'],
    address('TRON_ADDRESS', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'Tron address in base58, starting with `T`.'),
  ),
  wallet('PLASMA', ['USDT'], EVM_ADDRESS),
  wallet('POLYGON', ['USDC'], EVM_ADDRESS),
  wallet('BASE', ['USDC'], EVM_ADDRESS),
  wallet('ETHEREUM', ['USDC', 'USDT'], EVM_ADDRESS),
  ALTCHAIN_WALLET,
] as const;
