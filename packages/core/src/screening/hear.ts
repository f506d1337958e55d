import type { RailEffect } from '../accounts/index.js';
import { JOBS, reschedule } from '../events/index.js';
import {
  type Context,
  type Environment,
  err,
  houseTenant,
  type IdSource,
  isId,
  ok,
  type Result,
  splitTenant,
  type TenantKey,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import type { ScreeningTelling } from './screening-connection.js';
import type { OtherParty } from './party-now.js';
import { partiesNow } from './run-round.js';
import { type Screening, SCREENINGS } from './screening.js';
import { askingOf, askNow, questionOf, type QuestionPorts, storeQuestion } from './store-question.js';
import { hastenWatch } from './watch-lists.js';

export interface HearScreeningPorts extends QuestionPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly otherParty: OtherParty;
}

export type HearScreening = (
  provider: string,
  environment: Environment,
  telling: ScreeningTelling,
) => Promise<Result<RailEffect>>;

/**
 * The entry point for messages of screening providers (docs/connections/screening.md#messages). A message decides nothing: the provider is asked. Errors: 404
 * REFERENCE_NOT_FOUND for an unknown question.
 */
export const hearScreening =
  ({ units, ids, contextOf, ...ports }: HearScreeningPorts): HearScreening =>
  async (provider, environment, telling) => {
    if (telling.kind === 'lists-changed') {
      const tenant = houseTenant(environment);
      const ctx = await contextOf(tenant);
      return units.run(tenant, async (tx) => {
        await hastenWatch({ tx, ctx, ids }, environment);
        return ok({ effect: 'APPLIED', subject: null });
      });
    }
    const { reference } = telling;
    const known = isId('Screening', reference)
      ? await units.read(null, (reads) => reads.get(SCREENINGS, reference))
      : null;
    if (known === null || known.provider !== provider || splitTenant(known.tenant).environment !== environment)
      return err('REFERENCE_NOT_FOUND', `${environment} has no question with this reference`);
    const ctx = await contextOf(known.tenant);
    return units.run<RailEffect>(known.tenant, async (tx) => {
      const screening = (await tx.get(SCREENINGS, reference))!;
      const isAsked = await askAgain({ tx, ctx, ids }, ports, screening);
      return ok({ effect: isAsked ? 'APPLIED' : 'NONE', subject: screening.subject });
    });
  };

/**
 * Asks a question again. One without an answer is asked at once, and of an answered one another question has the same
 * content. The parties of a question of a round are asked about one by one, as they are now: the question has lost their names,
 * and each answer says for whom it is.
 */
async function askAgain(
  unit: Unit,
  ports: QuestionPorts & Pick<HearScreeningPorts, 'otherParty'>,
  screening: Screening,
): Promise<boolean> {
  const { tx, ctx } = unit;
  const { id, status, subject, provider, occasion } = screening;
  if (status === 'ASKED' || status === 'PASSED') {
    const waiting = await tx.find(JOBS, 'dedupe', [askingOf(id)]);
    if (waiting === null) askNow(unit, id);
    else reschedule(tx, ctx, waiting, 0);
    return true;
  }
  const question = questionOf(ports.sealer, screening);
  if (question === null || status === 'DROPPED') return false;
  const { parties, payment } = question;
  if (occasion === 'REPEAT') {
    // An answer has removed the names, also from a question about one party.
    const present = await partiesNow(
      tx,
      ports,
      parties.map(({ id: party }) => party),
    );
    for (const party of present)
      await storeQuestion(unit, ports, { subject: party.id, provider, occasion, parties: [party], payment: null });
    return present.length > 0;
  }
  await storeQuestion(unit, ports, { subject, provider, occasion, parties, payment });
  return true;
}
