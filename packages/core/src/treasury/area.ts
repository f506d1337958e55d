import type { Rails } from '../accounts/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import { ok, type UseCase } from '../kernel/index.js';
import { type Approval, takeApproved } from './approvals.js';
import { bookApproved, type BookTreasury, bookTreasury } from './book.js';
import type { Booking } from './booking.js';
import { type OpenByHand, openByHand } from './open-by-hand.js';
import type { Operator } from './operator.js';
import {
  type Outcome,
  resolveApproved,
  type ResolveException,
  resolveException,
  type TreasuryPorts,
} from './resolve-exception.js';

/** Operations of operators that move money (docs/areas/treasury.md). */
export interface TreasuryArea {
  readonly open: UseCase<OpenByHand, ExceptionRecord>;
  readonly resolve: UseCase<ResolveException & { readonly by: Operator }, Outcome<ExceptionRecord>>;
  /**
   * Runs in the house tenant of the environment.
   *
   * @example
   * ```ts
   * import { runUseCase } from '@corridor/core';
   * import { houseTenant } from '@corridor/core/internal';
   *
   * const ctx = core.context(houseTenant('SANDBOX'), { kind: 'system' }, 'request-1');
   * const booked = await runUseCase(core.units, ctx, core.treasury.book, {
   *   kind: 'TOP_UP',
   *   reference: 'statement 17', // each reference of a rail is booked once
   *   rail: 'sandbox-bank',
   *   currency: 'USD',
   *   amount: 1_000_000n, // 10,000.00 USD
   *   by: { name: 'Ann', systemUser: 'ann' },
   * });
   * booked.ok && booked.value.done?.kind; // 'TOP_UP'
   * ```
   */
  readonly book: UseCase<BookTreasury & { readonly by: Operator }, Outcome<Booking>>;
  /** Carries out an action that another person requested. Errors: those of `takeApproved`, and of the action. */
  readonly approve: UseCase<Approval, ExceptionRecord | Booking>;
}

export function treasuryArea(ports: TreasuryPorts & { readonly rails: Rails }): TreasuryArea {
  return {
    open: openByHand(ports),
    resolve: resolveException(ports),
    book: bookTreasury(ports),
    approve: async (tx, ctx, approval) => {
      const taken = await takeApproved(tx, ctx, ports.digest, approval);
      if (!taken.ok) return taken;
      const { action, askedBy } = taken.value;
      const unit = { tx, ctx, ids: ports.ids };
      const done =
        action.operation === 'resolveException'
          ? await resolveApproved(unit, action, askedBy, approval.by)
          : bookApproved(unit, action, askedBy, approval.by);
      return done.ok ? ok(done.value) : done;
    },
  };
}
