import { createPasskeys } from '@corridor/adapters-rails/identity';
import { describe, expect, it } from 'vitest';
import { softAuthenticator } from '../support/soft-authenticator.js';

const SHOP = 'https://shop.example';
const CHALLENGE = Buffer.from('challenge').toString('base64url');
const TEXT = 'pay 5 EUR';

/** The outcomes of both ceremonies on a page with this client data. */
async function ceremonies(
  client: Readonly<Record<string, unknown>>,
  topOrigins: readonly string[],
  named?: string,
): Promise<readonly string[]> {
  const origins = ['https://app.example.com'];
  const framed = createPasskeys({ origins, topOrigins });
  const authenticator = softAuthenticator({ client });
  const registered = await framed.register(authenticator.register(CHALLENGE), CHALLENGE);
  // What an earlier version may have registered.
  const anyway = await createPasskeys({ origins, topOrigins: [SHOP] }).register(
    softAuthenticator().register(CHALLENGE),
    CHALLENGE,
  );
  const passkey = registered.ok ? registered.value : anyway.ok ? anyway.value : null;
  const assertion = { ...authenticator.assert(Buffer.from(TEXT)), credentialId: passkey!.credentialId };
  const signed = await framed.authenticate(passkey!, assertion, TEXT, named);
  return [registered, signed].map((result) => (result.ok ? 'accepted' : result.error.code));
}

const ACCEPTED = ['accepted', 'accepted'];
const REFUSED = ['INVALID_INPUT', 'INVALID_SIGNATURE'];

describe.each([
  ['a wallet', undefined],
  ['strong customer authentication', 'https://app.example.com'],
])('a passkey of %s', (_what, named) => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[], readonly string[]]>([
    ['in a page of its own registers and signs', {}, [], ACCEPTED],
    ['in a frame of its own origin registers and signs', { crossOrigin: false }, [], ACCEPTED],
    ['of a browser that does not know frames registers and signs', { crossOrigin: undefined }, [], ACCEPTED],
    ['in a frame of a listed origin registers and signs', { crossOrigin: true, topOrigin: SHOP }, [SHOP], ACCEPTED],
    [
      'in a frame of any of the listed origins registers and signs',
      { crossOrigin: true, topOrigin: SHOP },
      ['https://x.example', SHOP],
      ACCEPTED,
    ],
    ['in a frame whose window the browser does not name registers and signs', { crossOrigin: true }, [], ACCEPTED],
    [
      'in a frame of an origin that is not listed is refused twice',
      { crossOrigin: true, topOrigin: 'https://evil.example' },
      [SHOP],
      REFUSED,
    ],
    [
      'in a frame of another origin is refused twice without a list',
      { crossOrigin: true, topOrigin: SHOP },
      [],
      REFUSED,
    ],
    [
      'with a top origin in other letters is refused twice',
      { crossOrigin: true, topOrigin: `${SHOP}/` },
      [SHOP],
      REFUSED,
    ],
    [
      'with a top origin but without a frame is refused twice',
      { crossOrigin: false, topOrigin: SHOP },
      [SHOP],
      REFUSED,
    ],
    [
      'with a top origin that is not a text is refused twice',
      { crossOrigin: true, topOrigin: [SHOP] },
      [SHOP],
      REFUSED,
    ],
  ])('%s', async (_case, client, topOrigins, expected) => {
    expect(await ceremonies(client, topOrigins, named)).toEqual(expected);
  });
});

it('a refusal names the origin of the window', async () => {
  const authenticator = softAuthenticator({ client: { crossOrigin: true, topOrigin: 'https://evil.example' } });
  const refused = await createPasskeys({ origins: [] }).register(authenticator.register(CHALLENGE), CHALLENGE);
  expect(refused).toMatchObject({
    error: {
      details: {
        errors: [
          {
            field: 'attestation.clientDataJson',
            message: 'comes from a frame in a page of https://evil.example, which is not a configured top origin',
          },
        ],
      },
    },
  });
});

it('a passkey whose texts are padded registers and signs', async () => {
  const padded = <T extends object>(texts: T): T =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]: [string, unknown]) => [
        name,
        typeof text === 'string' ? text.padEnd(Math.ceil(text.length / 4) * 4, '=') : text,
      ]),
    ) as T;
  const authenticator = softAuthenticator();
  const passkeys = createPasskeys({ origins: [] });
  const registered = await passkeys.register(padded(authenticator.register(CHALLENGE)), CHALLENGE);
  if (!registered.ok) throw new Error(JSON.stringify(registered.error.details));
  const signed = await passkeys.authenticate(registered.value, padded(authenticator.assert(Buffer.from(TEXT))), TEXT);
  expect(signed.ok).toBe(true);
});
