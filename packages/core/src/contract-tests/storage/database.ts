import type { JobStore, OutboxStore } from '../../events/index.js';
import type { UnitOfWork } from '../../kernel/index.js';

/** A storage as the core takes it, and its end. */
export interface StorageUnderTest {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  /** Lets running units finish; those that come later are answered SERVICE_UNAVAILABLE. */
  close(): Promise<void>;
}

/** A database that the cases have for themselves. */
export interface DatabaseUnderTest {
  /** Opens it as another host, or as the same one again, with its tables in place. A closed storage is not used again. */
  open(): Promise<StorageUnderTest>;
  drop(): Promise<void>;
}
