import { describe, expect, it } from 'vitest';
import type { Id } from '../kernel/index.js';
import { mayBeOnePerson, type OperatorAccount } from './index.js';

const NO_FACTORS = { passwordHash: null, passkeys: [], issuer: null, status: 'ACTIVE' } as const;
const account = (id: string, over: Partial<OperatorAccount>): OperatorAccount =>
  ({ ...NO_FACTORS, id: `Operator:${id}` as Id<'Operator'>, ...over }) as OperatorAccount;

const local = account('local', { passwordHash: 'a hash' });
const colleague = account('colleague', { passwordHash: 'another hash' });
const program = account('program', {});
const ofProvider = account('provider', { issuer: 'https://id.example' });

describe('two operators', () => {
  it('may be one person if one signs in locally and the other by an identity provider', () => {
    expect(mayBeOnePerson(local, ofProvider)).toBe(true);
    expect(mayBeOnePerson(ofProvider, local)).toBe(true);
  });

  it.each(['DISABLED', 'INVITED'] as const)(
    'may be one person if the local one is %s, so has no sign-in left',
    (status) => {
      expect(mayBeOnePerson(account('former', { status }), ofProvider)).toBe(true);
    },
  );

  it('may be one person if they sign in by different providers, such as after a provider has moved', () => {
    expect(mayBeOnePerson(ofProvider, account('moved', { issuer: 'https://login.example' }))).toBe(true);
  });

  it('are two persons if both sign in locally, or by one provider, or if one is a program', () => {
    expect(mayBeOnePerson(local, colleague)).toBe(false);
    expect(mayBeOnePerson(ofProvider, account('other', { issuer: 'https://id.example' }))).toBe(false);
    expect(mayBeOnePerson(program, ofProvider)).toBe(false);
  });
});
