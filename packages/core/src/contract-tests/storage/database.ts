import type { JobStore, OutboxStore } from '../../events/index.js';
import type { UnitOfWork } from '../../kernel/index.js';

/** A storage as the core uses it, with a way to close it. */
export interface StorageUnderTest {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  /** Lets running units of work finish; later ones are answered SERVICE_UNAVAILABLE. */
  close(): Promise<void>;
}

/** A database that only the cases use. */
export interface DatabaseUnderTest {
  /**
   * Opens the database as another host, or again as the same one, with its tables created. A closed storage is not
   * used again.
   */
  open(): Promise<StorageUnderTest>;
  drop(): Promise<void>;
}
