import { type Instant, instant } from '@corridor/core';
import type { Demand } from '@corridor/core/ports';
import bolt11 from 'bolt11';

/** The regtest network, whose invoices cannot be paid with real bitcoin. */
const NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, validWitnessVersions: [0, 1] };
const FINAL_CLTV_EXPIRY = 18;

/** A decoded BOLT 11 invoice. */
export interface Invoice extends Pick<Demand, 'text' | 'descriptionHash'> {
  readonly paymentHash: string;
  readonly msat: bigint;
  readonly expiresAt: Instant;
}

export interface NewInvoice {
  readonly satoshis: bigint;
  readonly paymentHash: string;
  readonly paymentSecret: string;
  readonly descriptionHash: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly expireSeconds: number;
  /** Hex. */
  readonly nodeKey: string;
}

/** Writes a BOLT 11 invoice, signed by the node. */
export function writeInvoice(order: NewInvoice): string {
  const unsigned = bolt11.encode({
    network: NETWORK,
    satoshis: Number(order.satoshis),
    timestamp: order.timestamp,
    tags: [
      { tagName: 'payment_hash', data: order.paymentHash },
      { tagName: 'purpose_commit_hash', data: order.descriptionHash },
      { tagName: 'payment_secret', data: order.paymentSecret },
      { tagName: 'expire_time', data: order.expireSeconds },
      { tagName: 'min_final_cltv_expiry', data: FINAL_CLTV_EXPIRY },
    ],
  });
  const { paymentRequest } = bolt11.sign(unsigned, order.nodeKey);
  if (paymentRequest === undefined) throw new Error('the invoice was not signed');
  return paymentRequest;
}

const LONGEST = 4096;

/** The decoded invoice; null for a text that is not an invoice of this network with an amount and an expiry. */
export function readInvoice(text: string): Invoice | null {
  if (text.length > LONGEST || !/^lnbcrt\d/i.test(text)) return null;
  try {
    const { tagsObject, millisatoshis, timestamp } = bolt11.decode(text, NETWORK);
    const { payment_hash: paymentHash, expire_time: seconds = 3600 } = tagsObject;
    if (paymentHash === undefined || millisatoshis === undefined || millisatoshis === null || timestamp === undefined)
      return null;
    return {
      text,
      paymentHash,
      msat: BigInt(millisatoshis),
      descriptionHash: tagsObject.purpose_commit_hash ?? null,
      expiresAt: instant((timestamp + seconds) * 1000),
    };
  } catch {
    return null;
  }
}
