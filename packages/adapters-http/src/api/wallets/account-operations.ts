import { WALLET_EXAMPLE } from '../accounts/examples.js';
import { internalAccount } from '../accounts/schemas.js';
import { serializeInternalAccountView } from '../accounts/serialize.js';
import { command, prepared } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { serializeSigned, signedRequestChallenge, signedStatus } from '../../kit/signed-retry.js';
import { challengeOf, EXPORT_BUNDLE, UNCOMPRESSED_CLIENT_KEY } from './examples.js';
import { accountExport, accountExportRequest, accountUpdateRequest } from './schemas.js';
import { serializeExport } from './serialize.js';
import { SIGNED, TWO_CALLS, TO_SIGN, SIGNED_BODY_REFUSALS } from './signed-calls.js';

const ACCOUNTS = 'Internal Accounts';

const accountId = pathId('InternalAccount', 'REFERENCE_NOT_FOUND');

/** The accounts of wallets. */
export const walletAccountOperations: readonly Operation[] = [
  command({
    method: 'PATCH',
    path: '/internal-accounts/{id}',
    operationId: 'updateInternalAccount',
    tag: ACCOUNTS,
    summary: 'Change an Embedded Wallet',
    description: `Stores whether the owner wants the wallet to be private. It has no effect on money, and no event is sent. Other
accounts than Embedded Wallets cannot be changed.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: accountId },
    headers: SIGNED,
    body: accountUpdateRequest,
    responses: { 200: internalAccount, 202: signedRequestChallenge },
    outcomes: { 200: 'Second call: the choice is stored.', 202: TO_SIGN },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_INPUT: 'The account is not an Embedded Wallet, or `privateEnabled` is missing.',
    },
    examples: [
      {
        title: 'Ask for privacy: first call',
        status: 202,
        body: { privateEnabled: true },
        answer: challengeOf('account.update', exampleId('InternalAccount')),
      },
      {
        title: 'Ask for privacy: second call',
        status: 200,
        body: { privateEnabled: true },
        answer: { ...WALLET_EXAMPLE, privateEnabled: true },
      },
    ],
    useCase: (core) => core.wallets.updateAccount,
    input: ({ params, body, signed }) => ({ id: params.id, privateEnabled: body.privateEnabled, signed }),
    status: signedStatus(200),
    serialize: serializeSigned(serializeInternalAccountView),
  }),
  prepared({
    method: 'POST',
    path: '/internal-accounts/{id}/export',
    operationId: 'exportInternalAccount',
    tag: ACCOUNTS,
    summary: 'Export the keys of an Embedded Wallet to its owner',
    description: `Returns the mnemonic of the wallet (BIP-39, twelve words), encrypted by HPKE to a key of the owner's client, so that
neither you nor the network can read it. With it the owner can move the money in other wallet software, outside of this
service. The export itself changes nothing: balance, credentials and sessions stay. The signature covers
\`clientPublicKey\`.

HPKE (RFC 9180) in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, \`info\` \`turnkey_hpke\`, and as
additional data the encapsulated key followed by the client's key, both uncompressed.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: accountId },
    headers: SIGNED,
    body: accountExportRequest,
    responses: { 200: accountExport, 202: signedRequestChallenge },
    outcomes: { 200: 'Second call: the encrypted mnemonic.', 202: TO_SIGN },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_INPUT: 'The account is not an Embedded Wallet, or `clientPublicKey` is compressed or not on the curve.',
    },
    examples: [
      {
        title: 'Export the mnemonic: first call',
        status: 202,
        body: { clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: challengeOf('account.export', exampleId('InternalAccount'), {
          targetPublicKey: UNCOMPRESSED_CLIENT_KEY,
        }),
      },
      {
        title: 'Export the mnemonic: second call',
        status: 200,
        body: { clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: { id: exampleId('InternalAccount'), encryptedWalletCredentials: EXPORT_BUNDLE },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.wallets.exportAccount,
    input: ({ params, body, signed }) => ({ id: params.id, clientPublicKey: body.clientPublicKey, signed }),
    status: signedStatus(200),
    serialize: serializeSigned(serializeExport),
  }),
];
