import { SCA_RESET } from '@corridor/core/records';
import { SECURITY_EVENTS, statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { meanings, oneOf, recordId, text, timestamp } from '../../kit/schemas.js';
import { scaChallenge, scaFactor } from '../quotes/schemas.js';

/** Maximum length of a code in a request: longer than any one-time code. */
const CODE_LENGTH = 64;
const SECRET_LENGTH = 256;
const ORIGIN_LENGTH = 2048;
const CHALLENGE_LENGTH = 64;

export const customerQuery = z.object({
  customerId: recordId('Customer').describe('The customer who authenticates; its region must be in the EEA.'),
});

const ipAddress = z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' });
const IP_ADDRESS = 'IPv4 or IPv6 address from which the end user acted, kept as evidence.';

/** A value that browsers produce or take. */
const webAuthn = z.record(z.string(), z.unknown());

/** A code, or the assertion of a passkey with its origin. */
const proof = {
  challengeId: text(CHALLENGE_LENGTH)
    .nullish()
    .describe('`id` of the challenge that is answered. Default: the open one; another one counts as a wrong proof.'),
  code: text(CODE_LENGTH)
    .nullish()
    .describe('One-time code of the phone or, where `TOTP` is available, of the app, or a recovery code in its place.'),
  passkeyAssertion: webAuthn
    .nullish()
    .describe(
      'What `navigator.credentials.get` returned for the options, in the form of `PublicKeyCredential.toJSON`.',
    ),
  origin: text(ORIGIN_LENGTH)
    .nullish()
    .describe('Web origin of the page that used the passkey. Required with `passkeyAssertion`.'),
};

const credentialId = z
  .string()
  .optional()
  .describe('Pass it to `deleteScaFactor`. Absent for `SMS_OTP`, which is the verified phone of the customer.');

export const factorView = z
  .object({
    factor: scaFactor.describe('Kind of factor; name it in a login or a reset.'),
    credentialId,
    name: z.string().optional().describe('Text to show in a list of factors. Absent for `SMS_OTP`.'),
  })
  .meta({ id: 'ScaFactorView' });

export const factorList = z
  .object({
    factors: z
      .array(factorView)
      .describe(
        'At most one of each kind, those that can be used now. Enrollments that wait for their proof are missing.',
      ),
  })
  .meta({ id: 'ScaFactorList' });

export const enrollRequest = oneOf('ScaFactorEnrollRequestOneOf', 'type', [
  z.object({ type: z.literal('TOTP') }).meta({ id: 'TotpFactorEnrollRequest' }),
  z.object({ type: z.literal('PASSKEY') }).meta({ id: 'PasskeyFactorEnrollRequest' }),
]);

const notice = z
  .string()
  .optional()
  .describe('Present if the customer has no other factor: an authenticator app alone cannot authorize payments.');

export const enrollStart = oneOf('ScaFactorEnrollStartOneOf', 'type', [
  z
    .object({
      type: z.literal('TOTP'),
      secret: z.string().describe('Shared with the app, in hexadecimal; shown once. The confirmation repeats it.'),
      secretBase32Encoded: z.string().describe('The same in base32, to type into an app.'),
      totpUri: z.string().describe('The same as `otpauth://` address, for a QR code.'),
      notice,
    })
    .meta({ id: 'TotpEnrollmentStart' }),
  z
    .object({
      type: z.literal('PASSKEY'),
      options: webAuthn.describe('`PublicKeyCredentialCreationOptionsJSON` for `navigator.credentials.create`.'),
      allowedOrigins: z.array(z.string()).describe('Web origins on which the passkey may be created.'),
      relyingPartyId: z.string().describe('Domain that the passkey is bound to, also in `options`.'),
    })
    .meta({ id: 'PasskeyEnrollmentStart' }),
]);

export const confirmRequest = oneOf('ScaFactorConfirmRequestOneOf', 'type', [
  z
    .object({
      type: z.literal('TOTP'),
      secret: text(SECRET_LENGTH).describe('What the start of the enrollment returned, in hexadecimal or in base32.'),
      code: text(CODE_LENGTH).describe('The six digits that the app shows now. They are then used up.'),
    })
    .meta({ id: 'TotpEnrollmentConfirmRequest' }),
  z
    .object({
      type: z.literal('PASSKEY'),
      origin: text(ORIGIN_LENGTH).describe('Page on which the passkey was created: one of `allowedOrigins`.'),
      credential: webAuthn.describe(
        'What `navigator.credentials.create` returned, in the form of `PublicKeyCredential.toJSON`.',
      ),
    })
    .meta({ id: 'PasskeyEnrollmentConfirmRequest' }),
]);

export const confirmed = oneOf('ScaFactorConfirmResponseOneOf', 'type', [
  z
    .object({
      type: z.literal('TOTP'),
      recoveryCodes: z
        .array(z.string())
        .describe(
          'Ten texts, each valid once in place of a code of the app; shown once. The customer should keep them.',
        ),
      notice,
    })
    .meta({ id: 'TotpEnrollmentConfirmResponse' }),
  z
    .object({ type: z.literal('PASSKEY'), factor: factorView.describe('The passkey, which can be used at once.') })
    .meta({ id: 'PasskeyEnrollmentConfirmResponse' }),
]);

export const loginStartRequest = z
  .object({ factor: scaFactor.describe('A factor that the customer has; `listScaFactors` names them.') })
  .meta({ id: 'ScaLoginStartRequest' });

export const loginStart = z
  .object({
    factor: scaFactor.describe('The kind of proof that `completeScaLogin` expects.'),
    challengeId: z
      .string()
      .nullish()
      .describe('Can be repeated with the proof. `null` for `TOTP`, which has no challenge.'),
    expiresAt: timestamp
      .nullish()
      .describe('A proof is accepted before this time, five minutes after the start. `null` for `TOTP`.'),
    passkeyOptions: webAuthn
      .nullish()
      .describe(
        '`PublicKeyCredentialRequestOptionsJSON` for `navigator.credentials.get`. `null` unless the factor is `PASSKEY`.',
      ),
    allowedOrigins: z
      .array(z.string())
      .nullish()
      .describe('Web origins on which the passkey may be used. `null` unless the factor is `PASSKEY`.'),
    relyingPartyId: z
      .string()
      .nullish()
      .describe('Domain that the passkey is bound to. `null` unless the factor is `PASSKEY`.'),
  })
  .meta({ id: 'ScaLoginStart' });

export const loginCompleteRequest = z
  .object({
    factor: scaFactor.describe(
      'The factor of the proof: `code` for `SMS_OTP` and `TOTP`, `passkeyAssertion` for `PASSKEY`.',
    ),
    endUserIpAddress: ipAddress.describe(IP_ADDRESS),
    ...proof,
  })
  .meta({ id: 'ScaLoginCompleteRequest' });

export const loginComplete = z
  .object({
    status: z.string().describe('Always `COMPLETED`; a login that fails is an error.'),
    sessionExpiresAt: timestamp
      .nullish()
      .describe('End of the session, five minutes after the login. Then the customer logs in again.'),
  })
  .meta({ id: 'ScaLoginComplete' });

const securityEvents = z.enum(SECURITY_EVENTS);
const securityEvent = securityEvents.describe(
  meanings<z.infer<typeof securityEvents>>({
    RESET_PASSWORD_COMPLETED: "ends the customer's session and resets the count of failed logins, but not a lock",
    FAILED_LOGIN_ATTEMPT: 'counts like a wrong proof',
  }),
);

export const securityEventRequest = z.object({ eventType: securityEvent }).meta({ id: 'RecordSecurityEventRequest' });

export const securityEventRecorded = z
  .object({
    eventType: securityEvent,
    suspended: z.boolean().describe('Whether the customer is locked now: no proof is accepted and no code is sent.'),
    lockedUntil: timestamp.nullish().describe('End of the lock of 15 minutes. `null` if the customer is not locked.'),
    failedAttempts: z
      .int()
      .min(0)
      .describe('Wrong proofs and reported failed logins together. The fifth locks the customer.'),
  })
  .meta({ id: 'RecordSecurityEventResponse' });

export const resetStartRequest = z
  .object({ factor: scaFactor.describe('The factor that the customer has lost.') })
  .meta({ id: 'TwoFactorResetStartRequest' });

export const resetStart = z
  .object({
    resetId: z.string().describe('Names the reset in the operations that follow it.'),
    livenessAccessToken: z
      .string()
      .nullish()
      .describe(
        "Credential for the provider's software on the device of the customer. `null` if the provider needs none.",
      ),
    verificationLink: z
      .string()
      .nullish()
      .describe('Page on which the customer does the liveness check. `null` if the provider has none.'),
    expiresAt: timestamp.nullish().describe('The reset must be completed before this time, one hour after its start.'),
  })
  .meta({ id: 'TwoFactorResetStart' });

const resetStates = z.enum(statesOf(SCA_RESET));

export const resetStatus = z
  .object({
    status: resetStates.describe(
      meanings<z.infer<typeof resetStates>>({
        INITIATED: 'waits for the liveness check',
        PENDING_REVIEW: 'a person of the operator decides on the liveness check',
        LIVENESS_PASSED: 'can be completed with `completeTwoFactorReset`',
        COMPLETED: 'the factor is removed; final',
        REJECTED: 'the liveness check has failed; final, start another reset',
        EXPIRED: '`expiresAt` has passed, or a newer reset was started; final',
      }),
    ),
    factor: scaFactor.describe('What the customer has lost.'),
    enrollmentStatus: z
      .literal(['PENDING', 'COMPLETED', null])
      .optional()
      .describe(
        'After the reset: whether the customer has a factor of this kind again. `null` before it is `COMPLETED`.',
      ),
    expiresAt: timestamp.describe('The reset must be completed before this time.'),
    completedAt: timestamp.nullish().describe('When the factor was removed. `null` until then.'),
  })
  .meta({ id: 'TwoFactorResetStatus' });

const PHONE_LENGTH = 32;

export const resetCompleteRequest = z
  .object({
    mobile: z
      .object({
        countryCode: text(PHONE_LENGTH).describe('Country calling code, with or without `+`: `+49`.'),
        number: text(PHONE_LENGTH).describe('The rest of the phone number, without the leading zero: `15112345678`.'),
      })
      .optional()
      .describe('The new phone of the customer, which must differ from the lost one. Required to reset `SMS_OTP`.'),
  })
  .meta({ id: 'TwoFactorResetCompleteRequest' });

export const trustStart = z
  .object({ scaChallenge: scaChallenge.optional().describe('The question to the customer, open for five minutes.') })
  .meta({ id: 'BeneficiaryTrustStart' });
export const trustConfirmRequest = z.object(proof).meta({ id: 'BeneficiaryTrustConfirmRequest' });
export const trustConfirmed = z
  .object({ trusted: z.boolean().describe('Whether payments to the beneficiary need no challenge from now on.') })
  .meta({ id: 'BeneficiaryTrustConfirm' });

export const scaAuthorization = z
  .object({ ...proof, endUserIpAddress: ipAddress.nullish().describe(IP_ADDRESS) })
  .meta({ id: 'ScaAuthorization' });
