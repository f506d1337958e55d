/** Long labels with digits in the name of a host are credentials of some providers: `https://<key>.base.example`. */
const isCredential = (label: string): boolean => label.length >= 24 && /\d/.test(label);

/** Shorter parts of an address are words such as `v2`. */
const SHORTEST = 8;

/**
 * Scheme and host of each address, with its position if others have the same: paths, queries and long names of hosts
 * contain the credentials of some providers.
 */
export function shown(urls: readonly string[]): readonly string[] {
  const origins = urls.map((url) => {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host
      .split('.')
      .map((label) => (isCredential(label) ? '…' : label))
      .join('.')}`;
  });
  return origins.map((origin, index) =>
    origins.indexOf(origin) === origins.lastIndexOf(origin) ? origin : `${origin} (rpcUrls.${index})`,
  );
}

/** Removes the credentials that an address contains from texts, should a node repeat them. */
export function redacting(url: string): (text: string) => string {
  const { hostname, pathname, search } = new URL(url);
  const parts = [...pathname.split('/'), ...search.split(/[?&=]/)].filter(({ length }) => length >= SHORTEST);
  const secrets = [...hostname.split('.').filter(isCredential), ...parts, ...parts.map(decoded)];
  return (text) => secrets.reduce((left, part) => left.replaceAll(part, '…'), text);
}

/** Without percent encoding, as a node reads it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
