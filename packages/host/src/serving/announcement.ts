import { CONSOLE_PATH } from '@corridor/adapters-http';
import type { Configuration } from '../settings/configuration.js';
import type { Start } from './first-platform.js';
import { consoleUrl } from '../composition/place.js';

export interface Served {
  readonly baseUrl: string;
  /** The port of the server for the console; null if the API serves it. */
  readonly consolePort: number | null;
  readonly start: Start;
}

/**
 * What standard output gets when a host is ready. Programs read the lines `name: value` at its beginning; the rest of the
 * first start tells a person what to do next.
 */
export function announcement(configuration: Configuration, { baseUrl, consolePort, start }: Served): readonly string[] {
  if (start.kind === 'later') {
    return [`base url: ${baseUrl}`, `new token: npx corridor token create --platform ${start.platformId}`];
  }
  const { clientId, clientSecret, webhookSecret } = start.credentials;
  const [url, id, secret] = [baseUrl, clientId, clientSecret].map(quoted);
  const authority = configuration.publicAuthority ?? `localhost:${new URL(baseUrl).port}`;
  const console = consoleUrl(configuration, { publicAuthority: authority, consolePort });
  return [
    `base url: ${baseUrl}`,
    `client id: ${clientId}`,
    `client secret: ${clientSecret}`,
    `webhook secret: ${webhookSecret}`,
    '',
    'What to do next, in a second terminal:',
    '',
    `  export AUTH=${quoted(`${clientId}:${clientSecret}`)} BASE=${url}`,
    `  export CORRIDOR_BASE_URL=${url} CORRIDOR_CLIENT_ID=${id} CORRIDOR_CLIENT_SECRET=${secret}`,
    '',
    '  npx corridor seed      fills the sandbox with customers, payments and cards',
    `  ${new URL('/docs', baseUrl).href}      the reference of the API`,
    `  ${console}${configuration.basePath}${CONSOLE_PATH}      the console; this command prints a link to sign in:`,
    '  npx corridor operator create --name "$USER" --role admin',
    '',
  ];
}

const PLAIN = /^[\w.:/@%+=,-]+$/;

/** A text as one word of a shell. */
const quoted = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
