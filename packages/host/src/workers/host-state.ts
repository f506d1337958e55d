import type { Storage } from '@corridor/adapters-storage';
import { err } from '@corridor/core';
import type { RateAge } from '@corridor/core/internal';
import type { UnitOfWork } from '@corridor/core/ports';

/** What a host has found out about itself since its start. Its watches change it. */
export interface HostState {
  /** The database is sealed with another master key than the one that this host has. */
  isKeyForeign: boolean;
  /** The clock of this host differs from that of the database by so much that it must not date anything. */
  isClockWrong: boolean;
  /** Seconds by which this host is ahead of the database; null if they were not compared. */
  clockSkew: number | null;
  /** How old the rates are with which core prices; none until core is made. */
  rateAges: () => readonly RateAge[];
}

export const createHostState = (): HostState => ({
  isKeyForeign: false,
  isClockWrong: false,
  clockSkew: null,
  rateAges: () => [],
});

/** Whether nothing that the host has found out keeps it from serving. */
export const isFit = ({ isKeyForeign, isClockWrong }: HostState): boolean => !isKeyForeign && !isClockWrong;

/** Refuses units of work while the master key is not the key of the database: they could seal a text with it. */
export const withOwnKey = (units: UnitOfWork, state: HostState): UnitOfWork => ({
  async run(tenant, work, traffic) {
    if (state.isKeyForeign) return err('SERVICE_UNAVAILABLE', 'the host is not ready to serve requests');
    return units.run(tenant, work, traffic);
  },
  read: (tenant, work, extent) => units.read(tenant, work, extent),
  removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
});

/** Claims no jobs and events that the host could not record or sign. */
export const claimedWithOwnKey = (
  { jobs, outbox }: Pick<Storage, 'jobs' | 'outbox'>,
  state: HostState,
): Pick<Storage, 'jobs' | 'outbox'> => ({
  jobs: { ...jobs, claim: async (claim) => (state.isKeyForeign ? [] : jobs.claim(claim)) },
  outbox: { ...outbox, claim: async (claim) => (state.isKeyForeign ? [] : outbox.claim(claim)) },
});
