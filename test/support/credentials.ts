import type { Credential } from './api.js';
import type { CommandResult } from './as-operator.js';
import type { Deployment } from './host.js';

/** Creates another platform on the same data with the command line, and returns the printed credential. */
export const createPlatform = async (
  deployment: Deployment,
  name: string,
  ...options: readonly string[]
): Promise<Credential> => printedCredential(await deployment.command('platform', 'create', '--name', name, ...options));

/** A token of that platform with these permissions. */
export const createToken = async (
  deployment: Deployment,
  platformId: string,
  ...permissions: readonly string[]
): Promise<Credential> => {
  const options = ['--platform', platformId, '--name', 'narrow', '--permissions', permissions.join(',')];
  return printedCredential(await deployment.command('token', 'create', ...options));
};

/** The credential in the output of a command or a first start, one value per line. */
export function printedCredential({ stdout, stderr }: Pick<CommandResult, 'stdout' | 'stderr'>): Credential {
  const value = (name: string): string => {
    const found = new RegExp(`^${name}: (\\S+)$`, 'm').exec(stdout)?.[1];
    if (found === undefined) throw new Error(`no ${name} in:\n${stdout}${stderr}`);
    return found;
  };
  return { clientId: value('client id'), clientSecret: value('client secret') };
}
