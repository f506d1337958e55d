import { accountChoices } from './account-choices.js';
import type { Rails } from '../accounts/index.js';
import type { CardConnection } from '../cards/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import type { Cursors, Page, PreparedUseCase, Query, Result, UseCase } from '../kernel/index.js';
import type { Planned } from '../operators/index.js';
import { type BookTreasury, bookTreasury, planBooking, type PreparedBooking } from './book.js';
import type { Booking } from './booking.js';
import { type ConfirmOutside, confirmOutside, planConfirmation } from './confirm-outside.js';
import { type OutsidePayment, unconfirmedPayments } from './outside-payment.js';
import { type ResolutionChoice, resolutionChoices } from './choices.js';
import { type OpenByHand, openByHand } from './open-by-hand.js';
import { type BookingFilter, readBookings } from './read-bookings.js';
import {
  planResolution,
  type PreparedResolution,
  type ResolveException,
  resolveException,
  type ResolvePorts,
  type SignedBy,
} from './resolve-exception.js';

/**
 * Operations of operators that move money (docs/areas/treasury.md). They ask for no approval: `core.operators` does, and
 * passes both operators (docs/areas/operators.md#approvals).
 */
export interface TreasuryArea {
  readonly open: UseCase<OpenByHand, ExceptionRecord>;
  /** What each resolution that an open exception allows would book. 404 REFERENCE_NOT_FOUND. */
  readonly choices: Query<{ readonly exceptionId: string }, readonly ResolutionChoice[]>;
  /** The accounts that a resolution of an exception may name. 404 REFERENCE_NOT_FOUND. */
  readonly accountChoices: typeof accountChoices;
  readonly planResolution: PreparedUseCase<ResolveException, PreparedResolution, Planned>;
  /** RETRIED asks the rail for the former attempt first, outside of the unit. */
  readonly resolve: PreparedUseCase<ResolveException & SignedBy, PreparedResolution & SignedBy, ExceptionRecord>;
  readonly planBooking: PreparedUseCase<BookTreasury, PreparedBooking, Planned>;
  /**
   * Runs in the house tenant of the environment.
   *
   * @example
   * ```ts
   * import { idFrom, runUseCase } from '@corridor/core';
   * import { houseTenant } from '@corridor/core/internal';
   *
   * const ctx = core.context(houseTenant('SANDBOX'), { kind: 'system' }, 'request-1');
   * const booked = await runUseCase(core.units, ctx, core.treasury.book, {
   *   kind: 'TOP_UP',
   *   reference: 'statement 17', // each reference of a rail is booked once
   *   rail: 'sandbox-bank',
   *   currency: 'USD',
   *   amount: 1_000_000n, // 10,000.00 USD
   *   by: { id: idFrom('Operator', 'Operator:018bcfe5-6800-7000-8000-000000000003'), name: 'Ann' },
   * });
   * booked.ok && booked.value.kind; // 'TOP_UP'
   * ```
   */
  readonly book: PreparedUseCase<BookTreasury & SignedBy, PreparedBooking & SignedBy, Booking>;
  readonly planConfirmation: UseCase<ConfirmOutside, Planned>;
  /** Runs in the tenant of the outside payment. */
  readonly confirm: UseCase<ConfirmOutside & SignedBy, OutsidePayment>;
  /** The outside payments of all tenants that nothing has confirmed yet, the oldest first. */
  readonly unconfirmed: () => Promise<readonly OutsidePayment[]>;
  /** The movements of the service's own money, newest first. INVALID_INPUT for an unknown cursor. */
  readonly bookings: (filter: BookingFilter) => Promise<Result<Page<Booking>>>;
}

export function treasuryArea(
  ports: ResolvePorts & {
    readonly cursors: Cursors;
    readonly rails: Rails;
    readonly processors: readonly Pick<CardConnection, 'name' | 'environment'>[];
  },
): TreasuryArea {
  return {
    open: openByHand(ports),
    choices: resolutionChoices(ports),
    accountChoices,
    bookings: readBookings(ports),
    planResolution: planResolution(ports),
    resolve: resolveException(ports),
    planBooking: planBooking(ports),
    book: bookTreasury(ports),
    planConfirmation,
    confirm: confirmOutside,
    unconfirmed: () => ports.units.read(null, (reads) => unconfirmedPayments(reads, null)),
  };
}
