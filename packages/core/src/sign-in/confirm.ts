import {
  err,
  type Id,
  type Instant,
  ok,
  plusSeconds,
  type Result,
  type Sealer,
  sealedPlace,
  update,
} from '../kernel/index.js';
import {
  endOfSessions,
  endSessions,
  loggedAccess,
  OPERATOR_SESSIONS,
  OPERATORS,
  PROVIDER_ENTRIES,
  type OperatorSession,
  type OperatorSessionKind,
  type SignedIn,
  signedIn,
  writeLog,
} from '../operators/index.js';
import { NOT_SIGNED_IN, type SignInPorts } from './factors.js';
import { accessOf } from './groups.js';
import type { ProviderAnswer, ProviderSignIn } from './ports.js';
import { granted } from './provider-account.js';

/** No request is served when the provider has confirmed the person longer ago than this, unless it is away. */
export const CONFIRMED_SECONDS = 300;
/** A request asks from this age on, so that the answer comes before the end. */
export const ASK_SECONDS = 180;
/** A provider that is away is asked at most this often, and a host that died while it asked is waited for so long. */
const ASK_AGAIN_SECONDS = 15;

const CONFIRMING = err('SERVICE_UNAVAILABLE', 'your access is being confirmed; load the page again in a few seconds', {
  retryAfter: 3,
});

const placeOf = (id: Id<'OperatorSession'>) => sealedPlace(OPERATOR_SESSIONS, id, 'refreshToken');

export const sealedToken = (sealer: Sealer, id: Id<'OperatorSession'>, token: string): string =>
  sealer.seal(token, placeOf(id));

const isWithin = (at: Instant | null, seconds: number, now: Instant): boolean =>
  at !== null && plusSeconds(at, seconds) > now;

/**
 * The operator of a session's text, as `signedIn`. A session by the identity provider is confirmed there: by its refresh
 * token, at the latest five minutes after the last time. A person who has lost the group loses all sessions; a session
 * without a refresh token ends after five minutes. While the provider does not answer, a session is kept for the
 * configured time since its last answer. 503 SERVICE_UNAVAILABLE while another host asks about an older session.
 */
export function confirmedSignIn(ports: SignInPorts) {
  const find = signedIn(ports);
  /** One question for all requests of a session: a refresh token can often be used once. */
  const asking = new Map<string, Promise<void>>();

  const askOnce = (found: SignedIn, setUp: ProviderSignIn): Promise<void> => {
    const { id } = found.session;
    const running = asking.get(id) ?? ask(ports, found, setUp).finally(() => asking.delete(id));
    asking.set(id, running);
    return running;
  };

  return async (text: string, kind: OperatorSessionKind): Promise<Result<SignedIn>> => {
    const first = await find(text, kind);
    if (!first.ok || first.value.operator.issuer === null) return first;
    const { provider: setUp } = ports;
    // An operator of another provider, or of one that was taken out of the settings, has no way to be confirmed.
    if (setUp === undefined || setUp === null || setUp.provider.issuer !== first.value.operator.issuer)
      return NOT_SIGNED_IN;
    if (isWithin(first.value.session.confirmedAt, ASK_SECONDS, ports.clock.now())) return first;
    await askOnce(first.value, setUp);
    const found = await find(text, kind);
    if (!found.ok) return found;
    return judged(found.value, setUp, ports.clock.now());
  };
}

function judged(found: SignedIn, { awaySeconds }: ProviderSignIn, now: Instant): Result<SignedIn> {
  const { confirmedAt, askedAt, awayAt } = found.session;
  if (isWithin(confirmedAt, CONFIRMED_SECONDS, now)) return ok(found);
  const wasAway = awayAt !== null && (askedAt === null || awayAt >= askedAt);
  if (wasAway) return isWithin(confirmedAt, awaySeconds, now) ? ok(found) : NOT_SIGNED_IN;
  return isWithin(askedAt, ASK_AGAIN_SECONDS, now) ? CONFIRMING : NOT_SIGNED_IN;
}

/** Asks the provider about the person of a session, and stores what follows from its answer. */
async function ask(ports: SignInPorts, { session, operator }: SignedIn, setUp: ProviderSignIn): Promise<void> {
  const ctx = ports.context('confirm');
  const claimed = await ports.units.run(ctx.tenant, async (tx) => {
    const current = await tx.get(OPERATOR_SESSIONS, session.id);
    // Another host asks, or has just asked.
    if (current === null || isWithin(current.askedAt, ASK_AGAIN_SECONDS, ctx.hostNow)) return ok(null);
    if (current.refreshToken === null) return ok(null);
    return ok(update(tx, ctx, OPERATOR_SESSIONS, current, { askedAt: ctx.hostNow }));
  });
  if (!claimed.ok || claimed.value === null) return;
  const token = ports.sealer.open(claimed.value.refreshToken!, placeOf(session.id));
  const answer = await setUp.provider.confirm(token, operator.issuerSubject!);
  await note(ports, claimed.value, answer, setUp);
}

async function note(
  ports: SignInPorts,
  { id, operatorId, askedAt }: OperatorSession,
  answer: ProviderAnswer,
  setUp: ProviderSignIn,
): Promise<void> {
  const ctx = ports.context('confirm');
  const unit = { ctx, ids: ports.ids };
  const renewed = (token: string | null) =>
    token === null ? {} : { refreshToken: sealedToken(ports.sealer, id, token) };
  await ports.units.run(ctx.tenant, async (tx) => {
    const session = await tx.get(OPERATOR_SESSIONS, id);
    const account = await tx.get(OPERATORS, operatorId);
    if (session === null || account === null) return ok();
    const { hostNow } = ctx;
    if (answer.kind === 'away') {
      update(tx, ctx, OPERATOR_SESSIONS, session, { awayAt: hostNow, ...renewed(answer.refreshToken ?? null) });
      return ok();
    }
    const actor = { operator: { id: account.id, name: account.name }, source: 'CONSOLE' } as const;
    if (answer.kind !== 'person') {
      tx.remove(OPERATOR_SESSIONS, session);
      const after = { reason: 'the identity provider does not confirm the session' };
      writeLog({ tx, ...unit }, actor, {
        ...{ outcome: 'SIGNED_OUT', action: 'operators.signOut', subject: session.id, after },
      });
      return ok();
    }
    const access = accessOf(setUp, answer.person);
    if (access.ok) {
      granted({ tx, ...unit }, account, access.value);
      update(tx, ctx, OPERATOR_SESSIONS, session, {
        // The provider answered after the host had begun to ask.
        confirmedAt: askedAt,
        askedAt: null,
        awayAt: null,
        ...renewed(answer.person.refreshToken),
      });
      return ok();
    }
    await endSessions(tx, account.id);
    update(tx, ctx, OPERATORS, account, { lapsedAt: hostNow, sessionsFrom: endOfSessions(ctx) });
    const after = { ...loggedAccess(account), reason: 'the person is not in exactly one known group any more' };
    writeLog({ tx, ...unit }, actor, {
      ...{ outcome: 'SIGNED_OUT', action: PROVIDER_ENTRIES.lapsed, subject: account.id, after },
    });
    return ok();
  });
}
