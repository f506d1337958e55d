import { createHash, timingSafeEqual } from 'node:crypto';
import { ok } from '@corridor/core';
import { operatorText, unitsText } from '@corridor/core/internal';
import {
  type IssuerConnection,
  type IssuerCredentials,
  RailEntryError,
  type RailStore,
  RailUnavailable,
  type Refusal,
  type StablecoinIssuer,
  type TokenAnswer,
} from '@corridor/core/ports';
import { once, problemOf } from '../../evm/compared-entry.js';
import type { Address, EvmNodes } from '../../evm/index.js';
import { NoQuorum } from '../../evm/nodes.js';
import type { Sender } from '../../evm/sending/create-sender.js';
import { settleProblem } from '../../evm/sending/settle-problem.js';
import type { JsonRpcNodes } from '../../evm/json-rpc-nodes.js';
import type { ListScreening } from '../../evm/screening.js';
import type { EvmIssuerEntry } from './entry.js';
import { followIssuance } from './issuance-events.js';
import { createOrders, orderOf, ORDERS } from './orders.js';
import { DECIMALS_CALL } from './token-contract.js';

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

const NEVER = { state: 'refused', because: 'revoked' } as const satisfies Refusal;
const WRONG = { state: 'refused', because: 'invalid' } as const satisfies Refusal;

/** Below the time-out of a call to an issuer. */
const SUPPLY_MS = 5_000;
const SCAN_MS = 20_000;
const SCAN_SECONDS = 30;
const RETRY_SECONDS = 5;
const SHOWN = 5;

const digestOf = ({ apiClientId, apiClientSecret }: IssuerCredentials): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([apiClientId, apiClientSecret]))
    .digest();

const IDENTITY = 'identity';

/** The orders and events of a name belong to one token. Throws a `RailEntryError` if the name has got another. */
async function refuseOtherToken(store: RailStore, token: string): Promise<void> {
  const known = await store.read((records) => records.get(IDENTITY, IDENTITY));
  if (known !== null && known.value !== token)
    throw new RailEntryError(
      'token.address',
      `is another token than ${String(known.value)}, which this name stands for`,
    );
}

async function keepToken(store: RailStore, token: string): Promise<void> {
  await store.run(async (records) => {
    records.add({ collection: IDENTITY, key: IDENTITY, value: token }, { unlessExists: true });
    return ok();
  });
  await refuseOtherToken(store, token);
}

/** An issuer of one token on a chain for one platform: docs/rails/evm-issuer.md. */
export function issuerConnection(parts: IssuerParts): IssuerConnection {
  const { name, environment, entry, signer, store, nodes, sender, screening } = parts;
  const { token, chainId } = entry;
  const orders = createOrders({ ...entry, name, address: token.address, signer }, { store, sender });
  const events = followIssuance({ address: token.address, firstBlock: entry.firstBlock }, { store, nodes });
  const credentials = digestOf({ apiClientId: entry.client.id, apiClientSecret: parts.secret });

  const areRight = (given: IssuerCredentials): boolean => timingSafeEqual(digestOf(given), credentials);

  /** Null for the account of this entry with its credentials. */
  function refused(account: Parameters<StablecoinIssuer['token']>[0]): Refusal | null {
    if (account.platform !== entry.platform || account.providerAccountId !== name) return NEVER;
    return areRight(account) ? null : WRONG;
  }

  const isToken = (identifier: string): boolean => identifier === name;

  function tokenOf({ providerTokenIdentifier, networkTokenIdentifier, network }: Query): TokenAnswer {
    const isKnown =
      isToken(providerTokenIdentifier) &&
      networkTokenIdentifier.toLowerCase() === token.address &&
      network === entry.network;
    if (!isKnown) return { state: 'unknown' };
    const { symbol, baseCurrency, decimals } = token;
    const about = { name: token.name, symbol, baseCurrency, decimals };
    return { state: 'known', ...about, issuanceStatus: 'PROVISIONED', checkAfterSeconds: 0 };
  }

  const issuer: StablecoinIssuer = {
    name: 'EVM',
    async verify(given, providerAccountId, platform) {
      const isAccepted =
        areRight(given) && platform === entry.platform && (providerAccountId === null || providerAccountId === name);
      return isAccepted ? { state: 'accepted', providerAccountId: name } : WRONG;
    },
    token: async (account, query) => refused(account) ?? tokenOf(query),
    price: async (account, order) => refused(account) ?? (await orders.price(order)),
    submit: async (account, instruction) => refused(account) ?? (await orders.submit(instruction)),
    status: async (account, instruction) => refused(account) ?? (await orders.submit(instruction)),
    async supply(account, identifier) {
      const refusal = refused(account);
      if (refusal !== null) return refusal;
      if (!isToken(identifier)) throw new RailUnavailable('issuer-evm', 'issuer-supply', 'the token is unknown');
      if (!(await events.scan(SUPPLY_MS)))
        throw new RailUnavailable('issuer-evm', 'issuer-supply', 'the events of the token are being read');
      return { state: 'told', ...(await events.read()) };
    },
  };

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

  /** Amounts are wrong by powers of ten if the decimals are: nothing is sent before the chain has confirmed the entry. */
  const ready = once(async () => {
    const identity = `${token.address} on chain ${chainId}`;
    await refuseOtherToken(store, identity);
    await nodes.verifyChain();
    const head = await nodes.head();
    const answer = await nodes.call({ to: token.address, data: DECIMALS_CALL }, head.number);
    if (typeof answer !== 'string' || answer === '0x')
      throw new RailEntryError('token.address', `is not a token on chain ${chainId}`);
    const decimals = BigInt(answer);
    if (decimals !== BigInt(token.decimals))
      throw new RailEntryError('token.decimals', `must be ${decimals}, as the contract says`);
    // Only a token that is right is kept, so that a mistake at the first start can be corrected.
    await keepToken(store, identity);
  });

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

type Query = Parameters<StablecoinIssuer['token']>[1];
