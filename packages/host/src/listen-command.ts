import type { Configuration } from './configuration.js';
import { listen, receiverUrl } from './listen.js';
import { required, runningHost } from './running-host.js';
import type { Surroundings } from './surroundings.js';

type Arguments = Readonly<Record<string, string | boolean | undefined>>;

/** The command `listen`. Options override the settings. */
export function listenTo(
  configuration: Pick<Configuration, 'remote'>,
  given: Arguments,
  { print, log }: Surroundings,
): Promise<number> {
  const since = given['since'];
  return listen(
    {
      ...runningHost(configuration, given),
      forwardTo: receiverUrl(required(given, 'forward-to')),
      since: typeof since === 'string' ? since : undefined,
    },
    print,
    (line) => void log.write(`${line}\n`),
  );
}
