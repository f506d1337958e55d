/** One element of an EMV code: tag, length in two digits, value. */
const element = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

export interface PixPayment {
  /** Key of the receiver: email, phone, tax number or random UUID. */
  readonly key: string;
  readonly name: string;
  readonly city: string;
  /** Decimal amount in reais; null for any amount. */
  readonly amount: string | null;
  /** Up to 25 letters and digits. */
  readonly txid: string;
}

const STATIC = '11';
const BRAZILIAN_REAL = '986';
const NO_CATEGORY = '0000';

/** The text of a PIX QR code ("copia e cola"): an EMV merchant-presented code of the Brazilian central bank. */
export function brCode({ key, name, city, amount, txid }: PixPayment): string {
  const code = [
    element('00', '01'),
    element('01', STATIC),
    element('26', element('00', 'br.gov.bcb.pix') + element('01', key)),
    element('52', NO_CATEGORY),
    element('53', BRAZILIAN_REAL),
    ...(amount === null ? [] : [element('54', amount)]),
    element('58', 'BR'),
    element('59', name),
    element('60', city),
    element('62', element('05', txid)),
    '6304',
  ].join('');
  return code + crc16(code).toString(16).toUpperCase().padStart(4, '0');
}

/** CRC-16/IBM-3740 over ASCII text (polynomial 0x1021, start 0xFFFF), the checksum of EMV codes. */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
