// Uses the built client in any runtime: a call, an error, both signatures of a webhook, and a signed call. Its argument
// is JSON; it prints what it has seen as JSON.
import { Corridor, QuoteNotFoundError } from '@corridor/client';
import { callSigned, createKey, encryptCode, openSessionKey } from '@corridor/client/wallet';
import { verifyWebhook } from '@corridor/client/webhooks';

const [given] = globalThis.Deno?.args ?? process.argv.slice(2);
const { baseUrl, credential, webhook, wallet } = JSON.parse(given);
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

console.log(
  JSON.stringify({
    webhooks: [await verified(webhook.body, { secret }), await verified(webhook.body, { publicKeys })],
    forged: [await verified(`${webhook.body} `, { secret }), await verified(`${webhook.body} `, { publicKeys })],
    isNotFound: refusal instanceof QuoteNotFoundError,
    privateEnabled,
  }),
);
