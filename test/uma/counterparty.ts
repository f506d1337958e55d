import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as uma from '@uma-sdk/core';
import { instant } from '@corridor/core';
import type { Clock } from '@corridor/core/ports';
import { makeKeys } from '../../packages/adapters-rails/src/uma/certificates.js';
import { type SimulatedLightning, simulatedLightning } from '../../packages/adapters-rails/src/uma/lightning.js';

const clock: Clock = { now: () => instant(Date.now()) };

export interface Answered {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay before the answer, in milliseconds. */
  readonly after?: number;
}

type Misbehaviour = (usual: () => Promise<Answered>, request: string) => Answered | Promise<Answered>;

/** Deviations of a counterparty from the protocol. */
export interface Misbehaviours {
  keys?: Misbehaviour;
  lookUp?: Misbehaviour;
  payRequest?: Misbehaviour;
  notice?: Misbehaviour;
}

export interface KeyPair {
  readonly certificates: string;
  readonly privateKey: Buffer;
}

/** An institution built on `@uma-sdk/core` only, without Corridor's protocol adapter. */
export interface Counterparty {
  readonly authority: string;
  readonly receiver: string;
  readonly sender: string;
  readonly lightning: SimulatedLightning;
  readonly signing: KeyPair;
  readonly encryption: KeyPair;
  /** Millisatoshis in one cent. */
  readonly multiplier: number;
  misbehaves: Misbehaviours;
  /** The raw pay requests and notices. */
  readonly requests: { readonly payRequests: string[]; readonly notices: string[]; readonly lookUps: URL[] };
  /** The answer of `/.well-known/lnurlpubkey`. */
  keyDocument(signing?: KeyPair): string;
  close(): Promise<void>;
}

export interface CounterpartyOptions {
  readonly directory: string;
  readonly version?: '1.0' | '0.3';
  readonly payerData?: Record<string, { mandatory: boolean }>;
  readonly isSubjectToTravelRule?: boolean;
}

const DAY_MS = 24 * 3600 * 1000;
const VALID = { from: -DAY_MS, until: 30 * DAY_MS };

export async function keyPairFor(domain: string, { from, until } = VALID): Promise<KeyPair> {
  const of = { domain, from: instant(Date.now() + from), until: instant(Date.now() + until) };
  const { signingCertificates, signingKey } = await makeKeys(of);
  return { certificates: signingCertificates, privateKey: Buffer.from(signingKey, 'hex') };
}

const derOf = (pem: string): string => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('hex');

export async function createCounterparty(options: CounterpartyOptions): Promise<Counterparty> {
  const { directory, version = '1.0', payerData = { name: { mandatory: false } } } = options;
  const lightning = simulatedLightning({ directory, clock });
  const requests = { payRequests: [] as string[], notices: [] as string[], lookUps: [] as URL[] };
  const currency = new uma.Currency('USD', 'US Dollar', '$', 23_400, 1, 10_000_000, 2);
  const metadata = JSON.stringify([['text/plain', 'Pay Bob']]);

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const authority = `localhost:${(server.address() as AddressInfo).port}`;
  const signing = await keyPairFor(authority);
  const encryption = await keyPairFor(authority);

  async function lookUp(url: URL): Promise<Answered> {
    let request: uma.LnurlpRequest;
    try {
      request = uma.parseLnurlpRequest(url);
      if (version === '0.3' && request.umaVersion !== '0.3') throw new uma.UnsupportedVersionError('1.0', [0]);
    } catch (error) {
      if (!(error instanceof uma.UnsupportedVersionError)) throw error;
      return { status: 412, body: JSON.stringify({ supportedMajorVersions: error.supportedMajorVersions }) };
    }
    const keys = uma.PubKeyResponse.fromJson(await textOf(`http://${request.vaspDomain}/.well-known/lnurlpubkey`));
    const validator = new uma.InMemoryNonceValidator(0);
    if (!(await uma.verifyUmaLnurlpQuerySignature(request, keys, validator))) return { status: 401, body: '{}' };
    if (!request.receiverAddress.startsWith('$bob@')) return { status: 404, body: '{}' };
    const answer = await uma.getLnurlpResponse({
      request,
      callback: `http://${authority}/payreq/bob`,
      encodedMetadata: metadata,
      minSendableSats: 1,
      maxSendableSats: 100_000_000,
      privateKeyBytes: signing.privateKey,
      requiresTravelRuleInfo: options.isSubjectToTravelRule ?? false,
      payerDataOptions: { ...payerData },
      currencyOptions: [currency],
      receiverKycStatus: uma.KycStatus.Verified,
    });
    return { body: answer.toJsonString() };
  }

  async function payRequest(body: string): Promise<Answered> {
    const request = uma.PayRequest.fromJson(body);
    const payer = request.payerData?.identifier ?? '';
    const domain = payer.slice(payer.indexOf('@') + 1);
    const keys = uma.PubKeyResponse.fromJson(await textOf(`http://${domain}/.well-known/lnurlpubkey`));
    if (!(await uma.verifyPayReqSignature(request, keys, new uma.InMemoryNonceValidator(0)))) {
      return { status: 401, body: '{}' };
    }
    return { body: (await agree(request)).toJsonString() };
  }

  const agree = (request: uma.PayRequest): Promise<uma.PayReqResponse> =>
    uma.getPayReqResponse({
      request,
      metadata,
      invoiceCreator: {
        createUmaInvoice: async (msat, description) => {
          const satoshis = BigInt(Math.ceil(msat / 1000));
          const expiresAt = instant(Date.now() + 600_000);
          return (await lightning.issue({ satoshis, description, expiresAt, hold: false })).text;
        },
      },
      conversionRate: 23_400,
      receivingCurrencyCode: 'USD',
      receivingCurrencyDecimals: 2,
      receiverChannelUtxos: [],
      receiverFeesMillisats: 0,
      receivingVaspPrivateKey: signing.privateKey,
      payeeIdentifier: `$bob@${authority}`,
      utxoCallback: `http://${authority}/utxos`,
    });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', `http://${authority}`);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const [act, usual]: readonly [Misbehaviour | undefined, () => Promise<Answered>] =
      url.pathname === '/.well-known/lnurlpubkey'
        ? [self.misbehaves.keys, async () => ({ body: self.keyDocument() })]
        : url.pathname.startsWith('/.well-known/lnurlp/')
          ? [self.misbehaves.lookUp, () => lookUp(url)]
          : url.pathname.startsWith('/payreq/')
            ? [self.misbehaves.payRequest, () => payRequest(body)]
            : [self.misbehaves.notice, async () => ({ body: '{}' })];
    if (url.pathname.startsWith('/payreq/')) requests.payRequests.push(body);
    if (url.pathname === '/utxos') requests.notices.push(body);
    if (url.pathname.startsWith('/.well-known/lnurlp/')) requests.lookUps.push(url);
    const answer = await (act === undefined ? usual() : act(usual, body));
    if (answer.after !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.after).unref());
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body);
  }

  const self: Counterparty = {
    authority,
    receiver: `$bob@${authority}`,
    sender: `$carol@${authority}`,
    lightning,
    signing,
    encryption,
    multiplier: 23_400,
    misbehaves: {},
    requests,
    keyDocument: (pair = signing) =>
      JSON.stringify({
        signingCertChain: [derOf(pair.certificates)],
        encryptionCertChain: [derOf(encryption.certificates)],
        expirationTimestamp: Math.floor(Date.now() / 1000),
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return self;
}

export async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** A point of another curve, in hex. */
export const p256Key = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'der' })
    .subarray(-65)
    .toString('hex');
