import { UNSIGNED } from '../../wallets/index.js';
import type { Signed, SignedCall } from '../../wallets/index.js';
import type { Result } from '../../kernel/index.js';
import { valueOf } from '../play-core.js';
import { bySigning, challengeIn, codeBundle, identityToken, newKey, playWallets, signedBy } from '../play-wallets.js';
import { type BlockedWorld, start } from './starts.js';

/** The owner of an Embedded Wallet, with a session, a second credential and a card that spends from the wallet. */
export async function walletsWorld(): Promise<BlockedWorld> {
  const of = await playWallets();
  const { play } = of;
  const { wallets, cards } = play.core;
  const owner = await of.open({ email: 'ada@example.com', phoneNumber: '+15550001111' });
  const { account, customer } = owner;
  const key = newKey();
  const { session } = await of.signIn(owner, key);
  /** The input of the second call, whose signature the owner has made. */
  const signed = async (call: (signed: SignedCall) => Promise<Result<Signed<unknown>>>): Promise<SignedCall> =>
    signedBy(key, challengeIn(await call(UNSIGNED)));

  const adding = (call: SignedCall) => ({
    accountId: account.id,
    credential: { type: 'SMS_OTP' as const },
    signed: call,
  });
  const second = await bySigning(key, (call) => of.prepared(wallets.createCredential, adding(call)));
  const [first] = await of.credentials(owner);
  const revoking = (call: SignedCall) => ({ id: second.credential.id, signed: call });
  const next = newKey();
  const refreshing = (call: SignedCall) => ({ id: session.id, clientPublicKey: next.publicKey, signed: call });
  const updating = (call: SignedCall) => ({ id: account.id, privateEnabled: true, signed: call });
  const exporting = (call: SignedCall) => ({ id: account.id, clientPublicKey: next.uncompressed, signed: call });
  const card = valueOf(await play.run(cards.order, { cardholderId: customer.id, fundingSources: [account.id] }));
  await play.pass(0);
  const delegating = (call: SignedCall) => ({
    ...{ cardId: card.id, internalAccountId: account.id, nickname: 'Daily', signed: call },
  });

  // A key that waits for the signature of its policy.
  const weekly = (call: SignedCall) => ({ ...delegating(call), nickname: 'Weekly' });
  const created = await signed((call) => of.prepared(wallets.createDelegatedKey, weekly(call)));
  challengeIn(await of.prepared(wallets.createDelegatedKey, weekly(created)));

  const other = newKey();
  const asked = valueOf(await of.prepared(wallets.challengeCredential, { id: first!.id }));
  const bundle = asked.kind === 'code' ? asked.bundle : null;
  const encryptedOtpBundle = codeBundle(bundle, { otp_code: '000000', public_key: other.publicKey });
  const verifying = (call: SignedCall) => ({
    ...{ id: first!.id, proof: { type: 'EMAIL_OTP', encryptedOtpBundle } as const, signed: call },
  });
  const entered = signedBy(other, challengeIn(await of.prepared(wallets.verifyCredential, verifying(UNSIGNED))));

  return {
    play,
    customers: [customer.id],
    ofCustomer: {
      'wallets.createCredential': start(play, wallets.createCredential, {
        ...adding(UNSIGNED),
        credential: { type: 'OAUTH', oidcToken: identityToken({ subject: 'grace' }) },
      }),
      'wallets.challengeCredential': start(play, wallets.challengeCredential, { id: second.credential.id }),
      'wallets.verifyCredential': start(play, wallets.verifyCredential, verifying(entered)),
      'wallets.revokeCredential': start(play, wallets.revokeCredential, revoking(UNSIGNED)),
      'wallets.revokeCredential, signed': start(
        play,
        wallets.revokeCredential,
        revoking(await signed((call) => play.run(wallets.revokeCredential, revoking(call)))),
      ),
      'wallets.refreshSession': start(play, wallets.refreshSession, refreshing(UNSIGNED)),
      'wallets.refreshSession, signed': start(
        play,
        wallets.refreshSession,
        refreshing(await signed((call) => of.prepared(wallets.refreshSession, refreshing(call)))),
      ),
      'wallets.updateAccount': start(play, wallets.updateAccount, updating(UNSIGNED)),
      'wallets.updateAccount, signed': start(
        play,
        wallets.updateAccount,
        updating(await signed((call) => play.run(wallets.updateAccount, updating(call)))),
      ),
      'wallets.exportAccount': start(play, wallets.exportAccount, exporting(UNSIGNED)),
      'wallets.exportAccount, signed': start(
        play,
        wallets.exportAccount,
        exporting(await signed((call) => of.prepared(wallets.exportAccount, exporting(call)))),
      ),
      'wallets.createDelegatedKey': start(play, wallets.createDelegatedKey, delegating(UNSIGNED)),
      'wallets.createDelegatedKey, signed': start(
        play,
        wallets.createDelegatedKey,
        delegating(await signed((call) => of.prepared(wallets.createDelegatedKey, delegating(call)))),
      ),
    },
    ofPlatform: {},
  };
}
