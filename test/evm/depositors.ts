import { AbiCoder, concat, id, type HDNodeWallet, Wallet } from 'ethers';
import type { Chance } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import { NodeIsAway } from './chain-reader.js';
import type { UnrulyChain } from './unruly-chain.js';

const DEPOSITORS = 4;
/** So many transactions of a depositor are not mined at a time. */
const AT_ONCE = 16;
const AGAIN_EVERY_MS = 250;
const GAS = 600_000n;
/** More than every base fee. */
const MAX_FEE = 2_000_000_000_000n;

export interface DepositorsOptions {
  readonly token: string;
  /** A token that the connection does not know. */
  readonly otherToken: string;
  readonly multicall: string;
  readonly chainId: number;
  /** Number of transactions that deposit. */
  readonly deposits: number;
  readonly chance: Chance;
}

/** People who send tokens to deposit addresses, and send them again until they are mined, as wallets do. */
export interface Depositors {
  readonly addresses: readonly string[];
  /** Starts to send to these addresses. */
  start(to: readonly string[]): void;
  /** The share of the transactions that are signed, from 0 to 1. */
  progress(): number;
  allow(share: number): void;
  /** Transactions that another one with the same nonce replaced after a reorganisation. */
  replaced(): number;
  /** Whether everything that was signed is mined. */
  isDone(): Promise<boolean>;
  check(): void;
  stop(): Promise<void>;
}

const coder = AbiCoder.defaultAbiCoder();
const call = (signature: string, types: readonly string[], values: readonly unknown[]): string =>
  concat([id(signature).slice(0, 10), coder.encode(types, values)]);
export const transferCall = (to: string, amount: bigint): string =>
  call('transfer(address,uint256)', ['address', 'uint256'], [to, amount]);
export const approveCall = (spender: string): string =>
  call('approve(address,uint256)', ['address', 'uint256'], [spender, 2n ** 255n]);
const transferFromCall = (from: string, to: string, amount: bigint): string =>
  call('transferFrom(address,address,uint256)', ['address', 'address', 'uint256'], [from, to, amount]);
const aggregateCall = (calls: readonly (readonly [string, boolean, string])[]): string =>
  call('aggregate3((address,bool,bytes)[])', ['tuple(address,bool,bytes)[]'], [calls]);

interface Depositor {
  readonly wallet: HDNodeWallet;
  /** The signed transactions; the index is the nonce. */
  readonly signed: string[];
  /** The number of mined transactions, as last read. */
  mined: number;
}

export function createDepositors(chain: UnrulyChain, options: DepositorsOptions): Depositors {
  const { token, otherToken, multicall, chance } = options;
  const depositors: readonly Depositor[] = Array.from({ length: DEPOSITORS }, () => ({
    wallet: Wallet.createRandom(),
    signed: [],
    mined: 0,
  }));
  let signedDeposits = 0;
  let allowed = 0;
  let replaced = 0;
  let isStopped = false;
  let wasReorganised = false;
  let failure: unknown = null;
  let addresses: readonly string[] = [];
  let amounts = 0n;
  /** Each amount occurs once, so that a deposit is recognized by it. */
  const amount = (): bigint => 2_000_000n + (amounts += 1n);

  chain.onReorganisation(() => (wasReorganised = true));

  async function sign({ wallet, signed }: Depositor, nonce: number): Promise<void> {
    const { to, data } = chosen(wallet);
    signed[nonce] = await wallet.signTransaction({
      type: 2,
      chainId: options.chainId,
      nonce,
      to,
      data,
      gasLimit: GAS,
      maxFeePerGas: MAX_FEE,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
  }

  function chosen({ address: from }: HDNodeWallet): { readonly to: string; readonly data: string } {
    const to = chance.of(addresses);
    const kind = chance.under(40);
    if (kind < 4) {
      const transfers = Array.from({ length: 2 + chance.under(3) }, () =>
        transferFromCall(from, chance.of(addresses), amount()),
      );
      return { to: multicall, data: aggregateCall(transfers.map((data) => [token, false, data])) };
    }
    // A transfer of nothing, one of another token, and one that reverts.
    if (kind === 4) return { to: token, data: transferCall(to, 0n) };
    if (kind === 5) return { to: otherToken, data: transferCall(to, 5_000_000n) };
    if (kind === 6) return { to: token, data: transferCall(to, 2n ** 200n) };
    // The smallest amount.
    if (kind === 7) return { to: token, data: transferCall(to, 1n) };
    return { to: token, data: transferCall(to, amount()) };
  }

  async function work(depositor: Depositor): Promise<void> {
    const { wallet, signed } = depositor;
    depositor.mined = Number(await chain.rpc<string>('eth_getTransactionCount', wallet.address, 'latest'));
    if (signedDeposits < options.deposits * allowed && signed.length - depositor.mined < AT_ONCE) {
      const more = Math.min(1 + chance.under(4), options.deposits - signedDeposits);
      signedDeposits += more;
      for (let i = 0; i < more; i++) await sign(depositor, signed.length);
    }
    for (const bytes of signed.slice(depositor.mined, depositor.mined + AT_ONCE)) {
      // The node refuses those that it knows.
      await chain.rpc('eth_sendRawTransaction', bytes).catch(() => undefined);
    }
  }

  /** After a reorganisation the first transaction that left the chain may be replaced by another one. */
  async function replaceSome(): Promise<void> {
    for (const depositor of depositors) {
      const { wallet, signed } = depositor;
      const mined = Number(await chain.rpc<string>('eth_getTransactionCount', wallet.address, 'latest'));
      if (mined >= depositor.mined || mined >= signed.length || chance.under(2) === 0) continue;
      await sign(depositor, mined);
      replaced += 1;
    }
  }

  async function working(): Promise<void> {
    while (!isStopped) {
      try {
        if (wasReorganised) {
          wasReorganised = false;
          await replaceSome();
        }
        await Promise.all(depositors.map(work));
      } catch (error) {
        if (!(error instanceof NodeIsAway)) throw error;
      }
      await pause(AGAIN_EVERY_MS);
    }
  }

  let done: Promise<void> = Promise.resolve();
  return {
    addresses: depositors.map(({ wallet }) => wallet.address),
    start(to) {
      addresses = to;
      done = working().catch((error: unknown) => {
        failure = error;
      });
    },
    progress: () => signedDeposits / options.deposits,
    allow: (share) => {
      allowed = share;
    },
    replaced: () => replaced,
    async isDone() {
      if (signedDeposits < options.deposits) return false;
      for (const { wallet, signed } of depositors) {
        const mined = Number(await chain.rpc<string>('eth_getTransactionCount', wallet.address, 'latest'));
        if (mined < signed.length) return false;
      }
      return true;
    },
    check() {
      if (failure !== null) throw failure as Error;
    },
    async stop() {
      isStopped = true;
      await done;
    },
  };
}
