import { isIP } from 'node:net';
import type { Configuration } from './configuration.js';

/** Where the host is reached, and whether it still takes requests. */
export interface Place {
  /** Host name and port, for names that others are given. */
  readonly publicAuthority: string;
  isDraining(): boolean;
}

/** Where the page that shows a card stands, below the prefix. */
export const CARD_FRAME_PATH = '/card-frame/';

/** The address under which others reach the root of the service, without a slash at its end. */
export function publicUrl(
  { publicScheme, basePath }: Pick<Configuration, 'publicScheme' | 'basePath'>,
  { publicAuthority }: Pick<Place, 'publicAuthority'>,
): string {
  const name = publicAuthority.replace(/:\d+$/, '');
  const isNear = name === 'localhost' || isIP(name) !== 0;
  return `${publicScheme ?? (isNear ? 'http' : 'https')}://${publicAuthority}${basePath}`;
}
