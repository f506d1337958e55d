import type { Environment } from '@corridor/core';
import type { IssuerConnection, Refusal, StablecoinIssuer, StablecoinIssuers } from '@corridor/core/ports';

type Answer = { readonly state: string };

const isRefusal = (answer: Answer): answer is Refusal => answer.state === 'refused';

/**
 * The first answer that is not a refusal: a refusal has no effect, so the next issuer can be asked. If all refuse,
 * credentials that one of them does not accept come before an account that none of them has.
 */
async function firstOf<T extends Answer>(
  issuers: readonly StablecoinIssuer[],
  ask: (issuer: StablecoinIssuer) => Promise<T>,
): Promise<T> {
  let refused: T | null = null;
  for (const issuer of issuers) {
    const answer = await ask(issuer);
    if (!isRefusal(answer)) return answer;
    if (refused === null || answer.because === 'invalid') refused = answer;
  }
  return refused!;
}

/** Several issuers of one provider as one. Each of them refuses accounts of the others. */
export function joinIssuers(issuers: readonly [StablecoinIssuer, ...StablecoinIssuer[]]): StablecoinIssuer {
  return {
    name: issuers[0].name,
    verify: (credentials, id, platform) => firstOf(issuers, (issuer) => issuer.verify(credentials, id, platform)),
    token: (account, query) => firstOf(issuers, (issuer) => issuer.token(account, query)),
    price: (account, order) => firstOf(issuers, (issuer) => issuer.price(account, order)),
    submit: (account, instruction) => firstOf(issuers, (issuer) => issuer.submit(account, instruction)),
    status: (account, instruction, now) => firstOf(issuers, (issuer) => issuer.status(account, instruction, now)),
    supply: (account, token) => firstOf(issuers, (issuer) => issuer.supply(account, token)),
  };
}

/** The bundled issuers with those of connections, which replace the bundled one of their provider. */
export function withConnections(
  bundled: StablecoinIssuers,
  connections: readonly Pick<IssuerConnection, 'environment' | 'issuer'>[],
): StablecoinIssuers {
  const inEnvironment = (environment: Environment): readonly StablecoinIssuer[] => {
    const byProvider = new Map<string, [StablecoinIssuer, ...StablecoinIssuer[]]>();
    for (const { environment: served, issuer } of connections) {
      if (served !== environment) continue;
      const known = byProvider.get(issuer.name);
      if (known === undefined) byProvider.set(issuer.name, [issuer]);
      else known.push(issuer);
    }
    return [
      ...[...byProvider.values()].map(joinIssuers),
      ...bundled[environment].filter(({ name }) => !byProvider.has(name)),
    ];
  };
  return { SANDBOX: inEnvironment('SANDBOX'), PRODUCTION: inEnvironment('PRODUCTION') };
}
