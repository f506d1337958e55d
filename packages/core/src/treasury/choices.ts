import { type ExceptionRecord, EXCEPTIONS, type Resolution, RESOLUTIONS, type Side } from '../exceptions/index.js';
import { type DomainError, err, isId, ok, type Query, type Reads, type TenantKey } from '../kernel/index.js';
import { sideOf } from '../transactions/index.js';
import { checkBlocks } from './blocked.js';
import { attemptOf, type AttemptPorts, checkRetry } from './look-up-attempt.js';
import { impliedAccount, movableAmount, movementOf } from './resolution-lines.js';
import type { Rule } from './resolutions.js';
import { openAmount } from './stake.js';
import { ruleNow } from './waiting.js';

/** One side of the entry that a resolution would book. */
export interface ChosenSide {
  readonly side: Side;
  /** Name of the ledger account; null until the operator names an internal account. */
  readonly account: string | null;
}

/** What one resolution would do with an open exception. */
export interface ResolutionChoice {
  readonly resolution: Resolution;
  readonly does: Rule['does'];
  /** The sides of the entry; null if it books none. */
  readonly from: ChosenSide | null;
  readonly to: ChosenSide | null;
  /** Smallest units of the exception's currency. */
  readonly amount: bigint;
  /** The operator must name an internal account. */
  readonly needsAccount: boolean;
  /** The former attempt for which the rail is asked first (docs/areas/exceptions.md#retries); null if no rail is. */
  readonly asks: { readonly rail: string; readonly reference: string } | null;
  /** Why it is not possible now; null if it is. */
  readonly refused: DomainError | null;
}

/**
 * The resolutions that an exception allows, with what each would book; none for a resolved one. Money that moved since
 * the exception was opened is noticed when the resolution is planned. 404 REFERENCE_NOT_FOUND.
 */
export const resolutionChoices =
  (ports: AttemptPorts): Query<{ readonly exceptionId: string }, readonly ResolutionChoice[]> =>
  async (reads, { tenant }, { exceptionId }) => {
    const exception = isId('Exception', exceptionId) ? await reads.get(EXCEPTIONS, exceptionId) : null;
    if (exception === null) return err('REFERENCE_NOT_FOUND', `${exceptionId} does not exist`);
    if (exception.status !== 'OPEN') return ok([]);
    const choices: ResolutionChoice[] = [];
    for (const resolution of RESOLUTIONS) {
      const rule = await ruleNow(reads, exception, resolution);
      if (!rule.ok || rule.value === null) continue;
      choices.push({ resolution, ...(await choiceOf(reads, tenant, ports, exception, rule.value)) });
    }
    return ok(choices);
  };

async function choiceOf(
  reads: Reads,
  tenant: TenantKey,
  ports: AttemptPorts,
  exception: ExceptionRecord,
  rule: Rule,
): Promise<Omit<ResolutionChoice, 'resolution'>> {
  const amount = await openAmount(reads, exception);
  const nothing = { does: rule.does, from: null, to: null, amount, needsAccount: false, asks: null, refused: null };
  if (rule.does === 'again') return { ...nothing, ...(await retryChoice(reads, tenant, ports, exception, rule)) };
  if (rule.does !== 'entry') return nothing;
  const takesAccount = rule.from === 'account' || rule.to === 'account';
  const needsAccount = takesAccount && (await impliedAccount(reads, exception)) === null;
  const movable = await movableAmount(reads, exception, rule);
  if (!movable.ok) return { ...nothing, refused: movable.error };
  const movement = needsAccount ? null : await movementOf(reads, exception, rule, null);
  if (movement?.ok === false) return { ...nothing, refused: movement.error };
  const account = movement?.value.account ?? null;
  const free = needsAccount ? ok() : await checkBlocks(reads, tenant, exception, rule, account);
  if (!free.ok) return { ...nothing, refused: free.error };
  const named = async (side: Side): Promise<ChosenSide> => {
    const isUnknown = (side === 'account' || side === 'platform') && account === null;
    return { side, account: isUnknown ? null : (await sideOf(reads, exception, side, account)).name };
  };
  return {
    ...nothing,
    from: await named(rule.from),
    to: await named(rule.to),
    amount: movable.value,
    needsAccount,
  };
}

/**
 * Which attempt the rail is asked for, and why the money must not be sent again. What the rail will say is not known: if
 * the rail may have sent the attempt that it is asked for, the retry completes it and is possible.
 */
async function retryChoice(
  reads: Reads,
  tenant: TenantKey,
  ports: AttemptPorts,
  exception: ExceptionRecord,
  rule: Rule,
): Promise<Pick<ResolutionChoice, 'asks' | 'refused'>> {
  const former = await attemptOf(reads, ports, exception);
  const possible = await checkRetry(reads, exception, former?.reference);
  const free = await checkBlocks(reads, tenant, exception, rule, null);
  return {
    asks: former && { rail: former.rail, reference: former.reference },
    refused: !possible.ok ? possible.error : free.ok ? null : free.error,
  };
}
