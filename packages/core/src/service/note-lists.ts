import { type Customer, CUSTOMERS } from '../customers/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import {
  type BaseRecord,
  type Cursors,
  type Id,
  type KindOf,
  ok,
  type Page,
  type PageRequest,
  type Result,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { assignedTo, type Note, notesAbout } from '../notes/index.js';
import type { OperatorRole } from '../operators/index.js';
import { type ScreeningCase, SCREENING_CASES } from '../screening/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';

/** The notes of which record are read, by whom. */
export interface NoteFilter extends PageRequest {
  readonly tenant: TenantKey;
  readonly subject: string;
  /** Notes that this role may not read are left out. */
  readonly role: OperatorRole;
}

/** The records of one kind that an operator looks after. */
export interface AssignedFilter extends PageRequest {
  readonly operatorId: Id<'Operator'>;
  /** The tenants whose records are read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

/**
 * Notes, and what an operator looks after, in pages: newest first, and for assigned records those that were first
 * assigned last. INVALID_INPUT for an unknown cursor. A page reads a bounded number of rows
 * (docs/decisions/0010-list-filters-with-bounded-scans.md).
 */
export interface NoteLists {
  readonly about: (filter: NoteFilter) => Promise<Result<Page<Note>>>;
  readonly exceptions: (filter: AssignedFilter) => Promise<Result<Page<ExceptionRecord>>>;
  readonly payments: (filter: AssignedFilter) => Promise<Result<Page<Transaction>>>;
  readonly customers: (filter: AssignedFilter) => Promise<Result<Page<Customer>>>;
  readonly cases: (filter: AssignedFilter) => Promise<Result<Page<ScreeningCase>>>;
}

export function noteLists({ units, cursors }: { readonly units: UnitOfWork; readonly cursors: Cursors }): NoteLists {
  const assigned =
    <T extends BaseRecord>(type: 'Exception' | 'Transaction' | 'Customer' | 'ScreeningCase', kind: KindOf<T>) =>
    ({ operatorId, within = () => true, ...request }: AssignedFilter): Promise<Result<Page<T>>> =>
      units.read(null, async (reads) => {
        const page = await assignedTo(
          reads,
          cursors,
          operatorId,
          ({ subject, tenant }) => subject.startsWith(`${type}:`) && within(tenant),
          request,
        );
        if (!page.ok) return page;
        const subjects = page.value.data.map(({ subject }) => subject);
        const found = new Map((await reads.getMany(kind, subjects)).map((record) => [record.id as string, record]));
        const data = subjects.flatMap((subject) => found.get(subject) ?? []);
        return ok({ ...page.value, data });
      });
  return {
    about: ({ tenant, ...filter }) => units.read(tenant, (reads) => notesAbout(reads, cursors, filter)),
    exceptions: assigned('Exception', EXCEPTIONS),
    payments: assigned('Transaction', TRANSACTIONS),
    customers: assigned('Customer', CUSTOMERS),
    cases: assigned('ScreeningCase', SCREENING_CASES),
  };
}
