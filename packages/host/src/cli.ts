import { parseArgs } from 'node:util';
import { isExpected } from './errors.js';

const USAGE = `Usage: corridor <command>

  serve                     Run the service until SIGTERM or SIGINT
  migrate                   Bring the database schema up to date
  platform create           Make a platform and its first token
      --name TEXT           Its name
      --environment NAME    SANDBOX (default) or PRODUCTION
      --currencies LIST     Currency codes with commas between them
  token create              Make an API token
      --platform ID         The platform, as Platform:…
      --environment NAME    Where the platform has both: SANDBOX or PRODUCTION
      --permissions LIST    Of VIEW, TRANSACT, MANAGE, with commas between them; all by default
      --name TEXT           Its name
  audit                     Check ledger, payments and events against each other; exit code 1 with findings
  openapi                   Print the OpenAPI document

Settings come from the environment (CORRIDOR_…) and from the file that CORRIDOR_CONFIG_FILE names.
`;

const USAGE_ERROR = 2;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  environment: { type: 'string' },
  currencies: { type: 'string' },
  platform: { type: 'string' },
  permissions: { type: 'string' },
} as const;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Each command loads what it needs: `openapi` opens no database, a usage error loads nothing. */
async function run(argv: readonly string[]): Promise<number> {
  const parsed = parse(argv);
  if (parsed === null) return USAGE_ERROR;
  const { values, positionals } = parsed;
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { readConfiguration } = await import('./configuration.js');
  switch (positionals.join(' ')) {
    case 'serve':
      return (await import('./serve.js')).serve(readConfiguration(process.env), print);
    case 'migrate':
      return (await import('./commands.js')).migrate(readConfiguration(process.env), print);
    case 'platform create':
      return (await import('./commands.js')).createPlatform(readConfiguration(process.env), values, print);
    case 'token create':
      return (await import('./commands.js')).createToken(readConfiguration(process.env), values, print);
    case 'audit':
      return (await import('./commands.js')).audit(readConfiguration(process.env), print);
    case 'openapi':
      return (await import('./openapi.js')).printOpenApi(readConfiguration(process.env), print);
    default:
      process.stderr.write(
        positionals.length === 0 ? USAGE : `corridor: no command ${positionals.join(' ')}\n\n${USAGE}`,
      );
      return USAGE_ERROR;
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`corridor: ${(error as Error).message}\n\n${USAGE}`);
    return null;
  }
}

function explain(error: unknown): string {
  if (isExpected(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// Whoever reads may stop early (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`corridor: ${explain(error)}\n`);
  process.exitCode = 1;
}
