import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { blockCustomer, blockPayee, type BlockRequest } from '../blocks/index.js';
import { type CustomerAccounts, CUSTOMERS } from '../customers/index.js';
import { type Digest, isId, ok, type Result, type Unit } from '../kernel/index.js';
import { type LogActor, writeLog } from '../operators/index.js';
import { matchesOf, type Screening } from '../screening/index.js';

export interface BlockPorts {
  readonly digest: Digest;
  readonly customerAccounts: Pick<CustomerAccounts, 'markUnderReview'>;
}

/**
 * Blocks whom a payment matches that has left without an answer, because its provider was away. The platform does not
 * learn of it. A customer or account that is blocked already stays so.
 */
export async function blockMatched(unit: Unit, ports: BlockPorts, screening: Screening): Promise<Result<void>> {
  const open = (await matchesOf(unit.tx, screening)).filter(({ status }) => status !== 'CLEARED');
  for (const id of new Set(open.map(({ party }) => party))) {
    const matched = open.filter(({ party }) => party === id);
    const request: BlockRequest = {
      id,
      reason: `a payment passed while ${screening.provider} was away, and matches ${matched.map(({ list, entry }) => `${list} ${entry}`).join(', ')}`,
      caseReference: screening.id,
      tellPlatform: false,
    };
    const blocked = await block(unit, ports, request, `provider ${screening.provider}`);
    if (!blocked.ok) return blocked;
  }
  return ok();
}

async function block(unit: Unit, ports: BlockPorts, request: BlockRequest, by: string): Promise<Result<void>> {
  const actor: LogActor = { operator: null, name: by, source: 'SERVICE' };
  const { tx } = unit;
  const { id } = request;
  const of = { outcome: 'DONE', subject: id, input: request } as const;
  const customer = isId('Customer', id) ? await tx.get(CUSTOMERS, id) : null;
  if (customer !== null && customer.blockedAs === null) {
    const blocked = await blockCustomer(ports.customerAccounts, unit, request, by);
    if (!blocked.ok) return blocked;
    const after = { blockedAs: blocked.value.blockedAs };
    writeLog(unit, actor, { ...of, action: 'customers.block', before: { blockedAs: null }, after });
  }
  const account = isId('ExternalAccount', id) ? await tx.get(EXTERNAL_ACCOUNTS, id) : null;
  if (account !== null && account.blockedAs === null) {
    const blocked = await blockPayee(ports.digest, unit, request, by);
    if (!blocked.ok) return blocked;
    const after = { blockedAs: blocked.value.account.blockedAs, also: blocked.value.also };
    writeLog(unit, actor, { ...of, action: 'external-accounts.block', before: { blockedAs: null }, after });
  }
  return ok();
}
