import { CUSTOMERS } from '../../customers/index.js';
import { EXCEPTIONS } from '../../exceptions/index.js';
import { isId, readAll, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { assignmentOf, LOOKS_AFTER } from '../../notes/index.js';
import { SCREENING_CASES } from '../../screening/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';
import { allowedTo, type Operator, OPERATORS } from '../../operators/index.js';

export interface Assignee extends Operator {
  /** False once the operator is disabled, has left the group of the identity provider, or is limited to other platforms. */
  readonly hasAccess: boolean;
}

export interface NoteReads {
  /** The operator who looks after a record of a tenant; null if none does. */
  assignee(tenant: TenantKey, subject: string): Promise<Assignee | null>;
  /** The operators who can look after records of a tenant, by name. */
  assignable(tenant: TenantKey): Promise<readonly Operator[]>;
  /** The tenant of an exception, a payment, a customer or a case; null if it does not exist. */
  tenantOfNoted(id: string): Promise<TenantKey | null>;
}

export const noteReads = (units: UnitOfWork): NoteReads => ({
  assignee: (tenant, subject) =>
    units.read(null, async (reads) => {
      const found = await assignmentOf(reads, subject);
      if (found?.tenant !== tenant || found.operatorId === null) return null;
      const account = await reads.get(OPERATORS, found.operatorId);
      if (account === null) return null;
      return { id: account.id, name: account.name, hasAccess: allowedTo(account, tenant, LOOKS_AFTER).ok };
    }),
  assignable: (tenant) =>
    units.read(null, async (reads) =>
      (await readAll(reads, OPERATORS))
        .filter((account) => allowedTo(account, tenant, LOOKS_AFTER).ok)
        .map(({ id, name }) => ({ id, name }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    ),
  tenantOfNoted: (id) =>
    units.read(null, async (reads) => {
      const found = isId('Exception', id)
        ? await reads.get(EXCEPTIONS, id)
        : isId('Transaction', id)
          ? await reads.get(TRANSACTIONS, id)
          : isId('Customer', id)
            ? await reads.get(CUSTOMERS, id)
            : isId('ScreeningCase', id)
              ? await reads.get(SCREENING_CASES, id)
              : null;
      return found?.tenant ?? null;
    }),
});
