import { CUSTOMERS } from '../../customers/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../../exceptions/index.js';
import { isId, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { assignedTo, assignmentOf, type Note, notesAbout } from '../../notes/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';
import { type OperatorAccount, type OperatorRole, OPERATORS } from '../../operators/index.js';

export interface NoteReads {
  /** The newest notes about a record that a role may read, newest first, at most 100. */
  notes(tenant: TenantKey, subject: string, role: OperatorRole): Promise<readonly Note[]>;
  /** The operator who looks after a record of a tenant; null if none does. */
  assignee(tenant: TenantKey, subject: string): Promise<OperatorAccount | null>;
  /** The tenant of an exception, a payment or a customer; null if it does not exist. */
  tenantOfNoted(id: string): Promise<TenantKey | null>;
  /** The exceptions of all tenants that an operator looks after, newest first, at most 500. */
  exceptionsAssignedTo(operatorId: string): Promise<readonly ExceptionRecord[]>;
}

export const noteReads = (units: UnitOfWork): NoteReads => ({
  notes: (tenant, subject, role) => units.read(tenant, (reads) => notesAbout(reads, subject, role)),
  assignee: (tenant, subject) =>
    units.read(null, async (reads) => {
      const found = await assignmentOf(reads, subject);
      return found?.tenant === tenant && found.operatorId !== null ? reads.get(OPERATORS, found.operatorId) : null;
    }),
  tenantOfNoted: (id) =>
    units.read(null, async (reads) => {
      const found = isId('Exception', id)
        ? await reads.get(EXCEPTIONS, id)
        : isId('Transaction', id)
          ? await reads.get(TRANSACTIONS, id)
          : isId('Customer', id)
            ? await reads.get(CUSTOMERS, id)
            : null;
      return found?.tenant ?? null;
    }),
  exceptionsAssignedTo: (operatorId) =>
    units.read(null, async (reads) => {
      const subjects = (await assignedTo(reads, operatorId)).map(({ subject }) => subject);
      const found = await reads.getMany(
        EXCEPTIONS,
        subjects.filter((subject) => subject.startsWith('Exception:')),
      );
      return found.toSorted((one, other) => other.createdAt - one.createdAt);
    }),
});
