import { describe, expect, it } from 'vitest';
import { isLocalDomain, originOf, parseUmaAddress } from './uma-address.js';

describe('a UMA address', () => {
  it('has its parts in lower case', () => {
    expect(parseUmaAddress('$Ada@Pay.Example:8443')).toEqual({
      address: '$ada@pay.example:8443',
      username: '$ada',
      domain: 'pay.example:8443',
    });
  });

  it.each(['', 'ada@pay.example', '$ada', '$@pay.example'])('is not %j', (text) => {
    expect(parseUmaAddress(text)).toBeNull();
  });
});

describe('the origin of an institution', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:3000', 'bank.local', 'bank.internal:80'])(
    '%s uses http',
    (domain) => {
      expect([isLocalDomain(domain), originOf(domain)]).toEqual([true, `http://${domain}`]);
    },
  );

  it.each([
    'bank.example',
    'bank.local.example',
    'notlocalhost',
    '127.0.0.10',
    'local',
    'localhost:80a',
    'bank.internal.',
  ])('%s uses https', (domain) => {
    expect([isLocalDomain(domain), originOf(domain)]).toEqual([false, `https://${domain}`]);
  });
});
