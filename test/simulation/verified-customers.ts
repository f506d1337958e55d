import type { KycPartner } from './kyc-partner.js';
import type { Unit, Written } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;

/** Compares each decision on a customer and an owner with the books of the KYC provider: its decisions are their states. */
export interface VerifiedCustomers {
  /** Returns findings: decisions that neither the provider nor a person, nor a magic ending of the sandbox has made. */
  committed(unit: Unit): readonly string[];
}

const SANDBOX = /\/SANDBOX$/;
/** Names and numbers with which a platform chooses the decision of the sandbox. */
const ENDING = /00[123]$/;

/** The states to which a verdict may lead. A person decides where the screening or a missing owner is against an approval. */
const LEADS_TO: Readonly<Record<string, readonly unknown[]>> = {
  approved: ['APPROVED', 'PENDING_MANUAL_REVIEW'],
  rejected: ['REJECTED', 'PENDING_MANUAL_REVIEW'],
  resolve: ['RESOLVE_ERRORS'],
  'manual-review': ['PENDING_MANUAL_REVIEW'],
};

export function createVerifiedCustomers(partner: KycPartner): VerifiedCustomers {
  const customers = new Map<string, Row>();
  /** Those who exist when the provider is connected may be decided by the sandbox. */
  const older = new Set<string>();

  const hasEnding = (customer: Row): boolean => {
    const business = customer['businessInfo'] as Row | null | undefined;
    return [customer['fullName'], business?.['registrationNumber']].some((text) => ENDING.test(String(text)));
  };

  /** Of a verification that the provider had to decide on. */
  function* verification({ before, after }: Written): Iterable<string> {
    if (before?.['verificationStatus'] !== 'IN_PROGRESS' || after['verificationStatus'] === 'IN_PROGRESS') return;
    const reference = `${String(after['id'])}.${Number(before['version'])}`;
    const state = partner.play!.cases.get(reference)?.verdict['state'];
    const is = after['verificationStatus'];
    if (state === undefined) {
      const proposed = (after['proposal'] as { readonly fields: Row } | null)?.fields;
      if (hasEnding({ ...customers.get(String(after['customerId'])), ...proposed })) return;
      yield `${reference} became ${String(is)}, but the provider was not asked about it`;
    } else if (LEADS_TO[String(state)]?.includes(is) !== true)
      yield `${reference} became ${String(is)}, but the provider says ${String(state)}`;
  }

  function* customer({ before, after }: Written, unit: Unit): Iterable<string> {
    const [was, is] = [before?.['kycStatus'], after['kycStatus']];
    const isDecided = was !== is && before !== null && (is === 'APPROVED' || is === 'REJECTED');
    if (!isDecided || older.has(String(after['id'])) || hasEnding(after)) return;
    const isVerified = unit.writes.some(
      ({ kind, after: one }) =>
        kind === 'verifications' && one['customerId'] === after['id'] && one['verificationStatus'] === is,
    );
    if (!isVerified) yield `${String(after['id'])} became ${String(is)} without a decision of the provider or a person`;
  }

  function* owner({ before, after }: Written, unit: Unit): Iterable<string> {
    const is = after['kycStatus'];
    if (before?.['kycStatus'] !== 'PENDING' || is === 'PENDING' || ENDING.test(String(after['lastName']))) return;
    // With the business, the sandbox decides on its owners.
    if (hasEnding(customers.get(String(after['customerId'])) ?? {})) return;
    if (unit.writes.some(({ kind }) => kind === 'operator_log')) return;
    const { cases, owners } = partner.play!;
    const wanted = is === 'APPROVED' ? 'approve' : 'reject';
    if (owners.get(`${String(after['id'])}.${Number(before['version'])}`) === wanted) return;
    const isOfCase = [...cases.values()].some(({ verdict }) =>
      ((verdict['owners'] ?? []) as readonly Row[]).some(
        ({ id, decision }) => id === after['id'] && decision === wanted,
      ),
    );
    if (!isOfCase) yield `${String(after['id'])} became ${String(is)}, but the provider did not ${wanted} it`;
  }

  return {
    committed(unit) {
      for (const { kind, after } of unit.writes) {
        if (kind !== 'customers') continue;
        customers.set(String(after['id']), after);
        if (partner.play === null) older.add(String(after['id']));
        if (after['customerType'] === 'INDIVIDUAL') partner.people.add(String(after['id']));
      }
      if (partner.play === null) return [];
      return unit.writes.flatMap((write) => {
        if (!SANDBOX.test(String(write.after['tenant']))) return [];
        if (write.kind === 'verifications') return [...verification(write)];
        if (write.kind === 'customers') return [...customer(write, unit)];
        return write.kind === 'beneficial_owners' ? [...owner(write, unit)] : [];
      });
    },
  };
}
