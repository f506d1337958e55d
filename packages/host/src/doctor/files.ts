import type { ServiceIdentifier } from 'inversify';
import { createContainer } from '../composition/container.js';
import { providersIn } from '../files/uma-providers-file.js';
import { TOKENS } from '../composition/tokens.js';
import type { Configuration } from '../settings/configuration.js';
import { ConfigurationError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'configuration';

/** Components that read the files of the settings and need neither the database nor the master key. */
const READERS: readonly ServiceIdentifier<unknown>[] = [
  TOKENS.Corridors,
  TOKENS.HttpRateSources,
  TOKENS.Directories,
  TOKENS.RateSources,
];

/**
 * The settings themselves are valid, or the command would not run. Reads the files that they name. The container is not
 * released, because that would open the database and migrate it; its readers hold nothing open.
 */
export async function examineFiles(
  configuration: Configuration,
  processContext: ProcessContext,
): Promise<readonly Finding[]> {
  const place = {
    publicAuthority: configuration.publicAuthority ?? 'localhost',
    isDraining: () => false,
    consolePort: null,
    supervisor: null,
  };
  const container = createContainer(configuration, place, processContext);
  const wrong = new Set<string>();
  const readers = READERS.map((reader) => () => container.getAsync(reader));
  for (const read of [...readers, async () => providersIn(configuration.umaProvidersFile)]) {
    try {
      await read();
    } catch (cause) {
      if (!(cause instanceof ConfigurationError)) throw cause;
      wrong.add(cause.message);
    }
  }
  if (wrong.size === 0) return [ok(ABOUT, 'the settings and the files that they name are valid')];
  return [...wrong].map((each) =>
    problem(ABOUT, each, 'correct the file or the setting; a host does not start with it'),
  );
}

/** Settings that are valid, but keep a platform in production from working, or open it to strangers. */
export function examineProduction(configuration: Configuration): readonly Finding[] {
  const { rateSources, publicAuthority, messages, approvalAmounts } = configuration;
  const found: Finding[] = [];
  if (rateSources.every((name) => name === 'sandbox')) {
    found.push(
      problem(
        ABOUT,
        'no rate source serves production',
        'add one to CORRIDOR_RATE_SOURCES, such as ecb (docs/operations.md)',
      ),
    );
  }
  if (publicAuthority === null) {
    found.push(
      problem(
        ABOUT,
        'customers of production are sent to pages on localhost',
        'set CORRIDOR_PUBLIC_AUTHORITY to the public host name',
      ),
    );
  }
  if (messages.email === 'console' && messages.phone === 'console') {
    found.push(
      problem(
        ABOUT,
        'production sends no one-time codes',
        'set CORRIDOR_EMAIL_MESSAGES or CORRIDOR_PHONE_MESSAGES to a way that sends',
      ),
    );
  }
  if (configuration.metrics === null) {
    found.push(
      problem(
        ABOUT,
        'the port of the API serves /metrics, which needs no credential',
        'set CORRIDOR_METRICS_PORT to a private port',
      ),
    );
  }
  if (configuration.console.listener === null) {
    found.push(
      problem(
        ABOUT,
        'the port of the API serves the console, so that everyone can try to sign in',
        'set CORRIDOR_CONSOLE_PORT to a private port',
      ),
    );
  }
  if (approvalAmounts.size === 0) {
    found.push(
      problem(
        ABOUT,
        'one operator alone moves any amount in production',
        'set CORRIDOR_APPROVAL_AMOUNTS, such as {"USD":100000} in smallest units (docs/areas/operators.md)',
      ),
    );
  }
  return found;
}
