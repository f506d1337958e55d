import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { createSealer } from '@corridor/adapters-rails/custody';
import { type CurrencyCode, instant, ok } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { PayoutInstruction, RailTelling, TellCore } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import type { Storage } from '../../../packages/adapters-storage/src/port/storage.js';
import { createJsonRpcNodes } from '../../../packages/adapters-rails/src/evm/json-rpc-nodes.js';
import type { Address, EvmNodes } from '../../../packages/adapters-rails/src/evm/nodes.js';
import { createPayouts, screenTransfers } from '../../../packages/adapters-rails/src/evm/payouts/index.js';
import type { OutcomeHandler, Purpose } from '../../../packages/adapters-rails/src/evm/sender.js';
import { createSender } from '../../../packages/adapters-rails/src/evm/sending/index.js';
import { localSigner } from '../../../packages/adapters-rails/src/evm/signers.js';
import { deployToken } from '../../../packages/adapters-rails/src/testing/evm-contracts.js';
import { type EvmNode, startAnvil } from '../../../packages/adapters-rails/src/testing/evm-node.js';
import { digest } from '../../../packages/adapters-rails/src/testing/ports.js';

const CONFIRMATIONS = 3;
const COIN = 10n ** 18n;

/** An Anvil that mines on request, with a token and a treasury that owns 1,000 of it. */
export async function payingChain() {
  const node = await startAnvil({ mining: 'manual' });
  const token = await deployToken(node);
  const treasury = localSigner(`0x${'07'.repeat(32)}`);
  await token.mint(treasury.address, 1_000_000_000n);
  await node.setBalance(treasury.address, COIN);
  await node.mine(CONFIRMATIONS);
  return { node, token, treasury };
}

export type PayingChain = Awaited<ReturnType<typeof payingChain>>;

const nothing: OutcomeHandler = { concluded: async () => {}, undone: async () => {} };

/** Hosts that share a database and pay out from one treasury. `alter` changes what one of them sees of the nodes. */
export function payingHosts({ node, token, treasury }: PayingChain, connection: string) {
  const clock = fixedClock(instant(Date.UTC(2026, 10, 23, 9)));
  const told: RailTelling[] = [];
  const tell: TellCore = async (message) => {
    told.push(message);
    return ok({ effect: 'APPLIED', subject: null });
  };
  const http = createOutboundHttp({ allowPrivate: true, bodyLimit: 1024 * 1024, timeoutMs: 10_000 });

  function host(storage: Storage, alter: (nodes: EvmNodes) => EvmNodes = (nodes) => nodes) {
    const sealer = createSealer(new Uint8Array(32));
    const store = createRailStore({ units: storage.units, clock, sealer }, 'SANDBOX', connection);
    const nodes = alter(
      createJsonRpcNodes({
        entry: { chainId: node.chainId, rpcUrls: [node.url], quorum: 1, confirmations: CONFIRMATIONS },
        environment: 'SANDBOX',
        http,
      }),
    );
    const log = { info: () => {}, warn: () => {} };
    const handlers: Record<Purpose, OutcomeHandler> = {
      ...{ payout: nothing, refund: nothing, sweep: nothing, gas: nothing, cold: nothing, fill: nothing },
    };
    const sender = createSender({
      ...{ store, nodes, clock, log, handlers, everySeconds: 1 },
      signerOf: (address) => (address === treasury.address ? treasury : null),
      screen: screenTransfers(null, 'BASE'),
      fees: { maxFeePerGas: 200n * 10n ** 9n, replaceAfterSeconds: 60 },
    });
    const payouts = createPayouts({
      rail: 'base',
      entry: {
        network: 'BASE',
        tokens: [
          { currency: 'USDC' as CurrencyCode, address: token.address, decimals: 6, authorization: token.authorization },
        ],
        pollSeconds: 1,
        treasury: { limits: { perPayout: null, perDay: null, keep: null }, cold: null },
      },
      ...{ treasury: treasury.address, store, nodes, sender, screening: null, clock, digest, log },
      isDepositAddress: async () => false,
    });
    handlers.payout = payouts.outcomes;
    return {
      ...{ sender, payouts, store },
      run: async () => {
        await payouts.run(tell, async () => new Set());
        await sender.run();
        await payouts.run(tell, async () => new Set());
      },
    };
  }

  return {
    ...{ host, clock, told, node, token },
    /** The statuses that core received, in order. */
    states: () => told.map((message) => (message.kind === 'payout' ? message.status.state : message.kind)),
  };
}

let payees = 0;

/** An address that nothing was paid to. */
export const newPayee = (): Address => `0x${(++payees).toString(16).padStart(40, 'a')}`;

export const payoutTo = (address: Address, amount: bigint): PayoutInstruction => ({
  reference: `Transaction:${address}`,
  account: { accountType: 'BASE_WALLET', address },
  currency: 'USDC' as CurrencyCode,
  amount,
  remittanceInformation: null,
  submittedAt: instant(0),
  cancelRequestedAt: null,
  paymentRail: null,
  purposeOfPayment: null,
  sameCurrency: false,
});

/** The transactions that the node has not mined. */
export async function pendingOf({
  rpc,
}: EvmNode): Promise<readonly { readonly hash: Address; readonly nonce: string; readonly maxFeePerGas: string }[]> {
  const { transactions } = await rpc<{
    transactions: readonly { hash: Address; nonce: string; maxFeePerGas: string }[];
  }>('eth_getBlockByNumber', ['pending', true]);
  return transactions;
}
