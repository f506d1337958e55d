import { type ExternalAccount, EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { pinnedBlockSince } from '../blocks/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { Bug, isId, mark, ok, type Reads, type Unit } from '../kernel/index.js';
import { accountParty, type Continuation, customerParty, type ScreenedParty } from '../screening/index.js';
import { type Clearance, clearanceOf, type ScreenPorts } from '../transactions/index.js';
import {
  continueHeldOperation,
  holdOperation,
  isHeldOperation,
  isUnanswered,
  operationParties,
  stakeOfOperation,
} from './hold-operation.js';
import { STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { type Stablecoin, STABLECOINS } from './stablecoin.js';

/**
 * Whether an order that its issuer does not have may be submitted. It is compared with lists for the owners of the
 * external accounts that its money leaves and reaches; an order between accounts of its owner inside asks nothing. Writes
 * the order if it must wait, so that another change of it conflicts.
 */
export async function mayBeSubmitted(
  unit: Unit,
  ports: ScreenPorts,
  operation: StablecoinOperation,
): Promise<Clearance> {
  const { tx } = unit;
  const { id, operationType, amount, baseCurrency } = operation;
  const direction = operationType === 'MINT' ? 'IN' : 'OUT';
  const clearance = await clearanceOf(unit, ports, id, async () => ({
    ...{ subject: id, occasion: 'PAYMENT' },
    parties: await operationPartiesToScreen(tx, operation),
    payment: async () => ({ id, direction, currency: baseCurrency, amount, paymentRail: null, sums: [] }),
  }));
  if (clearance === 'ASKED' || clearance === 'HELD') mark(tx, STABLECOIN_OPERATIONS, operation, {});
  return clearance;
}

async function operationPartiesToScreen(
  reads: Reads,
  { owner, collectedFrom, deliveredTo }: StablecoinOperation,
): Promise<readonly ScreenedParty[]> {
  const account = async (id: string | null): Promise<ExternalAccount | null> =>
    id === null ? null : reads.get(EXTERNAL_ACCOUNTS, id);
  const from = await account(collectedFrom);
  const to = deliveredTo === collectedFrom ? null : await account(deliveredTo);
  if (from === null && to === null) return [];
  const customer = isId('Customer', owner) ? await reads.get(CUSTOMERS, owner) : null;
  return [
    ...(customer === null ? [] : [customerParty(customer)]),
    ...(from === null ? [] : [accountParty(from, 'PAYER')]),
    ...(to === null ? [] : [accountParty(to, 'PAYEE')]),
  ];
}

async function coinOf(reads: Reads, { id, stablecoinId }: StablecoinOperation): Promise<Stablecoin> {
  const coin = await reads.get(STABLECOINS, stablecoinId);
  if (coin === null) throw new Bug(`${id} has no stablecoin`);
  return coin;
}

/** What an answer about an order does with it: it goes on. A held order waits until each match is decided. */
export const ANSWERED_ORDER: Continuation = {
  clear: async (unit, { subject, createdAt }) => {
    const { tx, ctx } = unit;
    const operation = await tx.get(STABLECOIN_OPERATIONS, subject);
    if (operation === null || !isUnanswered(operation) || operation.submittedAt !== null) return ok();
    if (await isHeldOperation(tx, operation)) return ok();
    // The end of a block releases nothing that waited meanwhile.
    if (await pinnedBlockSince(tx, ctx.tenant, operationParties(operation), createdAt))
      await holdOperation(unit, await coinOf(tx, operation), operation);
    else continueHeldOperation(unit, operation);
    return ok();
  },
  held: async () => ok(),
  confirmed: async (unit, { subject }) => {
    const operation = await unit.tx.get(STABLECOIN_OPERATIONS, subject);
    if (operation === null || !isUnanswered(operation) || operation.submittedAt !== null) return ok();
    await holdOperation(unit, await coinOf(unit.tx, operation), operation);
    return ok();
  },
  releases: async (reads, subject) => {
    const operation = await reads.get(STABLECOIN_OPERATIONS, subject);
    if (operation === null || !isUnanswered(operation) || operation.submittedAt !== null) return null;
    if (await isHeldOperation(reads, operation)) return null;
    const coin = await coinOf(reads, operation);
    return { currency: operation.baseCurrency, amount: stakeOfOperation(coin, operation) };
  },
};
