import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import {
  type ExternalAccount,
  FUNDING_ADDRESSES,
  type RailConnection,
  type TravelRule,
  type TravelRuleAnswer,
  type TravelRuleMember,
  type TravelRuleTelling,
  type TravelRuleTransfer,
} from '../accounts/index.js';
import { ok, readAll, type Result } from '../kernel/index.js';
import type { CorePorts } from '../service/index.js';
import type { Transaction } from '../transactions/index.js';
import { TRAVEL_RULE_TRANSFERS, type TravelRuleTransferRecord } from '../travel-rule/index.js';
import { type PlayCore, playCore, valueOf } from './play-core.js';
import { type PlayPayer, playPayer } from './play-payer.js';
import { digest } from './ports.js';

/** A partner that keeps what it got, as another institution would, and answers as the test says. */
export interface PlayedPartner {
  /** By reference; a repeated reference stays one. */
  readonly known: Map<string, TravelRuleTransfer>;
  /** The answer about each known transfer. */
  answer: TravelRuleAnswer;
  /** Calls that fail before the partner has done anything (`BEFORE`), or after it (`AFTER`). */
  fails: 'BEFORE' | 'AFTER' | null;
  calls: number;
}

export const PENDING: TravelRuleAnswer = { state: 'pending', checkAfterSeconds: 60 };
export const SENDING_ADDRESS = '0x1111111111111111111111111111111111111111';
export const EXCHANGE_WALLET = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const OWN_WALLET = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359';
const CONNECTION = 'base';
const RAIL = 'sandbox-crypto';

export interface PlayTravelRule extends PlayPayer {
  readonly partner: PlayedPartner;
  /** Another host on this storage. */
  another(storage: CorePorts['storage']): Promise<PlayCore>;
  /** How often the rail was asked to pay. */
  submitted(): number;
  /** A wallet that `Example Exchange` keeps. */
  hosted(over?: object): Promise<ExternalAccount>;
  /** A wallet in self-custody; with `proven`, its owner has signed. */
  own(proven: boolean): Promise<ExternalAccount>;
  /** Pays coins from the internal account of the customer. */
  send(account: ExternalAccount, amount: bigint): Promise<Result<Transaction>>;
  record(transactionId: string): Promise<TravelRuleTransferRecord | undefined>;
  records(): Promise<readonly TravelRuleTransferRecord[]>;
  status(transaction: Transaction): Promise<Transaction>;
  tell(telling: TravelRuleTelling): Promise<Result<unknown>>;
  /** The index of the address of the customer's coins. */
  addressIndex(): Promise<number>;
  /** The coins that the customer can spend. */
  balance(): Promise<bigint>;
}

function partnerOf(play: PlayedPartner): TravelRule {
  const called = <T>(act: () => T): T => {
    play.calls += 1;
    if (play.fails === 'BEFORE') throw new Error('the partner is away');
    const answer = act();
    if (play.fails === 'AFTER') throw new Error('the answer was lost');
    return answer;
  };
  return {
    name: 'partner',
    send: async (transfer) =>
      called(() => {
        const before = play.known.get(transfer.reference);
        if (before !== undefined) throw new Error('the partner got the transfer twice');
        play.known.set(transfer.reference, transfer);
        return play.answer;
      }),
    lookUp: async (reference) =>
      called(() => (play.known.has(reference) ? play.answer : { state: 'unknown' as const })),
  };
}

/** A customer with 10,000 coins on a chain whose connection has a partner, or none. */
export async function playTravelRule(
  over: Omit<Partial<CorePorts>, 'clock'> = {},
  { rules, isConnected = true }: { readonly rules?: TravelRuleMember['rules']; readonly isConnected?: boolean } = {},
): Promise<PlayTravelRule> {
  const partner: PlayedPartner = { known: new Map(), answer: PENDING, fails: null, calls: 0 };
  let submitted = 0;
  let heard: ((telling: TravelRuleTelling) => Promise<Result<unknown>>) | null = null;
  const all = sandboxRails(digest);
  const chain = all.find(({ name }) => name === RAIL)!;
  const payouts = chain.payouts!;
  const connection: RailConnection = {
    ...{ name: CONNECTION, environment: 'SANDBOX', claims: [], tasks: [], releases: null },
    rails: [
      {
        ...chain,
        capabilities: { ...chain.capabilities, cancellable: true },
        funding: { ...chain.funding!, addressSpace: 'play' },
        payouts: {
          ...payouts,
          submit: (instruction) => {
            submitted += 1;
            return payouts.submit(instruction);
          },
        },
      },
    ],
    callback: async (_callback, _tell, tellTravelRule) => {
      heard = tellTravelRule;
      return { status: 200, message: null };
    },
    check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
    ...(isConnected && {
      travelRule: {
        ...{ partner: partnerOf(partner), sendingAddress: SENDING_ADDRESS },
        rules: rules ?? { proofAbove: 100_000n, waitSeconds: 86_400 },
      },
    }),
  };
  const ports = {
    rails: all.filter(({ name }) => name !== RAIL),
    connections: [connection],
    ownershipProofs: { judge: async () => 'proven' } as never,
  };
  const payer = await playPayer(
    { ...ports, ...over },
    { currencies: ['USD', 'EUR', 'USDC'] },
    { currencies: ['USD', 'EUR', 'USDC'] },
  );
  const { play, customerId } = payer;
  const { core } = play;
  const coins = await payer.internal('USDC');
  valueOf(await play.run(core.sandbox.fund, { accountId: coins.account.id, amount: 10_000_000_000n }));
  await play.pass(0);
  const added = async (accountInfo: object, ownershipType?: string): Promise<ExternalAccount> =>
    valueOf(
      await play.run(core.accounts.addExternal, {
        ...{ ownerType: 'CUSTOMER', customerId, currency: 'USDC', ownershipType },
        accountInfo: { accountType: 'BASE_WALLET', ...accountInfo },
      } as never),
    );
  const records = () => play.storage.units.read(play.tenant, (reads) => readAll(reads, TRAVEL_RULE_TRANSFERS));
  return {
    ...payer,
    partner,
    another: (storage) => playCore({ ...ports, storage, clock: play.clock }, { existing: true }),
    submitted: () => submitted,
    hosted: (details = {}) =>
      added({
        ...{ address: EXCHANGE_WALLET, vaspName: 'Example Exchange' },
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
        ...details,
      }),
    async own(proven) {
      const { id } = await added({ address: OWN_WALLET }, proven ? 'FIRST_PARTY' : undefined);
      if (proven) {
        valueOf(await play.run(core.accounts.challengeOwnership, { id, method: 'WALLET_SIGNATURE' }));
        valueOf(await play.run(core.accounts.verifyOwnership, { id, signature: 'signed' }));
      }
      return valueOf(await play.read(core.accounts.getExternal, { id }));
    },
    send: (account, amount) =>
      play.run(core.transfers.out, { sourceId: coins.account.id, destinationId: account.id, amount }),
    record: async (id) => (await records()).find(({ reference }) => reference === id),
    records,
    status: async ({ id }) => valueOf(await play.read(core.transactions.get, { id })),
    async tell(telling) {
      await core.rails.callback(CONNECTION, { path: 'events', headers: {}, body: new Uint8Array() });
      return heard === null ? ok() : heard(telling);
    },
    async addressIndex() {
      const found = await play.storage.units.read(play.tenant, (reads) => readAll(reads, FUNDING_ADDRESSES));
      return found.find(({ reference }) => reference === coins.account.reference)!.addressIndex;
    },
    balance: async () => (await payer.internal('USDC')).available,
  };
}
