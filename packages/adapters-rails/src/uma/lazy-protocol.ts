import type { OutboundHttp, UmaProtocol } from '@corridor/core/ports';
import { optionalPackage } from '@corridor/core/internal';
import { UMA_PACKAGES } from './packages.js';

/** The protocol; its library is loaded with the first message, because a start does not need it. */
export function lazyProtocol(http: OutboundHttp): UmaProtocol {
  let loaded: Promise<UmaProtocol> | null = null;
  const load = (): Promise<UmaProtocol> =>
    (loaded ??= optionalPackage(UMA_PACKAGES, () => import('./protocol.js')).then(({ createProtocol }) =>
      createProtocol(http),
    ));
  return {
    makeKeys: async (of) => (await load()).makeKeys(of),
    keysDocument: async (keys, expiresAt) => (await load()).keysDocument(keys, expiresAt),
    configuration: async (name) => (await load()).configuration(name),
    fetchKeys: async (domain, now) => (await load()).fetchKeys(domain, now),
    lookUp: async (request) => (await load()).lookUp(request),
    requestPayment: async (request) => (await load()).requestPayment(request),
    notify: async (notice) => (await load()).notify(notice),
    readOfferRequest: async (url) => (await load()).readOfferRequest(url),
    answerOffer: async (answer) => (await load()).answerOffer(answer),
    readPayRequest: async (body) => (await load()).readPayRequest(body),
    answerPayRequest: async (answer) => (await load()).answerPayRequest(answer),
    readNotice: async (body) => (await load()).readNotice(body),
    decrypt: async (key, ciphertext) => (await load()).decrypt(key, ciphertext),
  };
}
