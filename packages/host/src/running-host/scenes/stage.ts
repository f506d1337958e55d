import { ApiError, Corridor, type EndUserTerms, type PlatformConfig } from '@corridor/client';
import { CommandError } from '../../kernel/errors.js';
import { clientOf, type RunningHost } from '../running-host.js';

/** Where scenes are played: a platform of a running sandbox. */
export interface Stage {
  readonly corridor: Corridor;
  /** Called after each step that changed something, with the id of its record. */
  readonly tell: (step: string, id?: string) => void;
  /** The client with the access token of an agent. */
  readonly asAgent: (accessToken: string) => Corridor;
  /** The settings of the platform, read once. */
  readonly config: () => Promise<PlatformConfig>;
  /** The terms that end users accept, read once. */
  readonly terms: () => Promise<EndUserTerms>;
}

/** The stage of a host. Call `requireSandbox` before the first scene. */
export function stageOf(host: RunningHost, tell: Stage['tell'] = () => undefined): Stage {
  const corridor = clientOf(host);
  let config: Promise<PlatformConfig> | null = null;
  let terms: Promise<EndUserTerms> | null = null;
  return {
    corridor,
    tell,
    asAgent: (accessToken) => new Corridor({ baseUrl: host.baseUrl, credential: { accessToken } }),
    config: () => (config ??= corridor.getPlatformConfig()),
    terms: () => (terms ??= corridor.getEndUserTerms()),
  };
}

/**
 * Throws unless the token is one of a sandbox. Asks for the test clock, which changes nothing: the service itself
 * refuses it to tokens of production, so no address and no name has to be believed.
 */
export async function requireSandbox({ corridor }: Pick<Stage, 'corridor'>): Promise<void> {
  try {
    await corridor.getSandboxClock();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FORBIDDEN') throw error;
    throw new CommandError(
      'the token is not one of a sandbox, where money is simulated; use a token of a platform in the sandbox',
    );
  }
}

/** Throws if the platform does not offer one of the currencies, which its customers then cannot have. */
export async function requireCurrencies(stage: Stage, currencies: readonly string[]): Promise<void> {
  const { supportedCurrencies } = await stage.config();
  const offered = supportedCurrencies.map(({ currencyCode }) => currencyCode);
  const missing = currencies.filter((code) => !offered.includes(code));
  if (missing.length === 0) return;
  throw new CommandError(
    `the scene needs ${currencies.join(' and ')}, and the platform does not offer ${missing.join(' and ')}: ` +
      'add it to supportedCurrencies of PATCH /config',
  );
}
