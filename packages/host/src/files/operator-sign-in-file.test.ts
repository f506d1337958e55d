import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readOperatorSignIn } from './operator-sign-in-file.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-sign-in-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001';
const LEAST = {
  issuer: 'https://id.example/realms/acme',
  clientId: 'corridor',
  clientSecret: { env: 'ID_SECRET' },
  groups: { admins: { role: 'ADMIN' } },
};

function read(content: unknown, environment: Readonly<Record<string, string>> = { ID_SECRET: 'a secret' }) {
  const path = join(folder, 'sign-in.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readOperatorSignIn(path, { environment, folder });
}

function refusal(content: unknown, environment?: Readonly<Record<string, string>>): string {
  try {
    read(content, environment);
  } catch (cause) {
    return (cause as Error).message;
  }
  throw new Error('the file was read');
}

describe('the file of the sign-in of operators', () => {
  test('needs an issuer, a client and a group, and has defaults for the rest', () => {
    expect(readOperatorSignIn(null, { environment: {}, folder })).toBeNull();
    expect(read(LEAST)).toEqual({
      ...{ issuer: 'https://id.example/realms/acme', clientId: 'corridor', clientSecret: 'a secret' },
      ...{ name: 'your identity provider', scopes: 'openid profile offline_access', groupsClaim: 'groups' },
      ...{
        parameters: {},
        acrValues: null,
        maxAgeSeconds: null,
        awaySeconds: 900,
        groups: new Map([['admins', { role: 'ADMIN', platforms: null }]]),
      },
    });
  });

  test('reads the secret from a file, and the platforms of a group sorted and each once', () => {
    writeFileSync(join(folder, 'secret'), 'from a file\n');
    const groups = { support: { role: 'OPERATOR', platforms: [PLATFORM, PLATFORM] } };
    const file = read({
      ...LEAST,
      clientSecret: { file: 'secret' },
      groups,
      awaySeconds: 300,
      acrValues: ['gold'],
      maxAgeSeconds: 60,
    });
    expect(file).toMatchObject({
      clientSecret: 'from a file',
      awaySeconds: 300,
      acrValues: ['gold'],
      maxAgeSeconds: 60,
    });
    expect(file!.groups.get('support')).toEqual({ role: 'OPERATOR', platforms: [PLATFORM] });
  });

  test.each([
    ['an address without TLS', { issuer: 'http://id.example' }, 'issuer: must be the https address'],
    ['an address with a query', { issuer: 'https://id.example/?a=b' }, 'issuer: must be the https address'],
    ['the secret itself', { clientSecret: 'swordfish' }, 'clientSecret: must name the secret and not contain it'],
    ['an unknown role', { groups: { admins: { role: 'ROOT' } } }, 'groups.admins.role: must be one of VIEWER'],
    ['no group', { groups: {} }, 'groups: must have 1 to 500 groups'],
    ['no platform', { groups: { a: { role: 'ADMIN', platforms: [] } } }, 'groups.a.platforms'],
    [
      'another id',
      { groups: { a: { role: 'ADMIN', platforms: ['acme'] } } },
      'must be an id that begins with Platform:',
    ],
    ['scopes without openid', { scopes: 'profile' }, 'scopes: must be names with blanks between them'],
    ['a parameter of the host', { parameters: { state: 'x' } }, 'parameters: must not have client_id'],
    ['a level that would not be checked', { parameters: { acr_values: 'x' } }, 'parameters: must not have client_id'],
    ['an age that would not be checked', { parameters: { max_age: '0' } }, 'parameters: must not have client_id'],
    ['a level with blanks', { acrValues: ['a b'] }, 'acrValues.0: must not have blanks'],
    ['no level', { acrValues: [] }, 'acrValues'],
    ['an age that is too short', { maxAgeSeconds: 1 }, 'maxAgeSeconds'],
    ['a time that is too long', { awaySeconds: 86_400 }, 'awaySeconds'],
    ['an unknown member', { group: 'x' }, 'group'],
  ])('refuses %s, and names the setting and the member', (_name, change, why) => {
    const said = refusal({ ...LEAST, ...change });
    expect(said).toContain('CORRIDOR_OPERATOR_SIGN_IN_FILE');
    expect(said).toContain(why);
    expect(said).not.toContain('swordfish');
  });

  test('refuses a missing secret, a file that is not JSON, and one that is missing', () => {
    expect(refusal(LEAST, {})).toContain('the environment variable ID_SECRET is missing or empty');
    expect(refusal('{')).toContain('is not JSON');
    expect(() => readOperatorSignIn(join(folder, 'none.json'), { environment: {}, folder })).toThrow('cannot be read');
  });
});
