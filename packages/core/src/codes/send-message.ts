import { finish, type Job, type JobHandler } from '../events/index.js';
import {
  type Context,
  err,
  ok,
  plusSeconds,
  type Random,
  type Result,
  splitTenant,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { CodesPorts } from './codes.js';
import { makeCode } from './make-code.js';
import { ONE_TIME_CODES } from './one-time-code.js';
import type { CodeMessage, Messages, SenderName } from './ports.js';

export interface SendMessagePorts extends CodesPorts {
  readonly units: UnitOfWork;
  readonly random: Random;
  readonly messages: Messages;
  readonly senderName: SenderName;
  /** Reports a message that was refused for good. */
  readonly report: (reason: string, code: string) => void;
}

interface Attempt {
  readonly message: CodeMessage;
  readonly digest: string | null;
}

/**
 * Sends the latest requested code. Every attempt generates a new code and stores its digest, so that the code itself is
 * never stored; if a message arrives although its attempt was lost, its code is not valid. The attempts end when a code
 * sent at the time of the request would have expired.
 */
export function sendMessage(ports: SendMessagePorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => beginSending(tx, ctx, ports, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const attempt = begun.value;
    const asked = await ask(`messages to ${attempt.message.channel}`, () => ports.messages.send(attempt.message));
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    if (answer.kind === 'refused') ports.report(answer.reason, job.subject);
    if (answer.kind === 'unavailable') return err('SERVICE_UNAVAILABLE', answer.reason);
    return ports.units.run(ctx.tenant, (tx) => concludeSending(tx, later, job, attempt));
  };
}

/** The message to send; null if there is nothing to send, and the job is then finished. */
async function beginSending(tx: Tx, ctx: Context, ports: SendMessagePorts, job: Job): Promise<Result<Attempt | null>> {
  const code = await tx.get(ONE_TIME_CODES, job.subject);
  if (code === null || !code.isUnsent) return ended(tx, job);
  const { policy } = code;
  if (policy === null || plusSeconds(code.sends.at(-1)!, policy.validForSeconds) <= ctx.now) {
    update(tx, ctx, ONE_TIME_CODES, code, { isUnsent: false, digest: null });
    return ended(tx, job);
  }
  const { environment } = splitTenant(ctx.tenant);
  const isKnown = environment === 'SANDBOX';
  const plain = isKnown ? policy.sandboxCode : makeCode(policy, ports.random);
  const digest = isKnown ? code.digest : ports.digestOf(code.id, code.address, plain);
  if (!isKnown)
    update(tx, ctx, ONE_TIME_CODES, code, { digest, expiresAt: plusSeconds(ctx.now, policy.validForSeconds) });
  const message = {
    id: `${code.id}.${code.version}`,
    environment,
    channel: code.channel,
    to: code.address,
    sender: policy.sender ?? (await ports.senderName(tx, ctx)),
    purpose: code.purpose,
    code: plain,
    validForSeconds: policy.validForSeconds,
  };
  return ok({ message, digest });
}

function ended(tx: Tx, job: Job): Result<null> {
  finish(tx, job);
  return ok(null);
}

/** Leaves the code unsent if it was requested again meanwhile: the new request has its own job. */
async function concludeSending(tx: Tx, ctx: Context, job: Job, { digest }: Attempt): Promise<Result<void>> {
  const code = await tx.get(ONE_TIME_CODES, job.subject);
  finish(tx, job);
  if (code === null || !code.isUnsent || code.digest !== digest) return ok();
  update(tx, ctx, ONE_TIME_CODES, code, { isUnsent: false });
  return ok();
}
