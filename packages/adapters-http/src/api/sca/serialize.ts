import {
  type Enrolled,
  type EnrollmentStart,
  type Login,
  type LoginStart,
  type ResetStart,
  type ResetView,
  type ScaFactorView,
  type ScaProof,
  toIso,
} from '@corridor/core';
import type { ScaChallenge } from '@corridor/core/records';
import type { RecordedSecurityEvent } from '@corridor/core/internal';
import type { Wire } from '../../kit/wire.js';
import type {
  confirmed,
  enrollStart,
  factorView,
  loginComplete,
  loginStart,
  resetStart,
  resetStatus,
  securityEventRecorded,
} from './schemas.js';

/** The proof in a request; fields that were not sent are null. */
export const toProof = (body: {
  readonly challengeId?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly passkeyAssertion?: Readonly<Record<string, unknown>> | null | undefined;
  readonly origin?: string | null | undefined;
}): ScaProof => ({
  challengeId: body.challengeId ?? undefined,
  code: body.code ?? undefined,
  passkeyAssertion: body.passkeyAssertion ?? undefined,
  origin: body.origin ?? undefined,
});

export const serializeFactor = ({ factor, credentialId, name }: ScaFactorView): Wire<typeof factorView> => ({
  factor,
  credentialId: credentialId ?? undefined,
  name: name ?? undefined,
});

export const serializeEnrollmentStart = (start: EnrollmentStart): Wire<typeof enrollStart> =>
  start.type === 'TOTP'
    ? {
        type: start.type,
        secret: start.secret,
        secretBase32Encoded: start.base32,
        totpUri: start.uri,
        notice: start.notice ?? undefined,
      }
    : {
        type: start.type,
        options: start.options,
        allowedOrigins: start.place.origins,
        relyingPartyId: start.place.relyingPartyId,
      };

export const serializeEnrolled = (enrolled: Enrolled): Wire<typeof confirmed> =>
  enrolled.type === 'TOTP'
    ? { ...enrolled, notice: enrolled.notice ?? undefined }
    : { type: enrolled.type, factor: serializeFactor(enrolled.factor) };

export const serializeLoginStart = ({ factor, challenge }: LoginStart): Wire<typeof loginStart> => {
  const passkey = factor === 'PASSKEY' ? (challenge?.passkey ?? null) : null;
  return {
    factor,
    challengeId: challenge?.id ?? null,
    expiresAt: challenge === null ? null : toIso(challenge.expiresAt),
    passkeyOptions: passkey?.options ?? null,
    allowedOrigins: passkey?.origins ?? null,
    relyingPartyId: relyingPartyOf(passkey),
  };
};

const relyingPartyOf = (passkey: ScaChallenge['passkey']): string | null => {
  const id = passkey?.options['rpId'];
  return typeof id === 'string' ? id : null;
};

export const serializeLogin = ({ sessionExpiresAt }: Login): Wire<typeof loginComplete> => ({
  status: 'COMPLETED',
  sessionExpiresAt: toIso(sessionExpiresAt),
});

export const serializeSecurityEvent = (recorded: RecordedSecurityEvent): Wire<typeof securityEventRecorded> => ({
  eventType: recorded.eventType,
  suspended: recorded.suspended,
  lockedUntil: recorded.lockedUntil === null ? null : toIso(recorded.lockedUntil),
  failedAttempts: recorded.failedAttempts,
});

export const serializeResetStart = ({ reset, begun }: ResetStart): Wire<typeof resetStart> => ({
  resetId: reset.id,
  livenessAccessToken: begun.accessToken,
  verificationLink: begun.link,
  expiresAt: toIso(reset.expiresAt),
});

export const serializeReset = ({ reset, enrollment }: ResetView): Wire<typeof resetStatus> => ({
  status: reset.status,
  factor: reset.factor,
  enrollmentStatus: enrollment,
  expiresAt: toIso(reset.expiresAt),
  completedAt: reset.completedAt === null ? null : toIso(reset.completedAt),
});
