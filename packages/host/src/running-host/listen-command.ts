import type { Configuration } from '../settings/configuration.js';
import { CommandError } from '../kernel/errors.js';
import { listen, receiverUrl } from './listen.js';
import { consoleOf, runningHost } from './running-host.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { inColour } from '../terminal/terminal.js';

type Arguments = Readonly<Record<string, string | boolean | undefined>>;

/** The command `listen`. Options override the settings. */
export function listenTo(
  configuration: Pick<Configuration, 'remote' | 'console'>,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print, log } = processContext;
  const { since, 'forward-to': forwardTo, 'console-url': consoleUrl } = given;
  const host = runningHost(configuration, given);
  return listen(
    {
      ...host,
      forwardTo: typeof forwardTo === 'string' ? receiverUrl(forwardTo) : undefined,
      since: typeof since === 'string' ? since : undefined,
      consoleUrl: typeof consoleUrl === 'string' ? addressOf(consoleUrl) : consoleOf(configuration, host),
      inColour: inColour(processContext),
    },
    print,
    (line) => void log.write(`${line}\n`),
  );
}

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new CommandError(`--console-url: ${text} is not an http or https address`);
}
