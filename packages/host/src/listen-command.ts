import type { Configuration } from './configuration.js';
import { UsageError } from './errors.js';
import { listen, receiverUrl } from './listen.js';
import type { Surroundings } from './surroundings.js';

type Arguments = Readonly<Record<string, string | boolean | undefined>>;

/** The command `listen`. Options override the settings. */
export function listenTo(
  { remote }: Pick<Configuration, 'remote'>,
  given: Arguments,
  { print, log }: Surroundings,
): Promise<number> {
  const value = (option: string, setting: string | null): string => {
    const found = given[option] ?? setting;
    if (typeof found === 'string' && found !== '') return found;
    throw new UsageError(`--${option} is missing`);
  };
  const since = given['since'];
  return listen(
    {
      baseUrl: value('base-url', remote.baseUrl).replace(/\/+$/, ''),
      clientId: value('client-id', remote.clientId),
      clientSecret: value('client-secret', remote.clientSecret),
      forwardTo: receiverUrl(value('forward-to', null)),
      since: typeof since === 'string' ? since : undefined,
    },
    print,
    (line) => void log.write(`${line}\n`),
  );
}
