import type { Command } from './command.js';

export const HOST_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Run the service until SIGTERM or SIGINT',
    options: [],
    serves: true,
    run: async (configuration, _values, processContext) =>
      (await import('../processes/serve.js')).serve(configuration, processContext),
  },
  {
    name: 'migrate',
    summary: 'Bring the database schema up to date',
    options: [],
    note: '`serve` migrates too. Use this command in deployments that migrate before they start hosts.',
    run: async (configuration, _values, processContext) =>
      (await import('./commands.js')).migrate(configuration, processContext),
  },
];
