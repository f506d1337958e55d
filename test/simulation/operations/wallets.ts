import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Core } from '@corridor/core';
import {
  CARDS,
  DELEGATED_KEYS,
  WALLET_CREDENTIALS,
  WALLET_SESSIONS,
  type WalletCredential,
} from '@corridor/core/records';
import type { Draw } from '../operation.js';
import { digestOf, type Known, type Tenant, type World } from '../world.js';
import { type Move, known, learnt, sandboxOf } from './area.js';
import { records } from './rails.js';

const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';

/** The key of the owner of a wallet: the same in every run. */
function keyOf(accountId: string) {
  const secret = hexToBytes(digestOf(`owner of ${accountId}`));
  const publicKey = bytesToHex(p256.getPublicKey(secret, true));
  const stamp = (text: string): string => {
    const signature = bytesToHex(p256.sign(utf8ToBytes(text), secret, { format: 'der' }));
    return btoa(JSON.stringify({ publicKey, scheme: SCHEME, signature }));
  };
  return { publicKey, stamp };
}

/** Makes all calls of an operation that the owner of the account signs, or no more than so many. */
async function bySigning(
  world: World,
  tenant: Tenant,
  accountId: string,
  pick: (core: Core) => unknown,
  input: object,
  calls = 3,
): Promise<void> {
  let signed: object = {};
  for (let call = 0; call < calls; call++) {
    const answer = await world.call(tenant, pick, { ...input, signed });
    if (answer?.['kind'] !== 'challenge') return;
    signed = { stamp: keyOf(accountId).stamp(String(answer['payloadToSign'])), requestId: answer['requestId'] };
  }
}

/** Signs the owner of an account in with a code. */
async function signIn(
  world: World,
  tenant: Tenant,
  { id, accountId, type }: Pick<WalletCredential, 'id' | 'accountId' | 'type'>,
  code: string,
): Promise<void> {
  if ((await world.call(tenant, (core) => core.wallets.challengeCredential, { id })) === null) return;
  const encryptedOtpBundle = JSON.stringify({ otp_code: code, public_key: keyOf(accountId).publicKey });
  const input = { id, proof: { type, encryptedOtpBundle } };
  await bySigning(world, tenant, accountId, (core) => core.wallets.verifyCredential, input);
}

/** The credentials with which owners can sign in with a code. */
async function codeCredentials(world: World, tenant: Tenant): Promise<readonly WalletCredential[]> {
  const all = await records(world, tenant.key, WALLET_CREDENTIALS);
  return all.filter(({ status, type }) => status === 'ACTIVE' && (type === 'EMAIL_OTP' || type === 'SMS_OTP'));
}

const wallet = (world: World, tenant: Tenant, draw: Draw): Known =>
  draw.recent(world.list(tenant, 'internals').filter(({ type }) => type === 'EMBEDDED_WALLET'));

/** Embedded Wallets: sign-ins, credentials, sessions and delegated keys. */
export const WALLET_MOVES: readonly Move[] = [
  {
    name: 'wallets.sign-in',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const credential = draw.recent(await codeCredentials(world, tenant));
      await signIn(world, tenant, credential, draw.of(['000000', '000000', '000000', '654321']));
    },
  },
  {
    name: 'wallets.add-credential',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { accountId } = draw.recent(await records(world, tenant.key, WALLET_SESSIONS));
      const input = { accountId, credential: { type: 'SMS_OTP' } };
      await bySigning(world, tenant, accountId, (core) => core.wallets.createCredential, input);
    },
  },
  {
    name: 'wallets.revoke-credential',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const all = await records(world, tenant.key, WALLET_CREDENTIALS);
      const sms = all.filter(({ status, type }) => status === 'ACTIVE' && type === 'SMS_OTP');
      const { id, accountId } = draw.recent(sms);
      await bySigning(world, tenant, accountId, (core) => core.wallets.revokeCredential, { id });
    },
  },
  {
    name: 'wallets.refresh-session',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id, accountId } = draw.recent(await records(world, tenant.key, WALLET_SESSIONS));
      const input = { id, clientPublicKey: keyOf(accountId).publicKey };
      await bySigning(world, tenant, accountId, (core) => core.wallets.refreshSession, input);
    },
  },
  {
    name: 'wallets.revoke-session',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id, accountId } = draw.recent(await records(world, tenant.key, WALLET_SESSIONS));
      await bySigning(world, tenant, accountId, (core) => core.wallets.revokeSession, { id });
    },
  },
  {
    name: 'wallets.delegate',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const account = wallet(world, tenant, draw);
      const { id: cardId } = known(world, tenant, 'cards', draw);
      const input = { cardId, internalAccountId: account.id, nickname: 'spending' };
      await bySigning(world, tenant, account.id, (core) => core.wallets.createDelegatedKey, input);
    },
  },
  {
    name: 'wallets.end-delegation',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = draw.recent(await records(world, tenant.key, DELEGATED_KEYS));
      await world.call(tenant, (core) => core.wallets.revokeDelegatedKey, { id });
    },
  },
  {
    name: 'wallets.delegate-card',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const credential = draw.recent(await codeCredentials(world, tenant));
      const { accountId } = credential;
      const mine = world.list(tenant, 'internals').find(({ id }) => id === accountId);
      const all = await records(world, tenant.key, CARDS);
      const has = all.find(({ state, fundingSources }) => state !== 'CLOSED' && fundingSources.includes(accountId));
      const card =
        has ??
        (await world.call(tenant, (core) => core.cards.order, {
          cardholderId: String(mine?.['customerId']),
          platformCardId: 'card-890',
          fundingSources: [accountId],
        }));
      if (card === null) return;
      learnt(world, tenant, 'cards', card);
      await signIn(world, tenant, credential, '000000');
      const input = { cardId: card.id, internalAccountId: accountId, nickname: 'spending' };
      const calls = draw.of([3, 3, 3, 2]);
      await bySigning(world, tenant, accountId, (core) => core.wallets.createDelegatedKey, input, calls);
    },
  },
];
