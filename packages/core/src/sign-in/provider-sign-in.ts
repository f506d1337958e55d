import {
  awaitSecondCall,
  base64url,
  completePending,
  type Context,
  domainError,
  err,
  fail,
  findPending,
  type Id,
  isId,
  ok,
  plusSeconds,
  type Refused,
  type Result,
  type Tx,
  update,
  withoutRefused,
} from '../kernel/index.js';
import {
  OPERATOR_SESSIONS,
  type OperatorAccount,
  OPERATORS,
  type SignedIn,
  startSession,
  writeLog,
} from '../operators/index.js';
import type { Client, Started } from './enrol.js';
import type { SignInPorts } from './factors.js';
import { accessOf } from './groups.js';
import { sealedToken } from './confirm.js';
import type { ProviderChecks, ProviderPerson, ProviderSignIn } from './ports.js';
import { arrive, operatorIdOf, RACED } from './provider-account.js';
import { refuse } from './refused.js';

/** So long may a person take at the provider. */
export const PROVIDER_SECONDS = 600;
const SECRET_BYTES = 32;
const BROWSER = /^(Request:[0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

const NO_PROVIDER = err('REFERENCE_NOT_FOUND', 'this console has no identity provider; sign in with a local operator');
/** One answer for whatever is wrong with the answer of the provider: its parts are of an attacker as well. */
const WRONG = domainError(
  'UNAUTHORIZED',
  'the answer of the identity provider is not accepted, was used before, or came too late; start again',
);
const weakOf = ({ label }: Pick<ProviderSignIn, 'label'>) =>
  domainError(
    'FORBIDDEN',
    `${label} did not sign you in as strongly, or as recently, as this service requires; start again, and sign in there with the factor that your administrator names`,
  );
const awayOf = ({ label }: Pick<ProviderSignIn, 'label'>) =>
  domainError('SERVICE_UNAVAILABLE', `${label} does not answer now; try again, or sign in with a local operator`, {
    retryAfter: 30,
  });

/** A sign-in that has begun: where the browser goes, and the secret that it keeps, which binds the answer to it. */
export interface ProviderStart {
  readonly address: string;
  readonly browser: string;
  readonly expiresAt: number;
}

const bound = (ports: Pick<SignInPorts, 'digest'>, secret: string) => ({
  operation: 'operators.signInByProvider',
  path: '',
  account: ports.digest.sha256(secret),
});
const payloadOf = (id: Id<'Request'>) => ({ table: 'pending_commands', row: id, column: 'payload' });

interface Kept extends ProviderChecks {
  /** The session that the browser had, which the new one replaces. */
  readonly replaces: Id<'OperatorSession'> | null;
}

/**
 * Starts a sign-in by the identity provider. State, nonce and the verifier of PKCE stay in the host, sealed; the browser
 * keeps a secret that binds the answer to it. 404 REFERENCE_NOT_FOUND without a provider; 503 SERVICE_UNAVAILABLE if it
 * does not answer.
 */
export const beginProviderSignIn =
  (ports: SignInPorts) =>
  async (current: SignedIn | null, { requestId }: Client): Promise<Result<ProviderStart>> => {
    const { provider: setUp } = ports;
    if (setUp === undefined || setUp === null) return NO_PROVIDER;
    const random = () => base64url(ports.random.bytes(SECRET_BYTES));
    const checks = { state: random(), nonce: random(), verifier: random() };
    const address = await setUp.provider.begin(checks);
    if (address === null) return fail(awayOf(setUp));
    const ctx = ports.context(requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const id = ports.ids.next('Request');
      const secret = random();
      const kept: Kept = { ...checks, replaces: current?.session.id ?? null };
      const { expiresAt } = awaitSecondCall(tx, ctx, ports.digest, {
        id,
        ...bound(ports, secret),
        body: {},
        payload: ports.sealer.seal(JSON.stringify(kept), payloadOf(id)),
        expiresAt: plusSeconds(ctx.now, PROVIDER_SECONDS),
      });
      return ok({ address, browser: `${id}.${secret}`, expiresAt });
    });
  };

/**
 * Finishes a sign-in with the answer that the browser brings from the provider: `query` is that of its address, `browser`
 * what `beginProviderSignIn` returned. Each answer counts once, whatever becomes of it. 401 UNAUTHORIZED for an answer
 * that is not accepted; 403 FORBIDDEN for a person without exactly one known group, for one who signed in too weakly, and for
 * a disabled operator; 503
 * SERVICE_UNAVAILABLE if the provider does not answer.
 */
export const finishProviderSignIn =
  (ports: SignInPorts) =>
  async (query: string, browser: string, client: Client): Promise<Result<Started>> => {
    const { provider: setUp } = ports;
    if (setUp === undefined || setUp === null) return NO_PROVIDER;
    const ctx = ports.context(client.requestId);
    const input = { method: 'PROVIDER', address: client.address };
    const refused = (tx: Tx, account: OperatorAccount | null, error: typeof WRONG) =>
      refuse(ports, { tx, ctx }, account, { action: 'operators.signIn', input }, error);
    const kept = await takeKept(ports, ctx, browser);
    const answer =
      kept === null ? ({ kind: 'refused', reason: 'unknown' } as const) : await setUp.provider.finish(query, kept);
    if (answer.kind === 'away') return fail(awayOf(setUp));
    const unit = async (tx: Tx): Promise<Result<Started | Refused>> => {
      if (kept === null || answer.kind === 'refused') return refused(tx, null, WRONG);
      if (answer.kind === 'weak') return refused(tx, null, weakOf(setUp));
      const { person } = answer;
      const { issuer } = setUp.provider;
      const access = accessOf(setUp, person);
      const arrived = access.ok
        ? await arrive({ tx, ctx, ids: ports.ids, digest: ports.digest }, issuer, person, access.value)
        : access;
      if (arrived.ok) return ok(await open(ports, { tx, ctx }, arrived.value, { person, client, kept, input }));
      const known = await tx.get(OPERATORS, operatorIdOf(ports.digest, issuer, person.subject));
      return refused(tx, known, arrived.error);
    };
    const signed = await ports.units.run(ctx.tenant, unit);
    // The answer of the provider is used up, so the person cannot repeat the request.
    const isRaced = !signed.ok && signed.error === RACED;
    return withoutRefused(isRaced ? await ports.units.run(ctx.tenant, unit) : signed);
  };

/** What the host has kept for this browser, which is used up by this; null if it is unknown, used or expired. */
async function takeKept(ports: SignInPorts, ctx: Context, browser: string): Promise<Kept | null> {
  const [, id = '', secret = ''] = BROWSER.exec(browser) ?? [];
  if (!isId('Request', id)) return null;
  // In a unit of its own before the provider is asked: of two answers one is redeemed.
  const taken = await ports.units.run(ctx.tenant, async (tx) => {
    const pending = await findPending(tx, ctx, id, bound(ports, secret));
    if (pending === null) return fail(WRONG);
    completePending(tx, pending, WRONG);
    return ok(pending);
  });
  return taken.ok ? (JSON.parse(ports.sealer.open(taken.value.payload, payloadOf(id))) as Kept) : null;
}

interface Arrived {
  readonly person: ProviderPerson;
  readonly client: Client;
  readonly kept: Kept;
  readonly input: object;
}

async function open(
  ports: SignInPorts,
  { tx, ctx }: { readonly tx: Tx; readonly ctx: Context },
  { id, name }: OperatorAccount,
  { person, client, kept, input }: Arrived,
): Promise<Started> {
  const actor = { operator: { id, name }, source: 'CONSOLE' } as const;
  const before = kept.replaces === null ? null : await tx.get(OPERATOR_SESSIONS, kept.replaces);
  if (before !== null) tx.remove(OPERATOR_SESSIONS, before);
  const { text, session } = startSession(ports, tx, ctx, { operatorId: id, kind: 'CONSOLE', label: client.browser });
  update(tx, ctx, OPERATOR_SESSIONS, session, {
    refreshToken: person.refreshToken === null ? null : sealedToken(ports.sealer, session.id, person.refreshToken),
    confirmedAt: ctx.hostNow,
  });
  const entry = { outcome: 'SIGNED_IN', action: 'operators.signIn', subject: id, input } as const;
  writeLog({ tx, ctx, ids: ports.ids }, actor, entry);
  return { operator: { id, name }, text, expiresAt: session.expiresAt };
}
