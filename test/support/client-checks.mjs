// Uses the built client in any runtime: a call, an error, a redirect, both signatures of a webhook, and a signed call.
// `client-script.mjs` and `client-worker.mjs` call it.
import { Corridor, QuoteNotFoundError } from '@corridor/client';
import { callSigned, createKey, encryptCode, openSessionKey } from '@corridor/client/wallet';
import { verifyWebhook } from '@corridor/client/webhooks';

/** Returns what the client has done, as JSON. */
export async function clientChecks({ baseUrl, redirectingUrl, credential, webhook, wallet }) {
  const corridor = new Corridor({ baseUrl, credential });

  const { secret } = await corridor.getWebhookSecret();
  const publicKeys = await corridor.getWebhookPublicKey();
  const verified = (text, keys) =>
    verifyWebhook(text, webhook.headers, keys).then(
      ({ type }) => type,
      ({ name }) => name,
    );
  const refusal = await corridor.getQuoteById({ path: { quoteId: 'Quote:none' } }).catch((error) => error);

  const key = createKey();
  const { otpEncryptionTargetBundle: targetBundle } = await corridor.challengeAuthCredential({
    path: { id: wallet.credential },
  });
  const encryptedOtpBundle = await encryptCode({
    targetBundle,
    accountId: wallet.accountId,
    code: wallet.code,
    clientPublicKey: key.publicKeyUncompressed,
  });
  const session = await callSigned(
    corridor,
    'verifyAuthCredential',
    { path: { id: wallet.credential }, body: { type: 'EMAIL_OTP', encryptedOtpBundle } },
    key,
  );
  const sessionKey = await openSessionKey(session.encryptedSessionSigningKey, key);
  const { privateEnabled } = await callSigned(
    corridor,
    'updateInternalAccount',
    { path: { id: wallet.accountId }, body: { privateEnabled: true } },
    sessionKey,
  );

  const redirected = await new Corridor({ baseUrl: redirectingUrl, credential, retries: 0 })
    .getPlatformConfig()
    .catch((error) => error);
  return {
    webhooks: [await verified(webhook.body, { secret }), await verified(webhook.body, { publicKeys })],
    forged: [await verified(`${webhook.body} `, { secret }), await verified(`${webhook.body} `, { publicKeys })],
    isNotFound: refusal instanceof QuoteNotFoundError,
    redirect: `${redirected.name}: ${redirected.message}`,
    privateEnabled,
  };
}
