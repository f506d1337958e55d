import type { ScaChallenge } from '@corridor/core/records';
import { idOf, NOW } from './record.js';

export const scaChallenge: ScaChallenge = {
  id: idOf('Request'),
  expiresAt: NOW,
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP', 'PASSKEY'],
  purpose: 'pay 100.00 USD to Ada Example (…7890)',
  passkey: { options: { challenge: 'Y2hhbGxlbmdl', rpId: 'example.com' }, origins: ['https://app.example.com'] },
};
