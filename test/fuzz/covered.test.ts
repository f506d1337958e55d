import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READERS } from './readers/index.js';

const PACKAGES = new URL('../../packages/', import.meta.url);

/** What a module uses to take bytes apart. */
const DECODERS =
  /JSON\.parse\(|new TextDecoder|XMLParser|from 'csv-parse'|from 'busboy'|createBase58check|bech32|inflateRawSync|gunzipSync/;

/** Modules that use a decoder without a reader of their own, and why. */
const WITHOUT_A_READER: Readonly<Record<string, string>> = {
  'adapters-http/src/server/openapi.ts': 'its own document',
  'adapters-http/src/server/response-check.ts': 'its own answers',
  'adapters-http/src/server/site.ts': 'files of the package',
  'core/src/audit/logged-blocks.ts': 'keys that it has written itself',
  'adapters-http/src/console/sign-in/passkey-script.ts': 'runs in the browser of the operator',
  'adapters-http/src/console/sign-in/setup.ts':
    'a proof of a passkey, which passkey-attestation and passkey-assertion read',
  'adapters-http/src/api/uma/institution-routes.ts': 'its own key document',
  'adapters-rails/src/bank-files/incoming/movement-records.ts': 'records that the service wrote',
  'adapters-rails/src/cards/sandbox-issuer.ts': 'records that the service wrote',
  'adapters-rails/src/evm/signers.ts': 'the answer of the signer that the operator runs',
  'adapters-rails/src/iso20022/decode-xml.ts': 'a part of bank-message',
  'adapters-rails/src/sandbox/chains.ts': 'writes addresses',
  'adapters-rails/src/uma/payment-steps.ts': 'records that the service wrote',
  'adapters-storage/src/blobs/file-archive.ts': 'files that a host encrypted: other content does not open',
  'adapters-storage/src/migrations/0054-one-notation.ts': 'rows that the service wrote',
  'adapters-storage/src/migrations/0055-authorization-ends.ts': 'rows that the service wrote',
  'adapters-storage/src/migrations/0059-sealed-log.ts': 'rows that the service wrote',
  'adapters-storage/src/schema/json.ts': 'rows that the service wrote',
  'core/src/accounts/account-types/crypto.ts': 'describes addresses',
  'core/src/customers/bulk-import.ts': 'records that the service wrote',
  'core/src/kernel/notation.ts': 'describes addresses',
  'core/src/rails/stored-form.ts': 'records that the service wrote',
  'core/src/screening/matches.ts': 'records that the service wrote',
  'core/src/screening/store-question.ts': 'records that the service wrote',
  'core/src/sign-in/factors.ts': 'records that the service wrote',
  'core/src/stablecoins/issuer.ts': 'records that the service wrote',
  'core/src/transactions/arrival.ts': 'records that the service wrote',
  'core/src/travel-rule/travel-rule-transfer.ts': 'records that the service wrote',
  'core/src/uma/approval.ts': 'the answer of the receiver that the platform runs',
  'core/src/wallets/verify-otp.ts': 'the text that wallet-otp-bundle decrypts',
  'host/src/commands/action-input.ts': 'a file of the operator, whose values the input of the action checks',
  'core/src/sign-in/provider-sign-in.ts': 'what the host has sealed itself',
  'host/src/files/data-file.ts': 'a part of each file of the operator',
  'host/src/files/version.ts': 'a file of the package',
  'host/src/logging/text-log.ts': 'a line of the log that the host has written',
  'host/src/rails/contract-kits.ts': 'requests that the command has sent',
  'host/src/rails/explained-faults.ts':
    'the answer of the partner that the operator tests: any other text is shown as it is',
  'host/src/running-host/mcp/http-sessions.ts': 'a request that the library of the protocol checks',
  'host/src/running-host/mcp/lenient-arguments.ts': 'texts in a request, whose values each tool checks',
  'host/src/running-host/mcp/sdk.ts': 'a request that the library of the protocol checks',
  'host/src/running-host/remote.ts': 'the answer of the host that the operator names',
  'host/src/settings/configuration.ts': 'the settings of the operator',
  'host/src/settings/data.ts': 'a setting of the operator',
  'host/src/terminal/printed-list.ts': 'records of the service',
};

const modules = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /^[a-z-]+\/src\/.*\.ts$/.test(path) &&
    !/\.test\.ts$|\/(testing|contract-tests|generated|node_modules)\//.test(path),
);
const covered = new Set(READERS.flatMap(({ sources }) => sources));

test('every module that a reader names exists', () => {
  for (const source of covered) expect(existsSync(new URL(source, PACKAGES)), source).toBe(true);
});

test('every module that decodes bytes has a reader, or a reason to have none', () => {
  const decoding = modules.filter((path) => DECODERS.test(readFileSync(new URL(path, PACKAGES), 'utf8')));
  expect(decoding.filter((path) => !covered.has(path) && WITHOUT_A_READER[path] === undefined)).toEqual([]);
  expect(Object.keys(WITHOUT_A_READER).filter((path) => covered.has(path) || !decoding.includes(path))).toEqual([]);
});
