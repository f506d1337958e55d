/**
 * A webhook endpoint as pages and the log show it: its path, its query and its credentials can be a secret of the
 * platform.
 */
export function shownEndpoint(endpoint: string): string {
  const [, scheme, host, rest] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]*)(.*)$/is.exec(endpoint) ?? [];
  if (scheme === undefined || host === undefined) return '…';
  return `${scheme}${host}${rest === '' || rest === '/' ? '' : '/…'}`;
}
