import { isIP } from 'node:net';
import type { Configuration } from '../settings/configuration.js';
import type { Channel } from '../channel/channel.js';

/** The public address of the host, whether it still takes requests, and the supervisor of its processes. */
export interface Place {
  /** Host name and port in addresses that others receive. */
  readonly publicAuthority: string;
  /** Whether `/readyz` answers 503: the host drains, or one of its processes ends again and again. */
  isDraining(): boolean;
  /** The port of the separate server for the console; null if the API serves it. */
  readonly consolePort: number | null;
  /** The supervisor, if the host has several processes; null in a host of one process and in a command. */
  readonly supervisor: Channel | null;
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

/** The public address of the console, without its path. */
export function consoleUrl(
  configuration: Pick<Configuration, 'publicScheme' | 'basePath' | 'console'>,
  place: Pick<Place, 'publicAuthority' | 'consolePort'>,
): string {
  if (configuration.console.url !== null) return configuration.console.url;
  // A listener of its own is private as a rule: its public name is unknown.
  if (place.consolePort !== null) return `http://localhost:${place.consolePort}`;
  return new URL(publicUrl(configuration, place)).origin;
}
