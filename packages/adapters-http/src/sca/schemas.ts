import { SCA_RESET } from '@corridor/core/records';
import { SECURITY_EVENTS, statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { oneOf, recordId, text, timestamp } from '../app/schemas.js';
import { scaChallenge, scaFactor } from '../quotes/schemas.js';

/** Maximum length of a code in a request: longer than any one-time code. */
const CODE_LENGTH = 64;
const SECRET_LENGTH = 256;
const ORIGIN_LENGTH = 2048;
const CHALLENGE_LENGTH = 64;

export const customerQuery = z.object({ customerId: recordId('Customer') });

const ipAddress = z
  .union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' })
  .meta({ description: 'IP address of the end user' });

const webAuthn = (description: string) => z.record(z.string(), z.unknown()).meta({ description });
const assertion = webAuthn('The result of the browser for the assertion options (`PublicKeyCredential.toJSON`)');

/** A code, or the assertion of a passkey with its origin. */
const proof = {
  challengeId: text(CHALLENGE_LENGTH).nullish(),
  code: text(CODE_LENGTH).nullish(),
  passkeyAssertion: assertion.nullish(),
  origin: text(ORIGIN_LENGTH).nullish(),
};

export const factorView = z
  .object({ factor: scaFactor, credentialId: z.string().optional(), name: z.string().optional() })
  .meta({ id: 'ScaFactorView' });

export const factorList = z.object({ factors: z.array(factorView) }).meta({ id: 'ScaFactorList' });

export const enrollRequest = oneOf('ScaFactorEnrollRequestOneOf', 'type', [
  z.object({ type: z.literal('TOTP') }).meta({ id: 'TotpFactorEnrollRequest' }),
  z.object({ type: z.literal('PASSKEY') }).meta({ id: 'PasskeyFactorEnrollRequest' }),
]);

const notice = z.string().optional().meta({
  description: 'Present if the customer has no other factor: an authenticator app alone cannot authorize payments',
});

export const enrollStart = oneOf('ScaFactorEnrollStartOneOf', 'type', [
  z
    .object({
      type: z.literal('TOTP'),
      secret: z.string().meta({ description: 'Hexadecimal; shown once' }),
      secretBase32Encoded: z.string(),
      totpUri: z.string(),
      notice,
    })
    .meta({ id: 'TotpEnrollmentStart' }),
  z
    .object({
      type: z.literal('PASSKEY'),
      options: webAuthn('`PublicKeyCredentialCreationOptionsJSON`'),
      allowedOrigins: z.array(z.string()),
      relyingPartyId: z.string(),
    })
    .meta({ id: 'PasskeyEnrollmentStart' }),
]);

export const confirmRequest = oneOf('ScaFactorConfirmRequestOneOf', 'type', [
  z
    .object({ type: z.literal('TOTP'), secret: text(SECRET_LENGTH), code: text(CODE_LENGTH) })
    .meta({ id: 'TotpEnrollmentConfirmRequest' }),
  z
    .object({
      type: z.literal('PASSKEY'),
      origin: text(ORIGIN_LENGTH),
      credential: webAuthn('The result of the browser for the creation options (`PublicKeyCredential.toJSON`)'),
    })
    .meta({ id: 'PasskeyEnrollmentConfirmRequest' }),
]);

export const confirmed = oneOf('ScaFactorConfirmResponseOneOf', 'type', [
  z
    .object({
      type: z.literal('TOTP'),
      recoveryCodes: z
        .array(z.string())
        .meta({ description: 'Ten codes, each valid once in place of a code of the app; shown once' }),
      notice,
    })
    .meta({ id: 'TotpEnrollmentConfirmResponse' }),
  z.object({ type: z.literal('PASSKEY'), factor: factorView }).meta({ id: 'PasskeyEnrollmentConfirmResponse' }),
]);

export const loginStartRequest = z.object({ factor: scaFactor }).meta({ id: 'ScaLoginStartRequest' });

export const loginStart = z
  .object({
    factor: scaFactor,
    challengeId: z.string().nullish(),
    expiresAt: timestamp.nullish(),
    passkeyOptions: webAuthn('`PublicKeyCredentialRequestOptionsJSON`').nullish(),
    allowedOrigins: z.array(z.string()).nullish(),
    relyingPartyId: z.string().nullish(),
  })
  .meta({ id: 'ScaLoginStart' });

export const loginCompleteRequest = z
  .object({ factor: scaFactor, endUserIpAddress: ipAddress, ...proof })
  .meta({ id: 'ScaLoginCompleteRequest' });

export const loginComplete = z
  .object({ status: z.string(), sessionExpiresAt: timestamp.nullish() })
  .meta({ id: 'ScaLoginComplete' });

const securityEvent = z.enum(SECURITY_EVENTS);

export const securityEventRequest = z.object({ eventType: securityEvent }).meta({ id: 'RecordSecurityEventRequest' });

export const securityEventRecorded = z
  .object({
    eventType: securityEvent,
    suspended: z.boolean(),
    lockedUntil: timestamp.nullish(),
    failedAttempts: z.int().min(0),
  })
  .meta({ id: 'RecordSecurityEventResponse' });

export const resetStartRequest = z.object({ factor: scaFactor }).meta({ id: 'TwoFactorResetStartRequest' });

export const resetStart = z
  .object({
    resetId: z.string(),
    livenessAccessToken: z.string().nullish(),
    verificationLink: z.string().nullish(),
    expiresAt: timestamp.nullish(),
  })
  .meta({ id: 'TwoFactorResetStart' });

export const resetStatus = z
  .object({
    status: z.enum(statesOf(SCA_RESET)),
    factor: scaFactor,
    enrollmentStatus: z.literal(['PENDING', 'COMPLETED', null]).optional(),
    expiresAt: timestamp,
    completedAt: timestamp.nullish(),
  })
  .meta({ id: 'TwoFactorResetStatus' });

const PHONE_LENGTH = 32;

export const resetCompleteRequest = z
  .object({
    mobile: z
      .object({ countryCode: text(PHONE_LENGTH), number: text(PHONE_LENGTH) })
      .meta({ description: 'The new phone number, for the reset of SMS_OTP' })
      .optional(),
  })
  .meta({ id: 'TwoFactorResetCompleteRequest' });

export const trustStart = z.object({ scaChallenge: scaChallenge.optional() }).meta({ id: 'BeneficiaryTrustStart' });
export const trustConfirmRequest = z.object(proof).meta({ id: 'BeneficiaryTrustConfirmRequest' });
export const trustConfirmed = z.object({ trusted: z.boolean() }).meta({ id: 'BeneficiaryTrustConfirm' });

export const scaAuthorization = z
  .object({ ...proof, endUserIpAddress: ipAddress.nullish() })
  .meta({ id: 'ScaAuthorization' });
