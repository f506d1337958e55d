import {
  type CurrencyCode,
  type Environment,
  type Reads,
  readAll,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import { CARD_REFUNDS } from './card-refund.js';
import { isOfDispute, movedByDispute } from './dispute-messages.js';
import { NETWORK_MESSAGES, type NetworkMessage, type NetworkMessageKind } from './network-message.js';
import { type Matter, matterName, type SettlementLineKind } from './settlement.js';

/** Where the messages of a processor are: with the platforms of its environment. */
export interface OfProcessor {
  readonly processor: string;
  readonly environment: Environment;
}

/** What the ledger has of a matter. */
export interface Settled {
  /** The kind of the lines that are about it; null if no line can be, because the message moves no money. */
  readonly kind: SettlementLineKind | null;
  /** That of the card. */
  readonly currency: CurrencyCode;
  /** Positive for money that the service received. */
  readonly amount: bigint;
}

/** What the ledger has of matters, by their names. Null if nothing is known of one. */
export type SettledAmounts = ReadonlyMap<string, Settled | null>;

/** How many matters one search looks for. */
const AT_ONCE = 50;

/** The platforms of an environment that have messages of card networks. */
export const tenantsWithMessages = async (reads: Reads, environment: Environment): Promise<readonly TenantKey[]> =>
  (await reads.tenants(NETWORK_MESSAGES)).filter((tenant) => splitTenant(tenant).environment === environment);

/** What the ledger has of these matters, by their names. */
export async function settledAmounts(
  units: UnitOfWork,
  { processor, environment }: OfProcessor,
  matters: readonly Matter[],
): Promise<SettledAmounts> {
  const found = new Map<string, Settled | null>(matters.map((matter) => [matterName(matter), null]));
  for (let at = 0; at < matters.length; at += AT_ONCE) {
    const chunk = matters.slice(at, at + AT_ONCE);
    await units.read(null, async (reads) => {
      const tenants = (await reads.tenants(TRANSACTIONS)).filter(
        (tenant) => splitTenant(tenant).environment === environment,
      );
      const messages = await messagesNamed(reads, tenants, processor, namesOf(chunk, 'message'));
      const uses = await usesOf(reads, messages);
      for (const message of messages) {
        const use = uses.get(message.transactionId);
        if (use !== undefined)
          found.set(matterName({ of: 'message', name: message.messageId }), await settledBy(reads, message, use));
      }
      for (const use of await usesNamed(reads, tenants, namesOf(chunk, 'use')))
        if (use.rail === processor) found.set(matterName({ of: 'use', name: use.issuerToken! }), settledAtOnce(use));
    });
  }
  return found;
}

const namesOf = (matters: readonly Matter[], kind: Matter['of']): readonly string[] =>
  matters.flatMap(({ of, name }) => (of === kind ? [name] : []));

const messagesNamed = (
  reads: Reads,
  tenants: readonly TenantKey[],
  processor: string,
  names: readonly string[],
): Promise<readonly NetworkMessage[]> =>
  names.length === 0 || tenants.length === 0
    ? Promise.resolve([])
    : reads.search(NETWORK_MESSAGES, {
        anyOf: names.map((name) => ({ by: 'key', key: 'message', values: [processor, name] })),
        ...{ tenants, limit: tenants.length },
      });

async function usesNamed(
  reads: Reads,
  tenants: readonly TenantKey[],
  names: readonly string[],
): Promise<readonly CardTransaction[]> {
  if (names.length === 0 || tenants.length === 0) return [];
  const found = await reads.search(TRANSACTIONS, {
    anyOf: names.map((name) => ({ by: 'key', key: 'issuer_token', values: [name] })),
    ...{ tenants, limit: tenants.length },
  });
  return found.filter(isCardTransaction);
}

/** The uses that messages are about. */
export async function usesOf(
  reads: Reads,
  messages: readonly NetworkMessage[],
): Promise<ReadonlyMap<string, CardTransaction>> {
  const found = await reads.getMany(TRANSACTIONS, [...new Set(messages.map(({ transactionId }) => transactionId))]);
  return new Map(found.filter(isCardTransaction).map((use) => [use.id, use]));
}

/** What a message moved, with the kind of its lines. */
export async function settledBy(reads: Reads, message: NetworkMessage, use: CardTransaction): Promise<Settled> {
  const { currency } = use.card;
  return { kind: lineKindOf(message.kind), currency, amount: await movedBy(reads, message, use) };
}

const LINES: Readonly<Partial<Record<NetworkMessageKind, SettlementLineKind>>> = {
  CLEARING: 'clearing',
  RETURN: 'return',
  RETURN_REVERSAL: 'return.reversal',
};

const lineKindOf = (kind: NetworkMessageKind): SettlementLineKind | null =>
  LINES[kind] ?? (isOfDispute(kind) ? 'dispute' : null);

/** What a message moved; 0 for one that moves nothing by itself. */
async function movedBy(
  reads: Reads,
  { kind, amount, originalId }: NetworkMessage,
  { id, direction }: CardTransaction,
): Promise<bigint> {
  switch (kind) {
    case 'CLEARING':
      return direction === 'CREDIT' ? amount : -amount;
    case 'RETURN':
      return amount;
    case 'RETURN_REVERSAL':
      return amount > 0n ? -amount : -(await amountOfReturn(reads, id, originalId));
    default:
      return movedByDispute({ kind, amount });
  }
}

/** A reversal without an amount takes back the return that it names. */
async function amountOfReturn(
  reads: Reads,
  transactionId: CardTransaction['id'],
  named: string | null,
): Promise<bigint> {
  const refunds = await readAll(reads, CARD_REFUNDS, { transactionId });
  return refunds.find(({ messageId }) => messageId === named)?.amount ?? 0n;
}

/** What was settled of a use without a clearing of its own: later decisions and reversals change what is authorized. */
export function settledAtOnce({ direction, card }: CardTransaction): Settled | null {
  if (card.atOnce === undefined) return null;
  const amount = direction === 'CREDIT' ? card.authorized : -card.authorized;
  return { kind: 'final', currency: card.currency, amount };
}
