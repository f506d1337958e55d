import type { StablecoinIssuer } from '@corridor/core/ports';
import { shapedIssuer } from '@corridor/core/internal';
import { guardedCalls, type RailGuard } from '../registry/guard-rail.js';

/** Wraps a stablecoin issuer as `guardRail` wraps rails: time-out, metrics, checks of its answers, and one error. */
export function guardIssuer(issuer: StablecoinIssuer, guard: RailGuard): StablecoinIssuer {
  const checked = shapedIssuer(issuer);
  const call = guardedCalls(`issuer-${issuer.name.toLowerCase()}`, guard);
  return {
    name: issuer.name,
    verify: (credentials, id, platform) => call('issuer-verify', () => checked.verify(credentials, id, platform)),
    token: (account, query) => call('issuer-token', () => checked.token(account, query)),
    price: (account, order) => call('issuer-price', () => checked.price(account, order)),
    submit: (account, instruction) => call('issuer-submit', () => checked.submit(account, instruction)),
    status: (account, instruction, now) => call('issuer-status', () => checked.status(account, instruction, now)),
    supply: (account, token) => call('issuer-supply', () => checked.supply(account, token)),
  };
}
