import { finish, type Job, type JobHandler, reschedule, retryLater } from '../events/index.js';
import { Bug, type Context, type EventOf, next, ok, type Result, transition, type Tx } from '../kernel/index.js';
import { isRefusal, issuerOf, loseLink, openedAccount, resourceOf } from './issuer.js';
import type { Refusal, StablecoinPorts, TokenAnswer } from './ports.js';
import { PROVIDER_ACCOUNTS } from './provider-account.js';
import { ISSUANCE, type IssuanceStatus, type Stablecoin, STABLECOINS, TOKEN_OPERATIONS } from './stablecoin.js';

/** The delay before an issuer that refuses the credentials, or no longer knows the token, is asked again. */
const PATIENCE_SECONDS = 300;

const EVENTS: Readonly<Record<IssuanceStatus, EventOf<typeof ISSUANCE> | null>> = {
  PENDING_REVIEW: null,
  PROVISIONING: 'provision',
  PROVISIONED: 'issue',
  REJECTED: 'reject',
  FAILED: 'fail',
};

const isDecided = ({ issuanceStatus }: Stablecoin): boolean => ISSUANCE.terminal.includes(issuanceStatus);

/** Polls an issuer about a token in review or provisioning until its state is final. */
export function watchIssuance(ports: StablecoinPorts): JobHandler {
  return async (ctx, job, ask) => {
    const found = await ports.units.read(ctx.tenant, async (reads) => {
      const coin = await reads.get(STABLECOINS, job.subject);
      const link = coin === null ? null : await reads.get(PROVIDER_ACCOUNTS, coin.stablecoinProviderAccountId);
      return coin === null || link === null ? null : { coin, link };
    });
    if (found === null) throw new Bug(`stablecoin ${job.subject} has no provider account`);
    const { coin, link } = found;
    if (isDecided(coin)) {
      return ports.units.run(ctx.tenant, async (tx) => {
        finish(tx, job);
        return ok();
      });
    }
    const issuer = issuerOf(ports.issuers, ctx, link.provider);
    if (!issuer.ok) return issuer;
    const { providerTokenIdentifier, networkTokenIdentifier, network } = coin;
    const query = {
      providerTokenIdentifier,
      networkTokenIdentifier,
      network,
      registeredAt: coin.createdAt,
      now: ctx.now,
    };
    const asked = await ask(resourceOf(ctx, link.provider), () =>
      issuer.value.token(openedAccount(ports.sealer, link), query),
    );
    if (!asked.ok) return asked;
    return ports.units.run(ctx.tenant, (tx) => concludeIssuance(tx, asked.value.ctx, job, asked.value.answer));
  };
}

async function concludeIssuance(tx: Tx, ctx: Context, job: Job, answer: TokenAnswer | Refusal): Promise<Result<void>> {
  const coin = await tx.get(STABLECOINS, job.subject);
  if (coin === null || isDecided(coin)) {
    finish(tx, job);
    return ok();
  }
  if (isRefusal(answer)) {
    await retryLater(tx, ctx, job, PATIENCE_SECONDS, 'the issuer refuses the credentials');
    return loseLink(tx, ctx, coin.stablecoinProviderAccountId, answer);
  }
  if (answer.state === 'unknown') {
    await retryLater(tx, ctx, job, PATIENCE_SECONDS, 'the issuer no longer knows the token');
    return ok();
  }
  const event = EVENTS[answer.issuanceStatus];
  if (event === null || !next(ISSUANCE, coin.issuanceStatus, event).ok) {
    reschedule(tx, ctx, job, answer.checkAfterSeconds);
    return ok();
  }
  const moved = transition(tx, ctx, ISSUANCE, STABLECOINS, coin, event);
  if (!moved.ok) return moved;
  if (event === 'provision') {
    reschedule(tx, ctx, job, answer.checkAfterSeconds);
    return ok();
  }
  finish(tx, job);
  if (event !== 'issue') return ok();
  const enabled = transition(tx, ctx, TOKEN_OPERATIONS, STABLECOINS, moved.value.record, 'enable');
  return enabled.ok ? ok() : enabled;
}
