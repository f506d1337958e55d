import { chainSettlements, DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { accountsOf, type InternalAccount, type Rail, type RailConnection } from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import type { CurrencyCode, OutboundHttp, OutboundOutcome, Result } from '../kernel/index.js';
import type { Told } from '../rails/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { NO_UMA, type UmaProtocol } from '../uma/index.js';
import { type PlayCore, playCore, valueOf } from './play-core.js';
import { digest, type FixedClock } from './ports.js';

export const CHAIN_ID = 84_532;
export const TOKEN = `0x${'a0'.repeat(20)}`;
const USDC = 'USDC' as CurrencyCode;

/** A transfer of the token. */
export interface Transfer {
  readonly id: string;
  readonly to: string;
  readonly amount: bigint;
}

/** A chain in memory. */
export interface PlayChain {
  readonly transfers: Transfer[];
  send(to: string, amount: bigint): Transfer;
}

export function playChain(): PlayChain {
  const transfers: Transfer[] = [];
  return {
    transfers,
    send(to, amount) {
      const transfer = { id: `transfer-${transfers.length + 1}`, to, amount };
      transfers.push(transfer);
      return transfer;
    },
  };
}

/** The answer to a pay request, as it is sent. */
export interface PayAnswerJson {
  pr: string;
  converted: Record<string, unknown>;
  payeeData: Record<string, unknown>;
}

/** What a host answers, and how the answers are changed on their way. */
export interface PlayNetwork {
  readonly http: OutboundHttp;
  readonly hosts: Map<string, PlayCore>;
  /** The bodies of the pay requests, in their order. */
  readonly payRequests: Readonly<Record<string, unknown>>[];
  /** Changes the answer to a pay request on its way. */
  tamper: ((answer: PayAnswerJson) => void) | null;
}

const answered = (status: number, body: string): OutboundOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body,
  truncated: false,
});
const sent = (result: Result<string | void>): OutboundOutcome =>
  result.ok
    ? answered(200, result.value ?? '{}')
    : answered(result.error.code === 'SERVICE_UNAVAILABLE' ? 503 : 400, JSON.stringify({ code: result.error.code }));

/** Routes the requests of hosts to each other, without sockets. */
export function playNetwork(): PlayNetwork {
  const hosts = new Map<string, PlayCore>();
  const network: PlayNetwork = {
    hosts,
    payRequests: [],
    tamper: null,
    http: {
      async send({ url, body: given }) {
        const body = given === null ? '' : String(given);
        const { host, pathname, search } = new URL(url);
        const serve = hosts.get(host)?.core.uma.serve;
        if (serve === undefined) return { kind: 'unreachable', reason: 'no such host' };
        const [, area, name, last = ''] = pathname.split('/');
        if (area === '.well-known' && name === 'lnurlpubkey') return sent(await serve.keys(host));
        if (area === '.well-known') return sent(await serve.offer(host, decodeURIComponent(last), search));
        if (name === 'utxos') return sent(await serve.notice(host, last, body));
        network.payRequests.push(JSON.parse(body) as Record<string, unknown>);
        const answer = await serve.payRequest(host, decodeURIComponent(last), body);
        if (!answer.ok || network.tamper === null) return sent(answer);
        const changed = JSON.parse(answer.value) as PayAnswerJson;
        network.tamper(changed);
        return answered(200, JSON.stringify(changed));
      },
    },
  };
  return network;
}

/** A host with a customer, dollars and USDC, as one of several institutions. */
export interface UmaHost {
  readonly play: PlayCore;
  readonly domain: string;
  readonly customer: Customer;
  readonly account: (currency: string) => Promise<InternalAccount>;
  /** The address of this index. */
  readonly address: (index: number) => string;
  /** The balance of the customer, in smallest units. */
  balance(currency: string): Promise<bigint>;
  /** Tells the host of every transfer to its addresses that it does not know; returns what came of them. */
  follow(): Promise<readonly Told[]>;
}

export interface UmaHostOptions {
  readonly domain: string;
  readonly clock: FixedClock;
  readonly chain: PlayChain;
  readonly network: PlayNetwork;
  readonly lightningDirectory: string;
  /** Without: the host knows Lightning only. */
  readonly hasChain?: boolean;
  /** Without: the host knows no Lightning. */
  readonly hasLightning?: boolean;
  readonly umaLayers?: readonly string[];
  /** Changes the messages that this host sends, which it then signs. */
  readonly protocol?: (usual: UmaProtocol) => Partial<UmaProtocol>;
}

const capabilities: Rail['capabilities'] = {
  accountTypes: ['BASE_WALLET'],
  currencies: [USDC],
  paymentRails: [],
  push: false,
  pull: false,
  pullsFrom: [],
  receive: false,
  followsWallets: false,
  cancellable: false,
  settlementSeconds: 30,
};

export async function umaHost(options: UmaHostOptions): Promise<UmaHost> {
  const { domain, clock, chain, network, lightningDirectory, hasChain = true, hasLightning = true } = options;
  const address = (index: number): string => `0x${digest.sha256(`${domain}/${index}`).slice(0, 40)}`;
  const paid = new Set<string>();
  const pay: NonNullable<Rail['payouts']>['submit'] = async ({ reference, account, amount }) => {
    if (!paid.has(reference)) chain.send(String(account['address']), amount);
    paid.add(reference);
    return { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
  };
  const treasury: Rail = {
    name: 'base',
    environment: 'SANDBOX',
    simulated: false,
    capabilities: { ...capabilities, push: true },
    payouts: { submit: pay, status: (instruction) => pay(instruction), cancel: null, lookUp: async () => 'reachable' },
    pulls: null,
    funding: null,
    networkFees: null,
  };
  const deposits: Rail = {
    ...treasury,
    name: 'base.deposits',
    capabilities: { ...capabilities, currencies: [USDC, 'USDT' as CurrencyCode], receive: true },
    payouts: null,
    funding: {
      networks: (currency) => (currency === USDC ? ['BASE'] : []),
      addressSpace: 'evm',
      instructions: ({ currency, addressIndex }) =>
        currency === USDC
          ? [
              {
                instructionsNotes: null,
                isPlatformAccount: null,
                accountOrWalletInfo: { accountType: 'BASE_WALLET', address: address(addressIndex!) },
              },
            ]
          : null,
      refund: async () => ({ state: 'failed', reason: 'refunds are off' }),
    },
  };
  const connection: RailConnection = {
    name: 'base',
    environment: 'SANDBOX',
    claims: [],
    rails: [treasury, deposits],
    tasks: [],
    callback: null,
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    releases: null,
    tokens: [
      {
        chainId: CHAIN_ID,
        address: TOKEN,
        currency: USDC,
        network: 'BASE',
        accountType: 'BASE_WALLET',
        delivers: 'base',
        receives: 'base.deposits',
      },
    ],
  };
  const connections = hasChain ? [connection] : [];
  const { protocol, settlement, providers } = umaPorts({
    http: network.http,
    clock,
    lightningDirectory,
    rates: sandboxRates(clock),
    providers: DEFAULT_PROVIDERS,
  });
  const play = await playCore({
    clock,
    rails: sandboxRails(digest),
    connections,
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: domain,
      ...(options.umaLayers && { umaLayers: options.umaLayers }),
    },
    uma: {
      protocol: { ...protocol, ...options.protocol?.(protocol) },
      settlement: hasLightning ? settlement : NO_UMA.settlement,
      chains: chainSettlements(connections),
      providers,
    },
  });
  network.hosts.set(domain, play);
  const customer = valueOf(
    await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
  );
  const account = async (currency: string): Promise<InternalAccount> => {
    const accounts = await play.storage.units.read(play.tenant, (reads) => accountsOf(reads, customer.id));
    return accounts.find((each) => each.currency === currency)!;
  };
  const told = new Set<string>();
  return {
    play,
    domain,
    customer,
    account,
    address,
    async balance(currency) {
      const { id } = await account(currency);
      const balance = await play.read(play.core.accounts.getInternal, { id });
      return valueOf(balance).available;
    },
    async follow() {
      const addresses = await play.core.addressesOf('SANDBOX', 'evm');
      const found: Told[] = [];
      for (const { id, to, amount } of chain.transfers) {
        const addressIndex = Array.from({ length: addresses }, (_, index) => address(index)).indexOf(to);
        if (addressIndex < 0 || told.has(id)) continue;
        told.add(id);
        found.push(
          valueOf(
            await play.core.railTells('SANDBOX', {
              kind: 'arrival',
              rail: 'base.deposits',
              paymentId: id,
              reference: { addressIndex },
              currency: 'USDC',
              amount,
              remitter: null,
              valueDate: null,
            }),
          ),
        );
      }
      return found;
    },
  };
}
