import { isIP } from 'node:net';
import type { Configuration } from './configuration.js';

/** The public address of the host, and whether it still takes requests. */
export interface Place {
  /** Host name and port in addresses that others receive. */
  readonly publicAuthority: string;
  isDraining(): boolean;
}

/** Path of the page that shows a card, below the base path. */
export const CARD_FRAME_PATH = '/card-frame/';

/** The public address of the root of the service, without a slash at its end. */
export function publicUrl(
  { publicScheme, basePath }: Pick<Configuration, 'publicScheme' | 'basePath'>,
  { publicAuthority }: Pick<Place, 'publicAuthority'>,
): string {
  const name = publicAuthority.replace(/:\d+$/, '');
  const isNear = name === 'localhost' || isIP(name) !== 0;
  return `${publicScheme ?? (isNear ? 'http' : 'https')}://${publicAuthority}${basePath}`;
}
