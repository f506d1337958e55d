import {
  type Cursors,
  type Environment,
  houseTenant,
  type Page,
  type PageRequest,
  readMatching,
  readPage,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Booking, type BookingKind, BOOKINGS } from './booking.js';

/** Which movements of the service's own money are read; an absent part does not restrict. */
export interface BookingFilter extends PageRequest {
  readonly environment: Environment;
  readonly kind?: BookingKind | undefined;
  readonly rail?: string | undefined;
}

/**
 * One page, newest first. INVALID_INPUT for an unknown cursor. The filters read a bounded number of rows
 * (docs/decisions/0010-list-filters-with-bounded-scans.md).
 */
export const readBookings =
  ({ units, cursors }: { readonly units: UnitOfWork; readonly cursors: Cursors }) =>
  ({ environment, kind, rail, ...request }: BookingFilter): Promise<Result<Page<Booking>>> =>
    units.read(houseTenant(environment), (reads) => {
      const query = { order: 'desc' } as const;
      if (kind === undefined && rail === undefined)
        return readPage(reads, cursors, BOOKINGS, { ...query, counted: false }, request);
      const matches = (booking: Booking): boolean =>
        (kind === undefined || booking.kind === kind) &&
        (rail === undefined || booking.rail === rail || booking.boughtRail === rail);
      return readMatching(reads, cursors, BOOKINGS, query, matches, request);
    });
