import { ApiError, ConnectionError, Corridor } from '@corridor/client';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { visible } from '../terminal/terminal.js';

/** The address of a running host, and a credential of a platform on it. */
export interface RunningHost {
  /** With the API version, without a slash at the end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Given = Readonly<Record<string, string | boolean | undefined>>;

/** The running host that the options of a command name, or else the settings. */
export function runningHost({ remote }: Pick<Configuration, 'remote'>, given: Given): RunningHost {
  const baseUrl = withVersion(required(given, 'base-url', remote.baseUrl, 'CORRIDOR_BASE_URL').replace(/\/+$/, ''));
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol) || /[@?#]/.test(baseUrl)) {
    throw new UsageError('--base-url: must be an http or https address, such as https://pay.example/2025-10-13');
  }
  return {
    baseUrl,
    clientId: required(given, 'client-id', remote.clientId, 'CORRIDOR_CLIENT_ID'),
    clientSecret: required(given, 'client-secret', remote.clientSecret, 'CORRIDOR_CLIENT_SECRET'),
  };
}

/** The version of the API that these commands speak. A test compares it with that of the host. */
export const API_VERSION = '2025-10-13';

const withVersion = (baseUrl: string): string =>
  /\/\d{4}-\d{2}-\d{2}$/.test(baseUrl) ? baseUrl : `${baseUrl}/${API_VERSION}`;

/** The value of an option, or else of its setting. A missing one is a usage error. */
export function required(given: Given, option: string, setting: string | null = null, variable?: string): string {
  const found = given[option] ?? setting;
  if (typeof found === 'string' && found !== '') return found;
  throw new UsageError(`--${option} is missing${variable === undefined ? '' : `; give it, or set ${variable}`}`);
}

/** The client of the API with the credential of the platform. */
export const clientOf = ({ baseUrl, clientId, clientSecret }: RunningHost): Corridor =>
  new Corridor({ baseUrl, credential: { clientId, clientSecret } });

/**
 * The console of the host: at its public address, below the same path as the API. On the same machine its name is
 * localhost, because browsers accept no passkeys for an address.
 */
export function consoleOf(
  { console }: Pick<Configuration, 'console'>,
  { baseUrl }: Pick<RunningHost, 'baseUrl'>,
): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${console.url ?? origin.replace('//127.0.0.1', '//localhost')}${pathname.replace(/\/(\d{4}-\d{2}-\d{2})?$/, '')}/console`;
}

/** A refusal of the host in one line that names the cause; `step` says what was refused. Other errors are unchanged. */
export function explained(error: unknown, { baseUrl }: Pick<RunningHost, 'baseUrl'>, step = ''): unknown {
  const before = step === '' ? '' : `${visible(step)}: `;
  if (error instanceof CommandError) return new CommandError(before + error.message);
  if (error instanceof ConnectionError) return new CommandError(`${before}${baseUrl} does not answer`);
  if (!(error instanceof ApiError)) return error;
  const fields = error.invalidFields.map(({ field, message }) => `${field} ${message ?? 'is invalid'}`);
  return new CommandError(
    before + visible([`${baseUrl} answered ${error.status}: ${error.message}`, ...fields].join('; ')),
  );
}
