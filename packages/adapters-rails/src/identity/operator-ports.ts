import type { GroupAccess, OperatorPorts, ProviderSignIn } from '@corridor/core/ports';
import { createPasswords } from '../custody/index.js';
import { createOpenIdProvider, type OpenIdOptions } from './openid-provider.js';
import { createPasskeys } from './passkeys.js';

/** The ports with which operators sign in at the console of this URL. */
export const operatorPorts = (consoleUrl: string): OperatorPorts => ({
  passwords: createPasswords(),
  passkeys: createPasskeys({ origins: [new URL(consoleUrl).origin] }),
});

/** The identity provider of operators as a host has set it up. */
export interface OperatorProvider extends Omit<OpenIdOptions, 'redirectUri' | 'report'> {
  /** How the sign-in page names the provider. */
  readonly name: string;
  readonly groups: ReadonlyMap<string, GroupAccess>;
  readonly awaySeconds: number;
}

/** The sign-in of operators by an identity provider. */
export const providerSignIn = (
  { name, groups, awaySeconds, ...provider }: OperatorProvider,
  at: Pick<OpenIdOptions, 'redirectUri' | 'report'>,
): ProviderSignIn => ({ provider: createOpenIdProvider({ ...provider, ...at }), label: name, groups, awaySeconds });
