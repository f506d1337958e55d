/** Paths of the requests of institutions, before the name of a customer or the id of a payment. */
export const OFFERS_PATH = '/.well-known/lnurlp/';
export const PAY_REQUESTS_PATH = '/uma/payreq/';
export const NOTICES_PATH = '/uma/utxos/';
