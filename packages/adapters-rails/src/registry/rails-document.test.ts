import { describe, expect, it } from 'vitest';
import { sandboxRails } from '../sandbox/index.js';
import { digest } from '../testing/ports.js';
import { railsDocument } from './index.js';

describe('the document of rails', () => {
  it('lists every rail with all its capabilities', () => {
    const rails = sandboxRails(digest);
    const document = railsDocument(rails);
    for (const { name, capabilities } of rails) {
      const section = document.split(`## ${name}\n`)[1]!.split('## ')[0]!;
      for (const item of [...capabilities.accountTypes, ...capabilities.currencies, ...capabilities.paymentRails]) {
        expect(section).toContain(item);
      }
    }
  });

  it('shows capabilities as the rail declares them', () => {
    const [bank] = sandboxRails(digest);
    const slow = {
      ...bank!,
      name: 'slow',
      capabilities: { ...bank!.capabilities, cancellable: false, settlementSeconds: 90, paymentRails: [] },
    };
    expect(railsDocument([slow])).toContain('| `slow` | SANDBOX | yes | yes | yes | no | no | 90 s |');
    expect(railsDocument([slow])).toContain('- Payment rails: none');
    expect(railsDocument([slow])).toContain('- Pulls from: USD_ACCOUNT, US_ACCOUNT, EUR_ACCOUNT');
  });
});
