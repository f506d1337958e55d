import { creditObstacle } from '../accounts/index.js';
import { Bug, ok, type Result, type Unit } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { Became, ExpectedMoney, Money } from '../quotes/index.js';
import { askAboutDeposit, receiveUnattributed, type ScreenPorts, TRANSACTIONS } from '../transactions/index.js';
import { accountOf, creditReceipt, isPinnedBlocked, UNCREDITED } from './collect.js';
import { settledIn, UMA_RECEIPTS, type UmaReceipt } from './records.js';
import { clearanceOfReceipt } from './screen-receipt.js';

/**
 * Money that arrives at the address of a receipt. The requested amount in time is credited. Everything else stays in
 * suspense until an operator decides: on a chain, the sender of a transfer is often not the one who can take it back.
 */
export const UMA_EXPECTS: ExpectedMoney = {
  async ownerOf(reads, reference) {
    return (await reads.find(UMA_RECEIPTS, 'reference', [reference]))?.tenant ?? null;
  },
  async customerOf(reads, reference) {
    const receipt = await reads.find(UMA_RECEIPTS, 'reference', [reference]);
    return receipt === null ? null : (await accountOf(reads, receipt)).customerId;
  },
  async receive(unit, ports, money) {
    const receipt = await unit.tx.find(UMA_RECEIPTS, 'reference', [money.reference]);
    return receipt === null ? null : receiveOnChain(unit, ports, receipt, money);
  },
};

async function receiveOnChain(
  unit: Unit,
  ports: ScreenPorts,
  receipt: UmaReceipt,
  money: Money,
): Promise<Result<Became>> {
  const obstacle = await creditObstacle(unit.tx, receipt.accountId, receipt.amount);
  const isBlocked = await isPinnedBlocked(unit.tx, unit.ctx, receipt);
  const clearance = isBlocked ? 'GO' : await clearanceOfReceipt(unit, ports, receipt);
  // Without a connection no question could be stored about money that is kept, so that nothing would let it go on.
  const isUnasked = clearance === 'ASKED' && ports.gate.connectionOf(unit.ctx.tenant) === null;
  const isScreened = clearance === 'GO' || isUnasked;
  const isStopped = isBlocked || !isScreened;
  const why = (await mismatchOf(unit, receipt, money)) ?? (obstacle === null ? null : UNCREDITED[obstacle]);
  if (why !== null || isStopped) {
    const hold = `${amountText(money.amount, money.currency)} came for ${receipt.id}, ${why}; it is in suspense`;
    const { customerId: ownerId } = await accountOf(unit.tx, receipt);
    const deposit = await receiveUnattributed(unit, {
      ...{ ...money, ownerId, cameFor: receipt.id },
      ...(isStopped ? { isStopped } : { hold }),
    });
    // Until the answer, and while a match is not cleared, no resolution moves the money.
    if (!isScreened) await askAboutDeposit(unit, ports, deposit, money.remitter);
    return ok({ outcome: 'RETURNED', transaction: null, depositId: deposit.id });
  }
  const credited = await creditReceipt(unit, receipt);
  if (!credited.ok) return credited;
  const transaction = await unit.tx.get(TRANSACTIONS, receipt.id);
  if (transaction === null) throw new Bug(`receipt ${receipt.id} has no transaction`);
  return ok({ outcome: 'ACCOUNT_CREDITED', transaction, depositId: null });
}

/** Why money is not the payment of the receipt; null if it is. */
async function mismatchOf({ ctx }: Unit, receipt: UmaReceipt, money: Money): Promise<string | null> {
  const { rail, currency } = settledIn(receipt);
  const { settlementAmount, status, expiresAt } = receipt;
  if (money.rail !== rail || money.currency !== currency) return `which expects ${currency} by ${rail}`;
  if (status === 'PAID') return 'which has been paid';
  if (status === 'EXPIRED' || expiresAt <= ctx.now) return 'which has expired';
  if (status !== 'APPROVED') return `which is ${status}`;
  return money.amount === settlementAmount ? null : `which expects ${amountText(settlementAmount, currency)}`;
}
