import { type Id, splitTenant, type TenantKey } from '../kernel/index.js';
import { chart, type LedgerAccount, type Line } from '../ledger/index.js';
import type { CardMove, CardSpend, CardTransactionStatus, Transaction } from '../transactions/index.js';

type Side = 'available' | 'reserve' | 'receivable' | 'outside' | 'loss' | 'disputes' | 'fees';

/** The debited and credited account of each movement (docs/ledger.md). */
const SIDES: Readonly<Record<CardMove, readonly [from: Side, to: Side]>> = {
  CARD_HOLD: ['available', 'reserve'],
  CARD_CLEARING: ['reserve', 'outside'],
  CARD_RELEASE: ['reserve', 'available'],
  CARD_PULL: ['available', 'outside'],
  CARD_OWED: ['receivable', 'outside'],
  CARD_CREDIT: ['outside', 'available'],
  CARD_RETURN: ['outside', 'available'],
  CARD_RETURN_REVERSAL: ['available', 'outside'],
  CARD_REVERSAL_OWED: ['receivable', 'outside'],
  CARD_LOSS: ['loss', 'outside'],
  CARD_PULL_FAILED: ['loss', 'available'],
  CARD_RECOVERY: ['available', 'loss'],
  CARD_EXCESS: ['loss', 'outside'],
  CARD_LOSS_RETURN: ['outside', 'loss'],
  CARD_CHARGEBACK: ['outside', 'disputes'],
  CARD_REPRESENTMENT: ['disputes', 'outside'],
  CARD_PROVISIONAL_CREDIT: ['disputes', 'available'],
  CARD_PROVISIONAL_WITHDRAWAL: ['available', 'disputes'],
  CARD_PROVISIONAL_OWED: ['receivable', 'disputes'],
  CARD_DISPUTE_WON: ['disputes', 'outside'],
  CARD_DISPUTE_TAKEN_BACK: ['outside', 'disputes'],
  CARD_DISPUTE_FEE: ['fees', 'outside'],
  CARD_DISPUTE_FEE_RETURN: ['outside', 'fees'],
  CARD_DISPUTE_LOSS: ['loss', 'disputes'],
  CARD_DISPUTE_GAIN: ['disputes', 'loss'],
};

/** The ledger lines of one movement of a card transaction. */
export function cardLines(
  { tenant, rail, card }: { readonly tenant: TenantKey; readonly rail: string | null; readonly card: CardSpend },
  move: CardMove,
  amount: bigint,
): readonly Line[] {
  const [from, to] = SIDES[move];
  const { environment } = splitTenant(tenant);
  const accountId: Id<'InternalAccount'> = card.accountId;
  const accounts: Readonly<Record<Side, () => LedgerAccount>> = {
    available: () => chart.available(accountId, card.currency),
    receivable: () => chart.receivable(accountId, card.currency),
    reserve: () => chart.cardReserve(tenant, card.currency),
    outside: () => chart.clearing(environment, rail ?? 'cards', card.currency),
    loss: () => chart.loss(environment, card.currency),
    disputes: () => chart.disputes(tenant, card.currency),
    fees: () => chart.networkFees(environment, card.currency),
  };
  return [
    { account: accounts[from](), amount: -amount },
    { account: accounts[to](), amount },
  ];
}

/** What the movements of a use have added to the account of disputes. */
export const disputedBy = ({ moved }: Pick<CardSpend, 'moved'>): bigint =>
  (Object.keys(SIDES) as CardMove[]).reduce((sum, move) => {
    const [from, to] = SIDES[move];
    const total = moved[move]?.total ?? 0n;
    return sum + (to === 'disputes' ? total : 0n) - (from === 'disputes' ? total : 0n);
  }, 0n);

/** A transaction of a card. */
export type CardTransaction = Transaction & { readonly status: CardTransactionStatus; readonly card: CardSpend };

export const isCardTransaction = (transaction: Transaction): transaction is CardTransaction =>
  transaction.card !== null;
