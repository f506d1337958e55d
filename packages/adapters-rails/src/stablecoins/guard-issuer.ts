import type { StablecoinIssuer } from '@corridor/core/ports';
import { guardedCalls, type RailGuard } from '../registry/guard-rail.js';

/** Wraps a stablecoin issuer as `guardRail` wraps rails: time-out, metrics, and one error. */
export function guardIssuer(issuer: StablecoinIssuer, guard: RailGuard): StablecoinIssuer {
  const call = guardedCalls(`issuer-${issuer.name.toLowerCase()}`, guard);
  return {
    name: issuer.name,
    verify: (credentials, id, platform) => call('issuer-verify', () => issuer.verify(credentials, id, platform)),
    token: (account, query) => call('issuer-token', () => issuer.token(account, query)),
    price: (account, order) => call('issuer-price', () => issuer.price(account, order)),
    submit: (account, instruction) => call('issuer-submit', () => issuer.submit(account, instruction)),
    status: (account, instruction, now) => call('issuer-status', () => issuer.status(account, instruction, now)),
    supply: (account, token) => call('issuer-supply', () => issuer.supply(account, token)),
  };
}
