import { err, ok } from '@corridor/core';
import type { OutboundHttp, UmaProtocol } from '@corridor/core/ports';
import { isLocalDomain, originOf } from '@corridor/core/internal';
import { getSupportedMajorVersions } from '@uma-sdk/core';
import { makeKeys } from './certificates.js';
import { checkKeyDocument, writeKeyDocument } from './key-document.js';
import { receivingVasp } from './receiving-vasp.js';
import { type Calls, sendingVasp } from './sending-vasp.js';

const KEYS_WITHIN_MS = 3_000;

/** The protocol over HTTP. Checks and computes what its library accepts unchecked or gets wrong. */
export function createProtocol(http: OutboundHttp): UmaProtocol {
  const calls: Calls = {
    get: (url, withinMs) =>
      http.send({
        url,
        method: 'GET',
        headers: { accept: 'application/json' },
        body: null,
        httpsOnly: !isLocalUrl(url),
        withinMs,
      }),
    post: (url, body, withinMs) =>
      http.send({
        url,
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body,
        httpsOnly: !isLocalUrl(url),
        withinMs,
      }),
  };

  return {
    makeKeys,
    keysDocument: async (keys, expiresAt) => writeKeyDocument(keys, expiresAt),
    configuration: async (name) =>
      JSON.stringify({ name, uma_major_versions: [...getSupportedMajorVersions()].sort() }),

    async fetchKeys(domain, now) {
      const outcome = await calls.get(`${originOf(domain)}/.well-known/lnurlpubkey`, KEYS_WITHIN_MS);
      if (outcome.kind === 'unreachable') return err('COUNTERPARTY_PUBKEY_FETCH_ERROR', outcome.reason);
      if (outcome.status !== 200) {
        return err('COUNTERPARTY_PUBKEY_FETCH_ERROR', `the counterparty answered ${outcome.status}`);
      }
      if (outcome.truncated) {
        return err('COUNTERPARTY_PUBKEY_FETCH_ERROR', 'the key document of the counterparty is too long');
      }
      const checked = checkKeyDocument(outcome.body, now);
      return checked.ok ? ok({ document: outcome.body, expiresAt: checked.value }) : checked;
    },

    ...sendingVasp(calls),
    ...receivingVasp,
  };
}

const isLocalUrl = (url: string): boolean => URL.canParse(url) && isLocalDomain(new URL(url).host);
