import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { Bug, type Context, err, isId, ok, type Reads, type Result, type UnitOfWork } from '../kernel/index.js';
import {
  checkHolder,
  type Deposit,
  DEPOSITS,
  type FormerAttempt,
  formerAttempt,
  type PaymentPorts,
  toldSent,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { ruleNow } from './waiting.js';

export type AttemptPorts = Pick<PaymentPorts, 'rails' | 'sealer'>;

/** What the rail says about the attempt that an operator wants to repeat. `unknown`: it cannot be asked. */
export interface LookedUpAttempt {
  readonly reference: string;
  readonly state: 'failed' | 'pending' | 'completed' | 'unknown';
}

/** How RETRIED goes on: with a new attempt, or with the former one, which the rail has carried out. */
export type Retry = 'repeat' | 'resume';

/** The attempt of a rail that RETRIED of this exception would repeat; null if no rail was asked before. */
export async function attemptOf(
  reads: Reads,
  ports: AttemptPorts,
  { subject }: ExceptionRecord,
): Promise<FormerAttempt | null> {
  const found = await subjectOf(reads, subject);
  return found === null ? null : formerAttempt(reads, ports, found);
}

async function subjectOf(reads: Reads, subject: string): Promise<Transaction | Deposit | null> {
  if (isId('Deposit', subject)) return reads.get(DEPOSITS, subject);
  return isId('Transaction', subject) ? reads.get(TRANSACTIONS, subject) : null;
}

/**
 * Whether a new attempt is possible. 409 CONFLICT if a rail says that an attempt was sent, other than `except`: a new one
 * would pay a second time; the errors of `checkHolder`.
 */
export async function checkRetry(
  reads: Reads,
  { kind, subject }: ExceptionRecord,
  except?: string,
): Promise<Result<void>> {
  const found = await subjectOf(reads, subject);
  const sent = found === null ? null : await toldSent(reads, found, except);
  if (sent === null)
    return kind === 'REFUND_FAILED' && found !== null && 'type' in found ? checkHolder(reads, found) : ok();
  return err(
    'CONFLICT',
    sent.status === 'OPEN'
      ? `${sent.id} says that the money was already sent; resolve that exception first`
      : `${sent.id} says that the money was already sent, and was resolved by ${sent.resolution}; choose a resolution that gives this money to those who bear it`,
  );
}

/**
 * Asks the rail for the former attempt of a refund or return, if RETRIED of this exception would repeat one; null
 * otherwise. The rail is asked outside of any unit.
 */
export async function lookUpAttempt(
  ports: AttemptPorts & { readonly units: UnitOfWork },
  ctx: Context,
  exceptionId: string,
): Promise<LookedUpAttempt | null> {
  const former = await ports.units.read(ctx.tenant, async (reads) => {
    const exception = isId('Exception', exceptionId) ? await reads.get(EXCEPTIONS, exceptionId) : null;
    if (exception?.status !== 'OPEN') return null;
    const rule = await ruleNow(reads, exception, 'RETRIED');
    return rule.ok && rule.value?.does === 'again' ? attemptOf(reads, ports, exception) : null;
  });
  return former && { reference: former.reference, state: await stateOf(former, ctx) };
}

async function stateOf({ ask }: FormerAttempt, { now }: Context): Promise<LookedUpAttempt['state']> {
  if (ask === null) return 'unknown';
  try {
    return (await ask(now)).state;
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return 'unknown';
  }
}

const SAYS: Readonly<Record<LookedUpAttempt['state'], string>> = {
  failed: 'reports it as failed',
  pending: 'reports it as pending',
  completed: 'reports it as completed, although it reported before that the money came back',
  unknown: 'did not answer or cannot be asked',
};

const MAX_EVIDENCE = 140;

/**
 * Whether the attempt may be repeated, so that the money is not sent twice. 409 CONFLICT unless the rail reports the
 * former attempt as failed or completed, or the operator has the bank's written word (`evidence`), or if the attempt is
 * not the one that the rail was asked for; 400 INVALID_INPUT for evidence that is malformed or has nothing to prove.
 */
export function retryAfter(
  former: FormerAttempt | null,
  lookedUp: LookedUpAttempt | null,
  evidence: string | undefined,
): Result<Retry> {
  if (evidence !== undefined && (evidence === '' || evidence.length > MAX_EVIDENCE))
    return err('INVALID_INPUT', `evidence: must have 1 to ${MAX_EVIDENCE} characters`);
  if (former === null)
    return evidence === undefined
      ? ok('repeat')
      : err('INVALID_INPUT', 'evidence: is not allowed, because no rail was asked to send the money before');
  if (lookedUp?.reference !== former.reference)
    return err('CONFLICT', 'the money was sent again meanwhile; read the exception again');
  const { rail, reference, hasBounced } = former;
  if (lookedUp.state === 'completed' && !hasBounced) return ok('resume');
  if (lookedUp.state === 'failed' || evidence !== undefined) return ok('repeat');
  return err(
    'CONFLICT',
    `${rail} was asked for the former attempt ${reference}, and ${SAYS[lookedUp.state]}; try again later, or name the written statement of the bank that it did not pay as evidence, which a second operator must approve`,
  );
}
