import { keyIdOf } from '@corridor/adapters-rails/custody';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { callSigned, createKey, openExport, openSessionKey } from '@corridor/client/wallet';
import {
  type Core,
  instant,
  type PreparedUseCase,
  type Result,
  runUseCase,
  type SignedCall,
  type TenantKey,
  tenantKey,
  type UseCase,
} from '@corridor/core';
import type { Messages, Reads } from '@corridor/core/ports';
import { type AnyKind, type BaseRecord, type KindOf, PLATFORMS, RECORD_KINDS } from '@corridor/core/records';
import { accountsOf, type Challenge as CoreChallenge, UNSIGNED } from '@corridor/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../packages/adapters-storage/src/memory/index.js';
import { createSqliteStorage } from '../../packages/adapters-storage/src/sqlite/index.js';
import { type Api, expecting } from '../support/api.js';
import { activeCard } from '../support/cards.js';
import { clientOf } from '../support/client.js';
import { embedCore } from '../support/embedded-core.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { type Issuer, identityIssuer, nonceOf } from '../support/identity-issuer.js';
import {
  call,
  challengeOf,
  type Credential,
  enableWallets,
  encryptedCode,
  type Key,
  newKey,
  openWallet,
  type OwnedWallet,
  SANDBOX_CODE,
  sendCode,
  signed,
  signInByCode,
  stampHeaders,
  stampOf,
  tryCode,
} from '../support/wallet-owner.js';

/** The words of a wallet as its owner exports them. */
async function wordsOf(api: Api, { account }: OwnedWallet, key: Key): Promise<string> {
  const target = createKey();
  const { encryptedWalletCredentials } = await callSigned(
    clientOf(api),
    'exportInternalAccount',
    { path: { id: account.id }, body: { clientPublicKey: target.publicKeyUncompressed } },
    key,
  );
  return openExport(encryptedWalletCredentials, target, { accountId: account.id });
}

/** All bytes in a host's folder except the master key. */
const keptIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.startsWith('corridor.db'))
    .map((name) => readFileSync(join(folder, name)).toString('latin1'))
    .join('\n');

interface SealedText {
  readonly column: string;
  readonly keyId: string;
  /** Whether the record kind declares the column as sealed (encrypted with the master key). */
  readonly declared: boolean;
}

/** All sealed (encrypted) texts of the database, in all columns. */
async function sealedTexts(deployment: Deployment): Promise<readonly SealedText[]> {
  const storage = deployment.open();
  try {
    const list = (kind: AnyKind) => async (reads: Reads) =>
      (await reads.list(kind as unknown as KindOf<BaseRecord>, { order: 'asc', limit: 1000, counted: false })).rows;
    const platforms = await storage.units.read(null, list(PLATFORMS as unknown as AnyKind));
    const texts: SealedText[] = [];
    for (const kind of RECORD_KINDS) {
      const tenants = kind.scope === 'host' ? [null] : platforms.map(({ id }) => id as TenantKey);
      for (const tenant of tenants) {
        for (const row of await storage.units.read(tenant, list(kind))) {
          for (const [column, value] of Object.entries(row)) {
            const text =
              typeof value === 'string'
                ? value
                : JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
            const keyId = /v[12]\.([0-9a-f]{12})\./.exec(text ?? '')?.[1];
            if (keyId !== undefined) {
              texts.push({ column: `${kind.name}.${column}`, keyId, declared: kind.sealed.includes(column) });
            }
          }
        }
      }
    }
    return texts;
  } finally {
    await storage.close();
  }
}

describe('the keys of wallets', () => {
  let deployment: Deployment;
  let host: Host;
  let wallet: OwnedWallet;
  const client = newKey();
  let session: Key;
  let words = '';
  /** A verification token, which only the client receives, for a challenge that is still open. */
  let token = '';
  /** Identity tokens of the owner: for an open challenge, for a credential and for a session. */
  const identityTokens: string[] = [];
  let issuer: Issuer;
  const masterKey = (): string => readFileSync(join(deployment.dataDirectory, 'master.key'), 'utf8').trim();

  beforeAll(async () => {
    deployment = await createDeployment('sqlite');
    host = await deployment.launch();
    await enableWallets(host.api);
    wallet = await openWallet(host.api);
    const opened = await signInByCode(host.api, wallet.email, client, 'publicKeyUncompressed');
    session = await openSessionKey(opened.encryptedSessionSigningKey!, client);
    words = await wordsOf(host.api, wallet, session);
    const body = {
      cardId: (await activeCard(host.api, wallet.customer.id, [wallet.account.id])).id,
      internalAccountId: wallet.account.id,
      nickname: 'Card',
    };
    const first = await challengeOf(host.api, 'POST', '/auth/delegated-keys', body);
    await expecting(202, call(host.api, 'POST', '/auth/delegated-keys', body, await stampHeaders(session, first)));
    const sent = await sendCode(host.api, wallet.email.id);
    const { answer } = await tryCode(host.api, sent, SANDBOX_CODE, newKey(), 'publicKey');
    token = (await expecting(202, Promise.resolve(answer))).payloadToSign;
    issuer = await identityIssuer();
    const credential = { type: 'OAUTH', accountId: wallet.account.id };
    identityTokens.push(await issuer.token());
    await challengeOf(host.api, 'POST', '/auth/credentials', { ...credential, oidcToken: identityTokens[0] });
    identityTokens.push(await issuer.token({ sub: 'owner-2' }));
    const oauth = await expecting(
      201,
      signed<Credential>(host.api, session, 'POST', '/auth/credentials', {
        ...credential,
        oidcToken: identityTokens[1],
      }),
    );
    const clientPublicKey = newKey().publicKey;
    identityTokens.push(await issuer.token({ sub: 'owner-2', nonce: nonceOf(clientPublicKey) }));
    const proof = { type: 'OAUTH', clientPublicKey, oidcToken: identityTokens[2] };
    await expecting(200, host.api.post(`/auth/credentials/${oauth.id}/verify`, proof));
  });
  afterAll(async () => {
    await issuer.close();
    await deployment.remove();
  });

  it('appear in plain text neither in the database nor in the log', () => {
    const kept = keptIn(deployment.dataDirectory) + host.stderr();
    expect(kept).toContain(wallet.account.id);
    expect(token).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+$/);
    const parts = [
      ...[token, ...identityTokens].flatMap((jwt) => jwt.split('.').slice(1)),
      words.split(' ').slice(0, 3).join(' '),
    ];
    for (const secret of [words, session.privateKey, client.privateKey, token, ...identityTokens, ...parts]) {
      expect(kept).not.toContain(secret);
      expect(kept.toLowerCase()).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('keep working after a rotation of the master key, and nothing stays sealed with the old one', async () => {
    const old = masterKey();
    const signing = await expecting(200, host.api.get<string>('/webhooks/public-key'));
    await host.stop();
    const rotated = await deployment.command('master-key', 'rotate');
    expect([rotated.exitCode, rotated.stdout]).toEqual([
      0,
      expect.stringMatching(/^encrypted the secrets of \d+ records with the new master key/),
    ]);
    expect(masterKey()).not.toBe(old);
    // Texts that the former key has sealed would otherwise remain in free pages of the file.
    const formerId = keyIdOf(Buffer.from(old, 'base64'));
    expect(keptIn(deployment.dataDirectory)).not.toContain(`.${formerId}.`);
    expect(readdirSync(deployment.dataDirectory)).not.toContain('master.key.next');

    await expect(deployment.start({ CORRIDOR_MASTER_KEY: old })).rejects.toThrow(/was sealed with the master key/);
    host = await deployment.start();
    const change = { path: { id: wallet.account.id }, body: { privateEnabled: true } };
    await callSigned(clientOf(host.api), 'updateInternalAccount', change, session);
    expect(await wordsOf(host.api, wallet, session)).toBe(words);
    expect(await expecting(200, host.api.get<string>('/webhooks/public-key'))).toBe(signing);
    await signInByCode(host.api, wallet.email, newKey());
    const renewed = await sealedTexts(deployment);
    expect(renewed.filter(({ declared }) => !declared)).toEqual([]);
    const id = /with the new master key ([0-9a-f]{12})/.exec(rotated.stdout)?.[1];
    expect(new Set(renewed.map(({ keyId }) => keyId))).toEqual(new Set([id]));
    expect(renewed.map(({ column }) => column)).toEqual(
      expect.arrayContaining([
        'host_keys.sealedPrivateKey',
        'webhook_keys.sealedPrivateKey',
        'wallets.keyHandle',
        'delegated_keys.keyHandle',
      ]),
    );
  });

  it('cannot be used without the master key: the host refuses to start with the reason', async () => {
    await host.stop();
    const file = join(deployment.dataDirectory, 'master.key');
    renameSync(file, `${file}.away`);
    await expect(deployment.start()).rejects.toThrow(/holds sealed secrets, but there is no master key/);
    renameSync(`${file}.away`, file);
    host = await deployment.start();
    await host.stop();
    await deployment.audit();
  });
});

interface Sent {
  readonly to: string;
  readonly code: string;
}

/** A production platform of an embedded core, whose codes are collected in a list. */
async function production(storage: Parameters<typeof embedCore>[0], fails = 0) {
  const sent: Sent[] = [];
  let failures = fails;
  const messages: Messages = {
    async send({ to, code }) {
      failures -= 1;
      if (failures >= 0) return { kind: 'unavailable', reason: 'the relay is away' };
      sent.push({ to, code });
      return { kind: 'accepted' };
    },
  };
  let ahead = 0;
  const core = embedCore(storage, { messages, clock: { now: () => instant(Date.now() + ahead) } });
  const tenant: TenantKey = tenantKey('Platform:01943c5e-0000-7000-8000-000000000001' as never, 'PRODUCTION');
  const context = () => core.context(tenant, { kind: 'system' }, 'test');
  const run = <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I): Promise<Result<O>> =>
    runUseCase(core.units, context(), useCase, input);
  valueOf(await run(core.platforms.create, { name: 'Live', currencies: ['USDB'] }));
  const embeddedWalletConfig = { appName: 'Live', otpLength: 12, alphanumeric: true };
  valueOf(await run(core.platforms.updateConfig, { embeddedWalletConfig }));
  const customer = valueOf(
    await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada', email: 'ada@example.com' }),
  );
  const account = (await core.units.read(tenant, (reads) => accountsOf(reads, customer.id)))[0]!;
  const credentials = valueOf(
    await core.units.read(tenant, (reads) => core.wallets.listCredentials(reads, context(), { accountId: account.id })),
  );
  const advance = (seconds: number): void => void (ahead += seconds * 1000);
  return { core, run, sent, account, advance, credential: credentials[0]! };
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

type Live = Awaited<ReturnType<typeof production>>;

const ask = async ({ run, core, credential }: Live): Promise<string> => {
  const asked = valueOf(await run(core.wallets.challengeCredential, { id: credential.id }));
  return asked.kind === 'code' ? (asked.bundle ?? '') : '';
};

async function verify({ run, core, credential, account }: Live, bundle: string, code: string, key: Key) {
  const shown = { id: credential.id, accountId: account.id, type: 'EMAIL_OTP', nickname: '' };
  const encryptedOtpBundle = await encryptedCode({ ...shown, otpEncryptionTargetBundle: bundle }, code, key.publicKey);
  const proof = { type: 'EMAIL_OTP', encryptedOtpBundle } as const;
  return (signedCall: SignedCall) =>
    run(core.wallets.verifyCredential, { id: credential.id, proof, signed: signedCall });
}

describe('a code in production', () => {
  const drained = (core: Core): Promise<number> => core.work.runJobs();

  it('is sent after the commit, sent again after a failure, and opens a session', async () => {
    const live = await production(createMemoryStorage(), 1);
    const bundle = await ask(live);
    expect(live.sent).toEqual([]);
    await drained(live.core);
    expect(live.sent).toEqual([]);
    live.advance(2);
    await drained(live.core);
    expect(live.sent).toEqual([{ to: 'ada@example.com', code: expect.stringMatching(/^[2-9A-Z]{12}$/) as string }]);

    const key = newKey();
    const attempt = await verify(live, bundle, live.sent[0]!.code, key);
    const challenge = valueOf(await attempt(UNSIGNED)) as CoreChallenge;
    expect(challenge.kind).toBe('challenge');
    const stamp = await stampOf(key, challenge.payloadToSign);
    expect(valueOf(await attempt({ stamp, requestId: challenge.requestId }))).toMatchObject({ kind: 'done' });
  });

  it('becomes void with the next one, and the sandbox code is refused', async () => {
    const live = await production(createMemoryStorage());
    const first = await ask(live);
    await drained(live.core);
    const second = await ask(live);
    await drained(live.core);
    const [one, two] = live.sent.map(({ code }) => code);
    const key = newKey();
    for (const [bundle, code] of [
      [first, one],
      [second, one],
      [second, '000000'],
    ] as const) {
      const attempt = await verify(live, bundle, code!, key);
      expect(await attempt(UNSIGNED)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    }
    expect(valueOf(await (await verify(live, second, two!, key))(UNSIGNED)).kind).toBe('challenge');
  });

  it('is never stored in plain text, neither before nor after it is sent', async () => {
    const deployment = await createDeployment('sqlite');
    try {
      const storage = createSqliteStorage({ path: deployment.address });
      await storage.migrate();
      const live = await production(storage);
      await ask(live);
      const before = keptIn(deployment.dataDirectory);
      await drained(live.core);
      await storage.close();
      const [{ code }] = live.sent as [Sent];
      expect(code).toHaveLength(12);
      expect(before).toContain(live.account.id);
      expect(before + keptIn(deployment.dataDirectory)).not.toContain(code);
    } finally {
      await deployment.remove();
    }
  });
});
