const SHOWN = 4;
const ADDRESS_BEGINNING = 6;

/** The last characters of a number that is long enough to keep the others secret. */
export const masked = (text: string): string => `…${text.length >= 2 * SHOWN ? text.slice(-SHOWN) : ''}`;

/** An address of mail, a virtual payment address or a UMA address. */
const AT_DOMAIN = /^(\$?[^@$]).*(@[^@]+)$/u;

/** The fields whose value is the address of a wallet on a chain. */
const WALLET_ADDRESS = 'address';

/**
 * What people see of a value that identifies an account, by which they tell accounts apart: `…3000` of a number or a phone
 * number, `a…@example.com` of an address at a domain, and `0x1f98…a3c4` of the address of a wallet. `field` is the name of
 * the value among the details of the account.
 */
export function maskedIdentifier(field: string, value: string): string {
  const [, beginning, domain] = AT_DOMAIN.exec(value) ?? [];
  if (beginning !== undefined && domain !== undefined) return `${beginning}…${domain}`;
  const isLong = value.length >= 2 * (ADDRESS_BEGINNING + SHOWN);
  if (field === WALLET_ADDRESS && isLong) return `${value.slice(0, ADDRESS_BEGINNING)}…${value.slice(-SHOWN)}`;
  return masked(value);
}
