/** Names of fields with credentials, which are never logged. Compared without case, `-` and `_`. */
const SECRET = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'clientsecret',
  'apiclientsecret',
  'sealedcredentials',
  'secret',
  'secretdigest',
  'secrets',
  'password',
  'token',
  'accesstoken',
  'tokendigest',
  'webhooksecret',
  'previouswebhooksecret',
  'privatekey',
  'sealedprivatekey',
  'masterkey',
  'databaseurl',
  'otp',
  'cvv',
]);

/** Names of fields that identify a person or an account: only the last 4 characters are logged. */
const IDENTIFYING = new Set([
  'identifier',
  'documentnumber',
  'taxid',
  'ssn',
  'passport',
  'registrationnumber',
  'accountnumber',
  'iban',
  'clabenumber',
  'pixkey',
  'vpa',
  'routingnumber',
  'sortcode',
  'cardnumber',
  'pan',
  'address',
  'invoice',
  'bolt12',
  'lightningaddress',
  'documentnumber',
  'phonenumber',
  'email',
  'birthdate',
  'dateofbirth',
  'fullname',
  'umaaddress',
  'receiverumaaddress',
  'senderumaaddress',
  'inviteruma',
  'inviteeuma',
  'invitationcode',
  'line1',
  'line2',
]);

const SHOWN = 4;
const MAX_DEPTH = 8;

/** `****6789`; a text that is hardly longer than the visible part is hidden completely. */
export const lastFour = (text: string): string => (text.length > 2 * SHOWN ? `****${text.slice(-SHOWN)}` : '****');

/** A copy of the value for the log, without credentials and with identifying fields shortened. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return value.toISOString();
  if (depth === MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactField(key, inner, depth)]));
}

function redactField(key: string, value: unknown, depth: number): unknown {
  const name = key.toLowerCase().replaceAll(/[-_]/g, '');
  if (value === null || value === undefined) return value;
  if (SECRET.has(name)) return '[redacted]';
  if (IDENTIFYING.has(name)) {
    return typeof value === 'object' && !Array.isArray(value) ? redact(value, depth + 1) : lastFour(String(value));
  }
  return redact(value, depth + 1);
}

/** Type, message and stack. Properties that libraries attach are left out, because they may contain database rows. */
function describeError(error: Error): object {
  const code = (error as { readonly code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
