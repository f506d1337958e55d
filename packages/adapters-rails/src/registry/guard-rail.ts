import {
  Bug,
  type FundingRail,
  type NetworkFees,
  type PayoutRail,
  type PullRail,
  type Rail,
  RailUnavailable,
  type Span,
  type Tracing,
} from '@corridor/core/ports';
import { malformedMember, shapedRail } from '@corridor/core/internal';

export const RAIL_CALLS = [
  'submit',
  'status',
  'cancel',
  'look-up',
  'pull',
  'pull-status',
  'pull-cancel',
  'pull-refund',
  'instructions',
  'refund',
  'network-fee',
  'issuer-verify',
  'issuer-token',
  'issuer-price',
  'issuer-submit',
  'issuer-status',
  'issuer-supply',
  'card-issue',
  'card-tell',
  'card-reveal',
] as const;
export type RailCall = (typeof RAIL_CALLS)[number];

export const RAIL_OUTCOMES = ['answered', 'malformed', 'failed', 'timed-out', 'bug'] as const;
export type RailOutcome = (typeof RAIL_OUTCOMES)[number];

export interface RailGuard {
  /** Time-out of a call; the answer of a call that takes longer is ignored. */
  readonly timeoutMs: number;
  /** Called once for each call, for metrics. */
  readonly observe: (rail: string, call: RailCall, outcome: RailOutcome, seconds: number) => void;
  /** Records a span of each call. Without it nothing is recorded. */
  readonly tracing?: Tracing | null;
  /** Receives failures, but never the instruction, which holds account details. */
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Wraps every rail with a time-out, metrics, spans, checks of its answers, and one error, see
 * docs/rails.md#how-core-calls-a-rail. An error of a rail and a malformed answer become `RailUnavailable`, and callers try
 * again with the same reference. A `Bug` is thrown unchanged, because a retry cannot help.
 *
 * @example
 * ```ts
 * import { nodeCrypto } from '@corridor/adapters-rails/custody';
 * import { guardRail } from '@corridor/adapters-rails/registry';
 * import { sandboxRails } from '@corridor/adapters-rails/sandbox';
 * import { currencyFrom } from '@corridor/core';
 *
 * const calls: string[] = [];
 * const rails = sandboxRails(nodeCrypto.digest).map((rail) =>
 *   guardRail(rail, {
 *     timeoutMs: 10_000,
 *     observe: (name, call, outcome) => calls.push(`${name} ${call} ${outcome}`),
 *     log: console,
 *   }),
 * );
 * await rails[0]?.payouts?.lookUp({ accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' }, currencyFrom('EUR'));
 * calls; // ['sandbox-bank look-up answered']
 * ```
 */
export function guardRail(rail: Rail, guard: RailGuard): Rail {
  const { payouts, pulls, funding, networkFees } = shapedRail(rail);
  const fail = failures(rail.name, guard);
  const call = guardedCalls(rail.name, guard);

  function callNow<T>(name: RailCall, run: () => T): T {
    const started = performance.now();
    try {
      const answer = run();
      guard.observe(rail.name, name, 'answered', since(started));
      return answer;
    } catch (cause) {
      throw fail(name, cause, since(started));
    }
  }

  const guardedPayouts: PayoutRail | null = payouts && {
    submit: (instruction) => call('submit', () => payouts.submit(instruction)),
    status: (instruction, now) => call('status', () => payouts.status(instruction, now)),
    cancel: payouts.cancel && ((instruction) => call('cancel', () => payouts.cancel!(instruction))),
    lookUp: (account, currency) => call('look-up', () => payouts.lookUp(account, currency)),
    ...(payouts.settlesAt && { settlesAt: payouts.settlesAt }),
    ...(payouts.isPayable && { isPayable: payouts.isPayable }),
  };
  const guardedPulls: PullRail | null = pulls && {
    submit: (instruction) => call('pull', () => pulls.submit(instruction)),
    status: (instruction, now) => call('pull-status', () => pulls.status(instruction, now)),
    cancel: pulls.cancel && ((instruction) => call('pull-cancel', () => pulls.cancel!(instruction))),
    refund: (refund, now) => call('pull-refund', () => pulls.refund(refund, now)),
  };
  const guardedFunding: FundingRail | null = funding && {
    networks: funding.networks,
    addressSpace: funding.addressSpace,
    instructions: (request) => callNow('instructions', () => funding.instructions(request)),
    refund: (refund, now) => call('refund', () => funding.refund(refund, now)),
  };
  const guardedFees: NetworkFees | null = networkFees && {
    networks: networkFees.networks,
    networkOf: networkFees.networkOf,
    estimate: (request) => call('network-fee', () => networkFees.estimate(request)),
  };
  // By name, because the members of an instance of a class may be getters, which a spread leaves out.
  return {
    name: rail.name,
    environment: rail.environment,
    simulated: rail.simulated,
    capabilities: rail.capabilities,
    payouts: guardedPayouts,
    pulls: guardedPulls,
    funding: guardedFunding,
    networkFees: guardedFees,
  };
}

/** Calls of another external party under the same time-out, metrics, spans and error as those of rails. */
export function guardedCalls(name: string, guard: RailGuard) {
  const fail = failures(name, guard);
  return async function call<T>(what: RailCall, run: () => Promise<T>): Promise<T> {
    const { tracing = null } = guard;
    if (tracing === null) return observed(what, run, null);
    const attributes = { 'corridor.rail': name, 'corridor.rail.call': what };
    return tracing.inner({ name: `rail ${what}`, kind: 'client', attributes }, (span) => observed(what, run, span));
  };

  async function observed<T>(what: RailCall, run: () => Promise<T>, span: Span | null): Promise<T> {
    const started = performance.now();
    try {
      const answer = await withTimeout(run, guard.timeoutMs);
      guard.observe(name, what, 'answered', since(started));
      span?.set({ 'corridor.rail.outcome': 'answered' });
      return answer;
    } catch (cause) {
      const outcome = outcomeOf(cause);
      span?.set({ 'corridor.rail.outcome': outcome });
      span?.fail(outcome);
      throw fail(what, cause, since(started));
    }
  }
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

const since = (started: number): number => (performance.now() - started) / 1000;

const outcomeOf = (cause: unknown): RailOutcome =>
  cause instanceof TimedOut
    ? 'timed-out'
    : cause instanceof Bug
      ? 'bug'
      : malformedMember(cause) !== null
        ? 'malformed'
        : 'failed';

/** Counts and logs a failed call, and returns the error for its caller. */
function failures(rail: string, { observe, log }: RailGuard) {
  return (call: RailCall, cause: unknown, seconds: number): Error => {
    const outcome = outcomeOf(cause);
    observe(rail, call, outcome, seconds);
    if (cause instanceof Bug) return cause;
    const reason = cause instanceof TimedOut ? null : reasonOf(cause);
    const member = malformedMember(cause);
    log.warn({ rail, call, ...(member !== null && { member }), outcome, seconds, err: cause }, 'rail call failed');
    return cause instanceof RailUnavailable ? cause : new RailUnavailable(rail, call, reason, { cause });
  };
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

async function withTimeout<T>(run: () => Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), milliseconds);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
