import type { PreparedUseCase, Refused, Result, UseCase } from '../kernel/index.js';
import { withoutRefused } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import type { EnrollmentStart, ScaProof } from '../sca/index.js';
import type { CorePorts } from '../service/index.js';
import { type PlayCore, valueOf } from './play-core.js';
import { playPayer } from './play-payer.js';
import type { FixedClock } from './ports.js';
import { verifyPhone } from './sandbox-proofs.js';

export const PHONE = '+4915112345678';
/** The right code of every factor in the sandbox, and a wrong one. */
export const CODE = '123456';
export const WRONG = '654321';

export const byCode = (code: string, challengeId?: string): ScaProof => ({ code, challengeId });

/** The answer of a use case, with a stored refusal as its error. */
export const answered = async <I, P, O>(
  play: PlayCore,
  useCase: UseCase<I, O | Refused> | PreparedUseCase<I, P, O | Refused>,
  input: I,
): Promise<Result<O>> => withoutRefused(await play.run(useCase, input)) as Result<O>;

/** A payer of the EEA, by default with a verified phone, who has been sent nothing. */
export async function regulated(
  phone: string | null = PHONE,
  over: Partial<CorePorts> & { readonly clock?: FixedClock } = {},
) {
  const contact = phone === null ? {} : { phoneNumber: phone };
  const payer = await playPayer(over, { region: 'DE', ...contact });
  const { play, customerId } = payer;
  const { core } = play;
  if (phone !== null) await verifyPhone(play, customerId);
  await play.core.work.drain();
  play.sent.length = 0;
  return {
    ...payer,
    core,
    authorize: (quote: Quote, proof: ScaProof): Promise<Result<Quote>> =>
      answered(play, core.quotes.authorize, { id: quote.id, endUserIpAddress: '203.0.113.7', ...proof }),
    resend: (quote: Quote) => play.run(core.quotes.resendCode, { id: quote.id }),
    async enrollTotp() {
      const start = valueOf(await play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' }));
      const { secret } = start as Extract<EnrollmentStart, { type: 'TOTP' }>;
      const confirm = { customerId, type: 'TOTP', secret, code: CODE } as const;
      const enrolled = valueOf(await play.run(core.sca.confirmEnrollment, confirm));
      return { secret, recoveryCodes: enrolled.type === 'TOTP' ? enrolled.recoveryCodes : [] };
    },
    login: (proof: ScaProof, factor: 'SMS_OTP' | 'TOTP' | 'PASSKEY' = 'SMS_OTP') =>
      answered(play, core.sca.completeLogin, { customerId, factor, endUserIpAddress: '203.0.113.7', ...proof }),
    trust: async (id: string, proof: ScaProof = byCode(CODE)) => {
      const started = await play.run(core.sca.startTrust, { id });
      return started.ok ? answered(play, core.sca.confirmTrust, { id, ...proof }) : started;
    },
    challengeOf: async (quote: Quote) => (await payer.quote(quote.id)).sca?.challenge ?? null,
  };
}

export type Regulated = Awaited<ReturnType<typeof regulated>>;

/** A payment of 1,000 dollars that is waiting for its payer. */
export async function asked(payer: Regulated, to?: string): Promise<Quote> {
  const destination = to ?? (await payer.external()).id;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, destination));
  return valueOf(await payer.execute(quote.id));
}

export const CONFLICT = { ok: false, error: { code: 'CONFLICT' } };
export const LOCKED = { ok: false, error: { code: 'ACCOUNT_LOCKED' } };
export const wrongField = (field: string) => ({
  ok: false,
  error: { code: 'INVALID_INPUT', details: { errors: [{ field }] } },
});
