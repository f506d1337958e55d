import { expect, it } from 'vitest';
import { digest } from '../testing/ports.js';
import { makeRecoveryCodes, recoveryDigest } from './recovery-codes.js';

it('are ten codes of four groups of four', () => {
  const codes = makeRecoveryCodes({ bytes: (length) => Uint8Array.from({ length }, (_, at) => at) });
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toBe('2345-6789-ABCD-EFGH');
});

it('are stored as a digest with the factor, which reads only letters and digits in any case', () => {
  const stored = digest.sha256('ScaFactor:1\n23456789ABCDEFGH');
  for (const given of ['2345-6789-ABCD-EFGH', '23456789abcdefgh', ' 2345 6789_ABCD/EFGH\n']) {
    expect(recoveryDigest(digest, 'ScaFactor:1', given)).toBe(stored);
  }
  expect(recoveryDigest(digest, 'ScaFactor:2', '23456789ABCDEFGH')).not.toBe(stored);
});
