import { CUSTOMERS } from '../customers/index.js';
import { makeCode, WALLET_CODES, codeIdOf, type CodePorts } from './otp-code.js';
import type { Messages } from '../codes/index.js';
import { finish, type JobHandler, reschedule, schedule } from '../events/index.js';
import {
  type Context,
  err,
  type Id,
  type IdSource,
  ok,
  type Reads,
  type Result,
  splitTenant,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { type WalletCredential, WALLET_CREDENTIALS } from './credential.js';
import type { CredentialProof } from './credential-service.js';
import type { OtpType } from './ports.js';

export interface OtpPorts extends CodePorts {
  readonly ids: IdSource;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly messages: Messages;
}

/** Every code for a wallet in the sandbox (behaviour, "Sandbox"). */
const SANDBOX_CODE = '000000';
const DEFAULT_LENGTH = 6;
const DEFAULT_SECONDS = 600;

const DELIVERY = {
  EMAIL_OTP: { channel: 'EMAIL', field: 'EMAIL', of: 'email' },
  SMS_OTP: { channel: 'PHONE', field: 'PHONE_NUMBER', of: 'phoneNumber' },
} as const;

/** The customer's own address or number, as a credential. 400 MISSING_MANDATORY_USER_INFO where it has none. */
export async function otpProof(
  reads: Reads,
  type: OtpType,
  customerId: Id<'Customer'> | null,
): Promise<Result<CredentialProof>> {
  const customer = customerId === null ? null : await reads.get(CUSTOMERS, customerId);
  const contact = customer?.[DELIVERY[type].of] ?? null;
  if (contact === null) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields: [DELIVERY[type].field] });
  return ok({ type, nickname: contact, contact, identity: null, passkey: null });
}

/** Makes a code for a credential and has it sent. 429 RATE_LIMITED. */
export async function issueOtp(
  ports: OtpPorts,
  tx: Tx,
  ctx: Context,
  credentialId: Id<'AuthMethod'>,
): Promise<Result<void>> {
  const sandbox = splitTenant(ctx.tenant).environment === 'SANDBOX';
  const config = (await ports.settings(tx, ctx)).embeddedWalletConfig ?? {};
  const made = await makeCode(ports, tx, ctx, {
    subject: credentialId,
    length: wholeOr(config['otpLength'], DEFAULT_LENGTH),
    alphanumeric: config['alphanumeric'] === true,
    lifetimeSeconds: wholeOr(config['expirationSeconds'], DEFAULT_SECONDS),
    fixed: sandbox ? SANDBOX_CODE : null,
  });
  if (!made.ok) return made;
  if (made.value.sealedCode !== null) {
    const dedupe = `wallet.send-code ${credentialId}`;
    schedule(tx, ctx, ports.ids, { kind: 'wallet.send-code', subject: credentialId, dueAt: ctx.hostNow, dedupe });
  }
  return ok();
}

const wholeOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

/** Sends the code that was made last, and forgets what it was. One that is made meanwhile is sent next. */
export function sendOtp(
  ports: OtpPorts & {
    readonly units: UnitOfWork;
    /** Told of codes that reach nobody. */
    readonly report: (reason: string, credentialId: string) => void;
  },
): JobHandler {
  const { units, sealer, messages, report } = ports;
  return async (ctx, job, ask) => {
    const { credential, code, sender } = await units.read(ctx.tenant, async (reads) => {
      const { name, embeddedWalletConfig } = await ports.settings(reads, ctx);
      const appName = embeddedWalletConfig?.['appName'];
      return {
        credential: await reads.get(WALLET_CREDENTIALS, job.subject),
        code: await reads.get(WALLET_CODES, codeIdOf(job.subject)),
        sender: typeof appName === 'string' ? appName : name,
      };
    });
    const sealed = code?.sealedCode ?? null;
    let after = ctx;
    if (sealed !== null && code !== null && code.expiresAt > ctx.now && canReceive(credential)) {
      const message = {
        id: `${code.id}.${code.version}`,
        environment: splitTenant(ctx.tenant).environment,
        channel: DELIVERY[credential.type].channel,
        to: credential.contact,
        code: sealer.open(sealed),
        sender,
        validForSeconds: Math.ceil((code.expiresAt - ctx.now) / 1000),
      };
      const sent = await ask('messages', () => messages.send(message));
      if (!sent.ok) return sent;
      const { answer } = sent.value;
      if (answer.kind === 'unavailable') return err('SERVICE_UNAVAILABLE', answer.reason);
      // Whoever cannot be reached asks for another code, or signs in another way.
      if (answer.kind === 'refused') report(answer.reason, job.subject);
      after = sent.value.ctx;
    }
    return units.run(ctx.tenant, async (tx) => {
      const now = await tx.get(WALLET_CODES, codeIdOf(job.subject));
      if (now === null || now.sealedCode === null || now.sealedCode === sealed) finish(tx, job);
      else reschedule(tx, after, job, 0);
      if (now !== null && now.sealedCode === sealed && sealed !== null) {
        update(tx, after, WALLET_CODES, now, { sealedCode: null });
      }
      return ok();
    });
  };
}

type Reachable = WalletCredential & { readonly type: OtpType; readonly contact: string };
const canReceive = (credential: WalletCredential | null): credential is Reachable =>
  credential?.status === 'ACTIVE' && credential.contact !== null;
