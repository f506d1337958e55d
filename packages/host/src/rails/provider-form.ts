import type { KycConnection, KycProvider } from '@corridor/core/ports';
import type { ConnectionEntry } from '../files/connections-file.js';

const isFunction = (value: unknown): boolean => typeof value === 'function';
export const isFunctionOrAbsent = (value: unknown): boolean => value === undefined || isFunction(value);

/** Why a provider cannot be asked; null if it has the functions `calls`. The first one says whether it is a provider. */
export function wrongProvider(provider: unknown, what: string, calls: readonly string[]): string | null {
  const has = (call: string): boolean =>
    isFunction((provider as Readonly<Record<string, unknown>> | undefined)?.[call]);
  if (!has(calls[0]!)) return `made a connection without ${what}`;
  const lacking = calls.find((call) => !has(call));
  return lacking === undefined ? null : `made ${what} without the function ${lacking}`;
}

/**
 * What is wrong with the optional members of a connection to a KYC provider, or differs from what its entry says; null if
 * nothing is. The first text is the member of the entry, empty for the connection itself.
 */
export function wrongKyc(
  { provider, addresses }: KycConnection,
  { members }: Pick<ConnectionEntry, 'members'>,
): readonly [member: string, why: string] | null {
  const { links, decideAtOnce }: Partial<KycProvider> = provider;
  if (!isFunctionOrAbsent(decideAtOnce))
    return ['', 'made a provider whose member decideAtOnce is not a function; omit it if the provider has none'];
  if (links !== undefined && !(isFunction(links?.create) && isFunction(links?.look)))
    return [
      '',
      'made a provider whose links do not have both functions, create and look; omit links if there is no page',
    ];
  if (addresses !== undefined && !(isFunction(addresses?.find) && isFunction(addresses?.use)))
    return [
      '',
      'made a connection whose member addresses lacks the function find or use; omit it if documents are sent',
    ];
  const said = (members['capabilities'] as { readonly hostedLink?: unknown } | undefined)?.hostedLink;
  if (typeof said === 'boolean' && said !== (links !== undefined))
    return [
      'capabilities.hostedLink',
      `is ${said}, and the provider that was made has ${said ? 'no' : 'a'} page (links)`,
    ];
  const { documents } = members;
  if ((documents === 'fetch' && addresses === undefined) || (documents === 'push' && addresses !== undefined))
    return [
      'documents',
      `is "${documents}", and the connection that was made ${addresses === undefined ? 'has no addresses of documents' : 'has addresses of documents'} (addresses)`,
    ];
  return null;
}
