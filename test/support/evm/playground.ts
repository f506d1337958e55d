import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  deployToken,
  MULTICALL3,
  placeCode,
  type TestToken,
} from '../../../packages/adapters-rails/src/testing/evm-contracts.js';
import { type EvmNode, startAnvil } from '../../../packages/adapters-rails/src/testing/evm-node.js';

/** A chain on this machine to try the rail with, and the files for a host that uses it. */
export interface Playground {
  readonly node: EvmNode;
  readonly token: TestToken;
  /** The connections file, which names the secrets beside it. */
  readonly connectionsFile: string;
  /** What `npm run anvil` prints: docs/rails/evm.md shows it. */
  readonly instructions: string;
}

export interface PlaygroundOptions {
  /** 0 for a free one. */
  readonly port: number;
  /** Where the connections file and the secrets are written. */
  readonly folder: string;
}

/** Anvil signs for its accounts. The first one owns the token. */
const [CUSTOMER, COLD, TREASURY] = [1, 8, 9] as const;
/** The key of Anvil's last account. Its mnemonic is public, so its keys and these words hold nothing on other chains. */
const TREASURY_KEY = '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6';
const DEPOSIT_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const CUSTOMER_TOKENS = 1_000_000n * 10n ** 6n;

/**
 * Starts Anvil with a token like USDC and a block every second, and writes an entry of the connections file for it. All
 * addresses are the same each time, because accounts and nonces are.
 */
export async function startPlayground({ port, folder }: PlaygroundOptions): Promise<Playground> {
  const node = await startAnvil({ chainId: 31_337, port, mining: 1 });
  try {
    const token = await deployToken(node);
    await placeCode(node, 'Multicall3', MULTICALL3);
    await token.mint(node.accounts[CUSTOMER]!, CUSTOMER_TOKENS);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'treasury.key'), `${TREASURY_KEY}\n`, { mode: 0o600 });
    writeFileSync(join(folder, 'deposits.words'), `${DEPOSIT_WORDS}\n`, { mode: 0o600 });
    const connectionsFile = join(folder, 'connections.json');
    const rails = JSON.stringify({ rails: [entryOf(node, token)] }, null, 2);
    writeFileSync(connectionsFile, `${rails}\n`);
    return { node, token, connectionsFile, instructions: instructionsFor(node, token, connectionsFile, rails) };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** One node cannot disagree with itself, so its quorum is 1. In production two providers have to agree. */
const entryOf = ({ url, chainId, accounts }: EvmNode, { address, decimals, authorization }: TestToken): object => ({
  type: 'evm',
  name: 'base',
  environment: 'SANDBOX',
  network: 'BASE',
  chainId,
  rpcUrls: [url],
  quorum: 1,
  startBlock: null,
  confirmations: 2,
  tokens: [{ currency: 'USDC', address, decimals, authorization }],
  treasury: {
    privateKey: { file: 'treasury.key' },
    limits: { perPayout: '10000.00', perDay: '50000.00', keep: '100000.00' },
    cold: accounts[COLD],
  },
  deposits: { mnemonic: { file: 'deposits.words' } },
  fees: { maxGwei: 200, replaceAfterSeconds: 60 },
  sweep: { minimum: '1.00', everySeconds: 5 },
  pollSeconds: 1,
});

const instructionsFor = (
  { url, accounts }: EvmNode,
  { address }: TestToken,
  connectionsFile: string,
  rails: string,
): string => `Anvil runs until you press Ctrl-C, with a block every second. Its keys are public: use them nowhere else.

RPC=${url}
TOKEN=${address}
CUSTOMER=${accounts[CUSTOMER]!}
TREASURY=${accounts[TREASURY]!}

${connectionsFile} is a connections file for this chain; the secrets that it names are beside it:

${rails}

One node cannot disagree with itself, so "quorum" is 1. In production, name the nodes of two providers.

Start the service with it in another terminal:

CORRIDOR_CONNECTIONS_FILE=${connectionsFile} npm start

The customer has 1,000,000 USDC, and Anvil signs for it. Paste the four lines with = above into a shell, and send 25 USDC
to an address of Corridor:

TO=0x...
curl -s $RPC -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{"from":"'$CUSTOMER'","to":"'$TOKEN'","data":"0xa9059cbb'$(printf '%064s%064x' \${TO#0x} 25000000 | tr ' ' 0)'"}]}'

Read how much USDC an address has, in millionths and hexadecimal digits:

curl -s $RPC -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"'$TOKEN'","data":"0x70a08231'$(printf '%064s' \${TO#0x} | tr ' ' 0)'"},"latest"]}'
`;
