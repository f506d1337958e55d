import type { Totp } from '@corridor/core/ports';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const FORM = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;
/** Length of the secret: RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Accepts codes of this many time steps before and after the current one, because phone clocks may be off. */
const WINDOW = 1;

/** Codes of authenticator apps by `otpauth`: SHA-1, six digits, 30 seconds, which every app supports. */
export function createTotp(): Totp {
  const totpOf = (secretHex: string, names: { readonly issuer?: string; readonly label?: string } = {}) =>
    new TOTP({ ...FORM, ...names, secret: Secret.fromHex(secretHex) });
  return {
    create(issuer, account) {
      const { hex } = new Secret({ size: SECRET_BYTES });
      const totp = totpOf(hex, { issuer: named(issuer), label: named(account) });
      return { hex: hex.toLowerCase(), base32: totp.secret.base32, uri: totp.toString() };
    },
    base32Of: (secretHex) => Secret.fromHex(secretHex).base32,
    stepOf(secretHex, code, at) {
      if (!/^\d{6}$/.test(code)) return null;
      const delta = totpOf(secretHex).validate({ token: code, timestamp: at, window: WINDOW });
      return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
    },
  };
}

/** A colon separates issuer and account in the `otpauth:` address, so neither name may contain one. */
const named = (text: string): string => text.replaceAll(':', ' ');
