import { RailEntryError, type ConnectionContext } from '@corridor/core/ports';

/** A valid entry of type `evm`, as the manual has it. */
export const EVM_ENTRY = {
  network: 'BASE',
  chainId: 8453,
  rpcUrls: ['https://base.example/v2/key', 'https://node.example'],
  quorum: 2,
  startBlock: null,
  confirmations: 'safe',
  tokens: [
    {
      currency: 'USDC',
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      decimals: 6,
      authorization: 'eip-3009',
    },
  ],
  treasury: {
    privateKey: { file: 'treasury.key' },
    limits: { perPayout: '10000.00', perDay: '50000.50', keep: '100000' },
    cold: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  },
  deposits: { mnemonic: { file: 'deposits.words' } },
  fees: { maxGwei: 200, replaceAfterSeconds: 60 },
} as const;

/** The mnemonic of Anvil's own accounts, which is public. */
export const TEST_MNEMONIC = 'test test test test test test test test test test test junk';
/** The key of the first account of the mnemonic. */
export const TEST_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const SECRETS = { 'treasury.key': TEST_KEY, 'deposits.words': TEST_MNEMONIC };

/** Resolves references to secrets from a table of variables and files. */
export function evmSecrets(secrets: Readonly<Record<string, string>> = {}): ConnectionContext['secretOf'] {
  const all: Readonly<Record<string, string>> = { ...SECRETS, ...secrets };
  return (member, reference) => {
    const { env, file } = reference as { readonly env?: string; readonly file?: string };
    const value = all[env ?? file ?? ''];
    if (value === undefined) throw new RailEntryError(member, `${env ?? file} is missing`);
    return value;
  };
}
