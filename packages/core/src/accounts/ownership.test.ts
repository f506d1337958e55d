import { expect, test } from 'vitest';
import { createIds, runUseCase, toIso } from '../kernel/index.js';
import { type HostOptions, refusal, seededRandom, testHost, valueOf } from '../testing/index.js';
import { invalidInOwnershipSignature, verifyOwnership } from './ownership.js';
import { SIGNATURE_SCHEMES } from './ports.js';
import {
  type ContractSignatures,
  type NewExternalAccount,
  OWNERSHIP_CHALLENGE_SECONDS,
  type OwnershipProofs,
  type OwnershipSignature,
  type OwnershipVerdict,
  type SignedMessage,
} from './index.js';

/** On the test's chain, a wallet signs by writing its address before the message. */
const signedBy = (address: string, message: string): string => `${address} signs ${message}`;

interface PlayProofs extends OwnershipProofs {
  readonly asked: SignedMessage[];
  /** The chains of each question. */
  readonly chains: (readonly ContractSignatures[])[];
  meanwhile: () => Promise<unknown>;
  /** What it says to every question; null: it looks at the signature. */
  verdict: OwnershipVerdict | null;
}

function playProofs(): PlayProofs {
  const asked: SignedMessage[] = [];
  const proofs: PlayProofs = {
    asked,
    chains: [],
    verdict: null,
    meanwhile: async (): Promise<unknown> => undefined,
    async judge(signed, chains) {
      asked.push(signed);
      proofs.chains.push(chains);
      await proofs.meanwhile();
      if (proofs.verdict !== null) return proofs.verdict;
      if (!signed.signature.includes(' signs ')) return 'unreadable' as const;
      return signed.signature === signedBy(String(signed.account['address']), signed.message) ? 'proven' : 'wrong';
    },
  };
  return proofs;
}

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

async function hostWithWallet(options: HostOptions = {}) {
  const proofs = playProofs();
  const host = await testHost({ ownershipProofs: proofs, ...options });
  const { id: customerId } = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
  const add = async (over: Partial<NewExternalAccount> = {}, address = ADDRESS) =>
    valueOf(
      await host.run(host.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId,
        currency: 'USDC',
        ownershipType: 'FIRST_PARTY',
        accountInfo: { accountType: 'BASE_WALLET', address },
        ...over,
      }),
    );
  const challenge = (id: string, method = 'WALLET_SIGNATURE') =>
    host.run(host.accounts.challengeOwnership, { id, method });
  const verify = (input: OwnershipSignature) =>
    runUseCase(host.units, host.context(), host.accounts.verifyOwnership, input);
  const read = async (id: string) => valueOf(await host.read(host.accounts.getExternal, { id }));
  return { host, proofs, add, challenge, verify, read, account: await add() };
}

test('a signature over the challenge makes a wallet ACTIVE with one event, and the proof is stored', async () => {
  const { host, proofs, challenge, verify, read, account } = await hostWithWallet();
  expect(account.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
  const { messageToSign, expiresAt } = valueOf(await challenge(account.id));
  const lines = messageToSign.split('\n');
  expect(lines.filter((_, index) => index !== 5)).toEqual([
    'localhost:8080 asks you to prove that this wallet is yours.',
    'Signing this message moves no money.',
    '',
    `Wallet: ${ADDRESS}`,
    `Account: ${account.id}`,
    `Valid until: ${toIso(expiresAt)}`,
  ]);
  expect(lines[5]).toMatch(/^Code: [34679ACDEFGHJKMNPQRTUVWX]{24}$/);
  expect(messageToSign).toMatch(/^[\x20-\x7e\n]+$/);
  expect(expiresAt).toBe(host.clock.now() + OWNERSHIP_CHALLENGE_SECONDS * 1000);

  const signature = signedBy(ADDRESS, messageToSign);
  const proven = valueOf(await verify({ id: account.id, signature: ` ${signature}\n`, signatureScheme: 'electrum' }));
  expect(proven).toMatchObject({
    status: 'ACTIVE',
    ownershipChallenge: null,
    ownershipProof: { messageToSign, signature, scheme: 'electrum', provenAt: host.clock.now() },
  });
  expect(await read(account.id)).toEqual(proven);
  expect(proofs.asked).toMatchObject([{ currency: 'USDC', scheme: 'electrum', message: messageToSign }]);
  const events = await host.events('EXTERNAL_ACCOUNT.STATUS_UPDATED');
  expect(events.map(({ resource, snapshot }) => [resource, (snapshot as { status: string }).status])).toEqual([
    [account.id, 'ACTIVE'],
  ]);
});

test('a challenge is valid for one verification, and a replay is refused', async () => {
  const { host, challenge, verify, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const signature = signedBy(ADDRESS, messageToSign);
  valueOf(await verify({ id: account.id, signature }));
  const unneeded = {
    error: { code: 'CONFLICT', message: 'the external account is ACTIVE and needs no proof of ownership' },
  };
  expect(await verify({ id: account.id, signature })).toMatchObject(unneeded);
  expect(await challenge(account.id)).toMatchObject(unneeded);
  expect(await host.events('EXTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(1);
});

test('of two concurrent verifications one succeeds', async () => {
  const { host, challenge, verify, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const input = { id: account.id, signature: signedBy(ADDRESS, messageToSign) };
  const outcomes = await Promise.all([verify(input), verify(input), verify(input)]);
  expect(outcomes.map((result) => (result.ok ? 'proven' : result.error.code)).sort()).toEqual([
    'CONFLICT',
    'CONFLICT',
    'proven',
  ]);
  expect(await host.events('EXTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(1);
});

test('a wrong signature is refused and leaves the challenge open', async () => {
  const { challenge, verify, read, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const another = signedBy('0x8617E340B3D01FA5F11F306F4090FD50E238070D', messageToSign);
  expect(refusal(await verify({ id: account.id, signature: another })).code).toBe('INVALID_SIGNATURE');
  const otherMessage = signedBy(ADDRESS, messageToSign.replace('Code', 'Mode'));
  expect(refusal(await verify({ id: account.id, signature: otherMessage })).code).toBe('INVALID_SIGNATURE');
  expect(refusal(await verify({ id: account.id, signature: 'scribble' }))).toEqual({
    code: 'INVALID_INPUT',
    fields: ['signature'],
  });
  expect((await read(account.id)).status).toBe('PENDING_OWNERSHIP_VERIFICATION');
  valueOf(await verify({ id: account.id, signature: signedBy(ADDRESS, messageToSign) }));
});

test('a signature that only an unreachable chain can judge is asked for again, and leaves the challenge open', async () => {
  const { proofs, challenge, verify, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const signature = signedBy(ADDRESS, messageToSign);
  proofs.verdict = 'unknown';
  expect(refusal(await verify({ id: account.id, signature })).code).toBe('SERVICE_UNAVAILABLE');
  proofs.verdict = null;
  valueOf(await verify({ id: account.id, signature }));
});

test('the contracts of a wallet are asked in the environment of the account alone', async () => {
  const chain = (network: string): ContractSignatures => ({ network, judge: async () => 'invalid' });
  const [test, live, other] = [chain('BASE'), chain('BASE'), chain('ETHEREUM')];
  const connections = [
    { environment: 'SANDBOX', contractSignatures: test },
    { environment: 'PRODUCTION', contractSignatures: live },
    { environment: 'PRODUCTION' },
    { environment: 'PRODUCTION', contractSignatures: other },
  ] as const;
  for (const [environment, chains] of [
    ['SANDBOX', [test]],
    ['PRODUCTION', [live, other]],
  ] as const) {
    const { proofs, challenge, verify, account } = await hostWithWallet({
      environment,
      connections,
      accountChecks: { check: () => [], paymentRequest: () => null, isTaxNumber: () => true },
    });
    const { messageToSign } = valueOf(await challenge(account.id));
    valueOf(await verify({ id: account.id, signature: signedBy(ADDRESS, messageToSign) }));
    expect(proofs.chains).toEqual([chains]);
  }
});

test('the challenge of one account proves nothing for another, even for the same wallet', async () => {
  const { add, challenge, verify, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const platforms = await add({ ownerType: 'PLATFORM' });
  const signature = signedBy(ADDRESS, messageToSign);
  expect(refusal(await verify({ id: platforms.id, signature })).code).toBe('CONFLICT');
  valueOf(await challenge(platforms.id));
  expect(refusal(await verify({ id: platforms.id, signature })).code).toBe('INVALID_SIGNATURE');
});

test('a newer challenge replaces the one before it', async () => {
  const { challenge, verify, account } = await hostWithWallet();
  const first = valueOf(await challenge(account.id));
  const second = valueOf(await challenge(account.id));
  expect(second.messageToSign).not.toBe(first.messageToSign);
  const signed = (of: typeof first) => ({ id: account.id, signature: signedBy(ADDRESS, of.messageToSign) });
  expect(refusal(await verify(signed(first))).code).toBe('INVALID_SIGNATURE');
  valueOf(await verify(signed(second)));
});

test('refuses a challenge that was replaced while its signature was verified', async () => {
  const { proofs, challenge, verify, read, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  proofs.meanwhile = () => challenge(account.id);
  const refused = await verify({ id: account.id, signature: signedBy(ADDRESS, messageToSign) });
  expect(refusal(refused).code).toBe('CONFLICT');
  expect((await read(account.id)).status).toBe('PENDING_OWNERSHIP_VERIFICATION');
});

test('a challenge expires after 15 minutes', async () => {
  const { host, challenge, verify, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const input = { id: account.id, signature: signedBy(ADDRESS, messageToSign) };
  host.clock.advance(OWNERSHIP_CHALLENGE_SECONDS);
  expect(refusal(await verify(input)).code).toBe('CONFLICT');
  const again = valueOf(await challenge(account.id));
  host.clock.advance(OWNERSHIP_CHALLENGE_SECONDS - 1);
  valueOf(await verify({ id: account.id, signature: signedBy(ADDRESS, again.messageToSign) }));
});

test('refuses a verification without a challenge, an account or a verifier', async () => {
  const { host, add, challenge, verify, account } = await hostWithWallet();
  expect(refusal(await verify({ id: account.id, signature: 'x' })).code).toBe('CONFLICT');
  const others = [
    { id: 'ExternalAccount:00000000-0000-7000-8000-000000000000' },
    { id: account.id, ownerType: 'PLATFORM' as const },
    { id: 'nonsense' },
  ];
  for (const key of others) {
    expect(refusal(await verify({ ...key, signature: 'x' })).code).toBe('REFERENCE_NOT_FOUND');
    const asked = await host.run(host.accounts.challengeOwnership, { ...key, method: 'WALLET_SIGNATURE' });
    expect(refusal(asked).code).toBe('REFERENCE_NOT_FOUND');
  }
  const gone = await add({}, '0x8617E340B3D01FA5F11F306F4090FD50E238070D');
  valueOf(await host.run(host.accounts.deleteExternal, { id: gone.id }));
  expect(refusal(await challenge(gone.id)).code).toBe('REFERENCE_NOT_FOUND');
  const without = await hostWithWallet({ ownershipProofs: null });
  expect(refusal(await without.challenge(without.account.id)).code).toBe('NOT_IMPLEMENTED');
});

test('refuses other methods, and names every invalid field of a signature', async () => {
  const { challenge, verify, account } = await hostWithWallet();
  expect(refusal(await challenge(account.id, 'LIVENESS')).code).toBe('NOT_IMPLEMENTED');
  expect(refusal(await challenge(account.id, 'WISH'))).toEqual({ code: 'INVALID_INPUT', fields: ['method'] });
  valueOf(await challenge(account.id));
  const long = await verify({ id: account.id, signature: 'x'.repeat(16_385), signatureScheme: 'rsa' });
  expect(refusal(long).fields).toEqual(['signature', 'signatureScheme']);
  expect(refusal(await verify({ id: account.id, signature: ' ' })).fields).toEqual(['signature']);
});

test('a signature has 1 to 16,384 characters besides blanks, and a known scheme if it names one', async () => {
  const { host } = await hostWithWallet();
  const invalid = (over: object) =>
    invalidInOwnershipSignature(host.context(), { id: 'x', signature: 'x', ...over } as OwnershipSignature);
  for (const valid of [
    {},
    { signature: 'x'.repeat(16_384) },
    { signatureScheme: null },
    { signatureScheme: 'bip137' },
  ]) {
    expect(invalid(valid)).toEqual([]);
  }
  for (const signature of [undefined, null, 7, '', ' \n']) {
    expect(invalid({ signature })).toEqual([{ field: 'signature', message: 'is required' }]);
  }
  expect(invalid({ signature: 'x'.repeat(16_385), signatureScheme: 'rsa' })).toEqual([
    { field: 'signature', constraint: { maxLength: 16_384 } },
    { field: 'signatureScheme', constraint: { enum: SIGNATURE_SCHEMES } },
  ]);
});

test('an unknown method is refused with the known ones, before the account is looked for', async () => {
  const { challenge } = await hostWithWallet();
  expect(await challenge('nonsense', 'WISH')).toMatchObject({
    error: {
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'method', constraint: { enum: ['WALLET_SIGNATURE', 'LIVENESS'] } }] },
    },
  });
});

test('a verification is refused on a host that cannot verify signatures', async () => {
  const { host, challenge, account } = await hostWithWallet();
  valueOf(await challenge(account.id));
  const verify = verifyOwnership({
    units: host.units,
    ids: createIds(host.clock, seededRandom()),
    random: seededRandom(),
    publicAuthority: 'localhost:8080',
    ownershipProofs: null,
    connections: [],
  });
  expect(refusal(await verify.prepare(host.context(), { id: account.id, signature: 'x' })).code).toBe(
    'NOT_IMPLEMENTED',
  );
});

test('a verification fails if the account was verified or deleted while its signature was judged', async () => {
  const { host, proofs, add, challenge, verify, account } = await hostWithWallet();
  const { messageToSign } = valueOf(await challenge(account.id));
  const input = { id: account.id, signature: signedBy(ADDRESS, messageToSign) };
  proofs.meanwhile = () => {
    proofs.meanwhile = async () => undefined;
    return verify(input);
  };
  expect(refusal(await verify(input)).code).toBe('CONFLICT');
  expect(await host.events('EXTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(1);

  const gone = await add({ ownerType: 'PLATFORM' });
  const asked = valueOf(await challenge(gone.id));
  proofs.meanwhile = () => host.run(host.accounts.deleteExternal, { id: gone.id });
  const refused = await verify({ id: gone.id, signature: signedBy(ADDRESS, asked.messageToSign) });
  expect(refusal(refused).code).toBe('REFERENCE_NOT_FOUND');
});

test.each([
  ['of a third party', { ownershipType: 'THIRD_PARTY' }],
  ['without an ownership type', { ownershipType: null }],
  [
    'that an institution keeps',
    { accountInfo: { accountType: 'BASE_WALLET', address: ADDRESS, vaspName: 'Example Exchange' } },
  ],
  [
    'that has no address to sign for',
    { currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', lightningAddress: 'ada@wallet.example' } },
  ],
] as const)('a wallet %s needs no proof', async (_whose, over) => {
  const { host, add, challenge } = await hostWithWallet();
  const wallet = await add({ ownerType: 'PLATFORM', ...over });
  expect(wallet.status).toBe('ACTIVE');
  expect(refusal(await challenge(wallet.id)).code).toBe('CONFLICT');
  expect(await host.events('EXTERNAL_ACCOUNT.STATUS_UPDATED')).toEqual([]);
});
