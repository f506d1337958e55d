import { CUSTOMERS } from '../customers/index.js';
import { ok, type Result, update } from '../kernel/index.js';
import type { OfferAnswer, PayAnswer, PayRequestIn, VaspSignature } from '../uma/ports.js';
import { UMA_RECEIPTS, type UmaReceipt } from '../uma/records.js';
import { valueOf } from './play-core.js';
import type { FixedClock } from './ports.js';
import { playChain, playNetwork, type UmaHost, umaHost } from './uma-hosts.js';

/** The host that other institutions ask, and the payer who asks. */
export const DOMAIN = 'payee.example';
export const PAYER = '$eve@bank.example';

/** A host with messages of other institutions as tests write them, without their wire form. */
export interface UmaReceiver {
  readonly host: UmaHost;
  /** The name of the customer in its address. */
  readonly username: string;
  /** The URLs and answers of offers, and the answers to pay requests. */
  readonly urls: string[];
  readonly offers: OfferAnswer[];
  readonly answers: PayAnswer[];
  /** Whether messages are signed by their institutions. */
  isSigned: boolean;
  /** The domain that signs a notice. */
  noticeBy: string;
  offer(name?: string, domain?: string): Promise<Result<string>>;
  /** A pay request of the payer for 1,000 units of euros, unless it says otherwise. */
  pay(over?: Partial<PayRequestIn>, name?: string): Promise<Result<string>>;
  notice(id: string, domain?: string): Promise<Result<void>>;
  /** Changes the record of the customer. */
  change(values: object): Promise<void>;
  /** Replaces the currencies of the platform, which are from 100 to 500,000 units unless they say otherwise. */
  configure(...currencies: readonly (readonly [string, object])[]): Promise<void>;
  /** The receipt of the last answered pay request. */
  receipt(): Promise<UmaReceipt>;
}

export async function umaReceiver(options: {
  readonly clock: FixedClock;
  readonly lightningDirectory: string;
  readonly hasChain?: boolean;
  readonly hasLightning?: boolean;
}): Promise<UmaReceiver> {
  const { clock } = options;
  const urls: string[] = [];
  const offers: OfferAnswer[] = [];
  const answers: PayAnswer[] = [];
  const state = { isSigned: true, noticeBy: 'bank.example' };
  let payRequest: Partial<PayRequestIn> = {};
  let nonces = 0;
  const signed = (vasp: string): VaspSignature => ({
    vasp,
    nonce: `${++nonces}`,
    timestamp: clock.now() / 1_000,
    // The host's own keys are made by the protocol.
    isSignedBy: async (keys) => receiver.isSigned && (vasp === DOMAIN || keys === `keys of ${vasp}`),
  });
  const host = await umaHost({
    domain: DOMAIN,
    chain: playChain(),
    network: playNetwork(),
    hasChain: false,
    ...options,
    protocol: () => ({
      fetchKeys: async (domain) => ok({ document: `keys of ${domain}`, expiresAt: null }),
      async readOfferRequest(url) {
        urls.push(url);
        return ok({ raw: url, vasp: 'bank.example', signed: signed('bank.example') });
      },
      async answerOffer(answer) {
        offers.push(answer);
        return 'the offer';
      },
      async readPayRequest(body) {
        const { payer = PAYER } = payRequest;
        return ok({
          raw: body,
          payer,
          currency: 'EUR',
          amount: { side: 'RECEIVING', amount: 1_000n },
          settlement: null,
          payerData: {},
          requestedPayeeData: [],
          encryptedTravelRule: null,
          signed: { ...signed(payer.toLowerCase().replace(/^.*@/, '')), vasp: 'other.example' },
          description: (metadata: string) => `described: ${metadata}`,
          ...payRequest,
        });
      },
      async answerPayRequest(answer) {
        answers.push(answer);
        return 'the answer';
      },
      readNotice: async () => ok(signed(receiver.noticeBy)),
      decrypt: async (_, text) => (text === 'locked' ? null : `opened: ${text}`),
      configuration: async (name) => `configuration of ${name}`,
    }),
  });
  const { core, run, context, storage, tenant } = host.play;
  const { serve } = core.uma;
  const username = host.customer.umaAddress.split('@')[0]!;
  const receiver: UmaReceiver = Object.assign(state, {
    host,
    username,
    urls,
    offers,
    answers,
    offer: (name = username, domain = DOMAIN) => serve.offer(domain, name, '?nonce=1'),
    async pay(over: Partial<PayRequestIn> = {}, name = username) {
      payRequest = over;
      return serve.payRequest(DOMAIN, name, 'the body');
    },
    notice: (id: string, domain = DOMAIN) => serve.notice(domain, id, ''),
    async change(values: object) {
      valueOf(
        await storage.units.run(tenant, async (tx) =>
          ok(update(tx, context(), CUSTOMERS, (await tx.get(CUSTOMERS, host.customer.id))!, values as never)),
        ),
      );
    },
    async configure(...currencies: readonly (readonly [string, object])[]) {
      const supportedCurrencies = currencies.map(([currencyCode, over]) => ({
        currencyCode,
        minAmount: 100n,
        maxAmount: 500_000n,
        requiredCounterpartyFields: [],
        enabledTransactionTypes: ['INCOMING', 'OUTGOING'] as const,
        ...over,
      }));
      valueOf(await run(core.platforms.updateConfig, { supportedCurrencies }));
    },
    async receipt() {
      const id = answers.at(-1)!.utxoCallback.split('/').at(-1)!;
      return (await storage.units.read(tenant, (reads) => reads.get(UMA_RECEIPTS, `Transaction:${id}`)))!;
    },
  });
  return receiver;
}
