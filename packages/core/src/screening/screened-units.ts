import { EXTERNAL_ACCOUNTS, type ExternalAccount } from '../accounts/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import type { BaseRecord, Clock, IdSource, Instant, KindOf, Tx, UnitOfWork } from '../kernel/index.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS } from '../verification/index.js';
import type { ScreeningGate } from './gate.js';
import { accountParty, customerParty, ownerParty } from './identity.js';
import type { ScreenedParty } from './ports.js';

/** A party that a unit has added, or whose identity it has changed, and why it is asked about. */
interface ChangedParty {
  readonly party: ScreenedParty;
  readonly occasion: 'ONBOARDING' | 'PAYEE';
  /** Tenant's time of the unit. */
  readonly at: Instant;
}

type Changed = Map<string, ChangedParty>;

interface ScreenedUnitPorts {
  readonly gate: ScreeningGate;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/**
 * Units of work that store a question about whom they make a party of payments, so that no use case has to: a new external
 * account, and an approved customer or owner whose name, birth date or nationality changes. Those who are not approved yet
 * are asked about by their approval.
 */
export const screenedUnits = (units: UnitOfWork, { gate, ids, clock }: ScreenedUnitPorts): UnitOfWork => ({
  read: (tenant, work, extent) => units.read(tenant, work, extent),
  removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  run: (tenant, work, traffic) => {
    if (tenant === null || gate.connectionOf(tenant) === null) return units.run(tenant, work, traffic);
    const screened: typeof work = async (tx) => {
      const changed: Changed = new Map();
      const result = await work(notingParties(tx, changed));
      if (!result.ok) return result;
      for (const { party, occasion, at } of changed.values()) {
        const ctx = { tenant, actor: SERVICE, requestId: 'screening', now: at, hostNow: clock.now() };
        await gate.store({ tx, ctx, ids }, { subject: party.id, occasion, parties: [party], payment: null });
      }
      return result;
    };
    return units.run(tenant, screened, traffic);
  },
});

const SERVICE = { kind: 'system' } as const;

function notingParties(tx: Tx, changed: Changed): Tx {
  return {
    ...tx,
    add(kind, record, options) {
      tx.add(kind, record, options);
      if (!is(kind, EXTERNAL_ACCOUNTS)) return;
      const account = record as unknown as ExternalAccount;
      changed.set(account.id, { party: accountParty(account), occasion: 'PAYEE', at: record.createdAt });
    },
    change(kind, before, after, lost) {
      tx.change(kind, before, after, lost);
      const parties = partiesOf(kind, before, after);
      if (parties !== null && isOther(parties[0], parties[1]))
        changed.set(after.id, { party: parties[1], occasion: 'ONBOARDING', at: after.updatedAt });
    },
  };
}

const is = (kind: { readonly name: string }, other: { readonly name: string }): boolean => kind.name === other.name;

/** The party before and after the change of an approved customer or owner. */
function partiesOf<T extends BaseRecord>(
  kind: KindOf<T>,
  before: T,
  after: T,
): readonly [ScreenedParty, ScreenedParty] | null {
  if (is(kind, CUSTOMERS)) {
    const [was, customer] = [before as unknown as Customer, after as unknown as Customer];
    const isAsked = was.kycStatus === 'APPROVED' && !customer.isDeleted;
    return isAsked ? [customerParty(was), customerParty(customer)] : null;
  }
  if (!is(kind, BENEFICIAL_OWNERS)) return null;
  const [was, owner] = [before as unknown as BeneficialOwner, after as unknown as BeneficialOwner];
  return was.kycStatus === 'APPROVED' && owner.deletedAt === null ? [ownerParty(was), ownerParty(owner)] : null;
}

const isOther = (before: ScreenedParty, after: ScreenedParty): boolean =>
  before.name !== after.name || before.birthDate !== after.birthDate || before.nationality !== after.nationality;
