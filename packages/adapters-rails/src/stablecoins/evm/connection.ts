import { operatorText, unitsText } from '@corridor/core/internal';
import type { IssuerConnection, RailStore } from '@corridor/core/ports';
import { once, problemOf } from '../../evm/compared-entry.js';
import type { Address, EvmNodes } from '../../evm/index.js';
import { NoQuorum } from '../../evm/nodes.js';
import type { Sender } from '../../evm/sending/create-sender.js';
import { settleProblem } from '../../evm/sending/settle-problem.js';
import type { JsonRpcNodes } from '../../evm/json-rpc-nodes.js';
import type { ListScreening } from '../../evm/screening.js';
import { answeringIssuer } from './answering-issuer.js';
import type { EvmIssuerEntry } from './entry.js';
import { followIssuance } from './issuance-events.js';
import { createOrders, orderOf, ORDERS } from './orders.js';
import { confirmToken } from './token-identity.js';

export interface IssuerParts {
  readonly name: string;
  readonly environment: IssuerConnection['environment'];
  readonly entry: Pick<
    EvmIssuerEntry,
    'platform' | 'client' | 'network' | 'chainId' | 'token' | 'mintLimit' | 'burnRails' | 'firstBlock'
  >;
  /** The secret of `entry.client`. */
  readonly secret: string;
  readonly signer: Address;
  readonly store: RailStore;
  readonly nodes: EvmNodes & Pick<JsonRpcNodes, 'verifyChain'>;
  readonly sender: Sender;
  readonly screening: ListScreening | null;
}

const SCAN_MS = 20_000;
const SCAN_SECONDS = 30;
const RETRY_SECONDS = 5;
const SHOWN = 5;

/** An issuer of one token on a chain for one platform: docs/rails/evm-issuer.md. */
export function issuerConnection(parts: IssuerParts): IssuerConnection {
  const { name, environment, entry, signer, store, nodes, sender, screening } = parts;
  const { token, chainId } = entry;
  const orders = createOrders({ ...entry, name, address: token.address, signer }, { store, sender });
  const events = followIssuance({ address: token.address, firstBlock: entry.firstBlock }, { store, nodes });
  const issuer = answeringIssuer({ name, entry, secret: parts.secret }, orders, events);
  const ready = once(() => confirmToken({ store, nodes }, { token, chainId }));

  /** What an operator must look at in orders and on the chain. */
  async function problems(): Promise<readonly string[]> {
    const diverged = await store.read((records) => records.list(ORDERS, { status: 'DIVERGED', limit: SHOWN }));
    const foreign = await events.foreign();
    return [
      ...diverged.map(({ key, value }) => {
        const { told } = orderOf({ value });
        return `the chain ended ${key} in another way than it was reported (${told}); compare the ledger with the chain`;
      }),
      ...foreign.slice(0, SHOWN).map(({ kind, transaction, amount }) => {
        const what = kind === 'MINT' ? 'minted' : 'burned';
        return `transaction ${transaction} ${what} ${unitsText(amount)} without an operation here`;
      }),
    ];
  }

  /** Without a quorum nothing is known, and the task runs again. */
  const task = (taskName: string, run: () => Promise<number>) => ({
    name: taskName,
    async run(): Promise<number> {
      try {
        await ready();
        return await run();
      } catch (cause) {
        if (!(cause instanceof NoQuorum)) throw cause;
        return RETRY_SECONDS;
      }
    },
  });

  return {
    name,
    environment,
    // As rails on this chain name their keys: one connection gives the nonces of a key.
    claims: [`${chainId} treasury ${signer}`, `${chainId} token ${token.address}`],
    rails: [],
    tasks: [
      task('send', () => sender.run()),
      task('supply', async () => {
        const isComplete = await events.scan(SCAN_MS);
        return isComplete ? SCAN_SECONDS : 0;
      }),
    ],
    callback: null,
    verify: ready,
    async check() {
      const [nodesNow, sending, unscreened, waiting] = await Promise.all([
        nodes.health(),
        sender.condition(),
        screening?.problem() ?? null,
        store.read((records) => records.count(ORDERS, 'BURNED')),
      ]);
      const broken = nodesNow.flatMap(({ url, problem }) => (problem === null ? [] : [`${url}: ${problem}`]));
      return {
        isReachable: nodesNow.some(({ head }) => head !== null),
        lastExchangeAt: null,
        backlog: { ...sending.backlog, 'burns whose payout is to be confirmed': waiting },
        problems: [
          ...(await problemOf(ready)),
          ...broken,
          ...(unscreened === null ? [] : [unscreened]),
          ...sending.problems,
          ...(await problems()),
        ],
      };
    },
    releases: null,
    actions: [
      {
        name: 'confirm-payout',
        subject: 'operation',
        description: 'Confirms that the bank account of a burn was paid; the operation is then COMPLETED.',
        run: async (subject, by) => {
          const paid = await orders.paid(subject, operatorText(by));
          return paid.ok ? { ok: true, value: `the payout of ${subject} is confirmed` } : paid;
        },
      },
      settleProblem(store, sender),
    ],
    issuer,
  };
}
