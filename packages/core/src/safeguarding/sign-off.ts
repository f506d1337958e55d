import { type Context, type Digest, err, ok, type Result, type Tx, update, type UseCase } from '../kernel/index.js';
import { type Operator, operatorText, type Planned } from '../operators/index.js';
import { isAsComputed, SAFEGUARDING_REPORTS, type SafeguardingReport } from './report.js';

export interface SignOff {
  /** The report. */
  readonly id: string;
  /** What the operator states about the figures. */
  readonly statement: string;
}

interface SignOffPorts {
  readonly digest: Digest;
}

/**
 * What a sign-off is about. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION if the report is signed off; 409 CONFLICT
 * if its figures are not those of its digest.
 */
export const planSignOff =
  (ports: SignOffPorts): UseCase<SignOff, Planned> =>
  async (tx, ctx, input) => {
    const found = await unsigned(ports, tx, ctx, input);
    return found.ok ? ok({ subject: found.value.id, before: null, moves: [] }) : found;
  };

/** Signs a report off. The errors of `planSignOff`. */
export const signOff =
  (ports: SignOffPorts): UseCase<SignOff & { readonly by: Operator }, SafeguardingReport> =>
  async (tx, ctx, { by, ...input }) => {
    const found = await unsigned(ports, tx, ctx, input);
    if (!found.ok) return found;
    const signed = { signedOffAt: ctx.hostNow, signedOffBy: operatorText(by), statement: input.statement };
    return ok(update(tx, ctx, SAFEGUARDING_REPORTS, found.value, signed));
  };

async function unsigned(
  { digest }: SignOffPorts,
  tx: Tx,
  { tenant }: Pick<Context, 'tenant'>,
  { id }: SignOff,
): Promise<Result<SafeguardingReport>> {
  const report = await tx.get(SAFEGUARDING_REPORTS, id);
  if (report === null || report.tenant !== tenant) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
  if (report.signedOffBy !== null)
    return err('INVALID_STATE_TRANSITION', `${id} was signed off by ${report.signedOffBy}; it is signed off once`);
  if (!isAsComputed(digest, report))
    return err('CONFLICT', `${id} was changed after it was computed: its figures do not have its digest`);
  return ok(report);
}
