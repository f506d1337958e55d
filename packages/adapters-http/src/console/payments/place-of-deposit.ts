import { splitTenant } from '@corridor/core/internal';
import type { Deposit, Resolution } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { type Content, linkIf } from '../kit/components.js';
import { recordPath } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';
import type { Parties } from './parties.js';

/** What is known about money that no payment could use. */
export interface DepositFacts {
  readonly deposit: Pick<Deposit, 'status' | 'ownerId' | 'creditedAs'>;
  /** Whether a block of its customer or of the platform keeps it now. */
  readonly isBlocked: boolean;
  /** Whether an exception about it is open. */
  readonly isUndecided: boolean;
  /** The last decision about it; null without one. */
  readonly decision: { readonly resolution: Resolution; readonly account: string | null } | null;
}

/** Reads the facts of `placeOfDeposit`. */
export async function depositFacts({ core, place }: TenantVisit, deposit: Deposit): Promise<DepositFacts> {
  const { id, ownerId } = deposit;
  const owner = ownerId === null ? null : await core.operators.reads.customer(place.tenant, ownerId);
  const { platformId, environment } = splitTenant(place.tenant);
  const found = await core.exceptions.list({ platformId, environment, subject: id });
  const about = found.ok ? found.value.data : [];
  const [last] = about
    .filter(({ resolvedAt }) => resolvedAt !== null)
    .toSorted((a, b) => b.resolvedAt! - a.resolvedAt!);
  return {
    deposit,
    isBlocked: place.platform.blockedAs !== null || (owner?.blockedAs ?? null) !== null,
    isUndecided: about.some(({ status }) => status === 'OPEN'),
    decision:
      last === undefined || last.resolution === null
        ? null
        : { resolution: last.resolution, account: last.moved?.account ?? null },
  };
}

/** Where money is that no payment could use, as its status has it now. */
export function placeOfDeposit(visit: TenantVisit, facts: DepositFacts, parties: Parties): Content {
  const { deposit, isBlocked, isUndecided } = facts;
  const came = deposit.ownerId === null ? 'Money that no quote or account expected' : 'Money for the customer';
  switch (deposit.status) {
    case 'KEPT':
      if (isBlocked)
        return 'Money that arrived and is held by a block: it is neither credited nor sent back before an operator decides about it.';
      return isUndecided
        ? `${came} arrived and was not credited: it waits for a decision of an operator.`
        : `${came} arrived and is not credited yet: it waits for an answer about its sender.`;
    case 'IN_SUSPENSE':
      return `${came} arrived and was not credited: it is to go back to its sender, and its rail has not confirmed that yet.`;
    case 'RETURNED':
      return `${came} arrived and was not credited: it was sent back to its sender.`;
    case 'REVERSED':
      return `${came} arrived, and its rail reversed the arrival: there is no money left to decide about.`;
    case 'RESOLVED':
      return html`${came} arrived. ${decided(visit, facts, parties)}`;
  }
}

function decided(visit: TenantVisit, { deposit: { creditedAs }, decision }: DepositFacts, parties: Parties): Content {
  if (creditedAs !== null)
    return html`It was credited ${linkIf(recordPath(visit, creditedAs), 'as a payment')}, after the answer about its
    sender.`;
  switch (decision?.resolution) {
    case 'CREDITED':
      return html`It was credited to ${decision.account === null ? 'an account' : parties(decision.account)} by the
      decision of an operator.`;
    case 'PAID_ELSEWHERE':
      return 'An operator booked it as paid outside the service.';
    case 'WRITTEN_OFF':
      return 'An operator decided that the service keeps it.';
    default:
      return 'An operator has decided who gets it.';
  }
}
