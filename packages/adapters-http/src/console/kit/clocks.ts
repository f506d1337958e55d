import { type Instant, instant, type TenantKey } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { nextAttempt, time, timeWithAge } from './components.js';
import { ageText } from './times.js';
import type { TenantVisit, Visit } from './visit.js';

/**
 * The time of each platform, from which the ages of its records are counted: a test clock in the sandbox may be ahead of the
 * host. Reads the clocks of these tenants with one statement; other tenants have host time.
 */
export async function clocksOf(
  { core, now }: Pick<Visit, 'core' | 'now'>,
  tenants: readonly TenantKey[],
): Promise<(tenant: TenantKey) => Instant> {
  const ahead = await core.operators.reads.clocksAhead(tenants);
  return (tenant) => instant(now + (ahead.get(tenant) ?? 0));
}

/** The visit with the time of a tenant, for a page of the whole host about one record. */
export async function inTimeOf<V extends Visit>(visit: V, tenant: TenantKey): Promise<V> {
  const clockOf = await clocksOf(visit, [tenant]);
  return { ...visit, now: clockOf(tenant) };
}

const SECOND_MS = 1_000;

/** Whether a platform has another time than the host, because its test clock was moved. */
export const hasOwnTime = (platform: Instant, host: Instant): boolean => Math.abs(platform - host) >= SECOND_MS;

const OF_HOST = html` <span class="hint">by the clock of the host</span>`;

/**
 * A time of the host with its age. Beside the times of a platform with another clock it says whose it is. `platform`: what
 * time it is there, by default on the platform of the page.
 */
export const hostTime = (
  { now, place }: Pick<Visit, 'now' | 'place'>,
  at: Instant,
  platform: Instant = place?.context.now ?? now,
): Html => html`${timeWithAge(at, now)}${hasOwnTime(platform, now) && OF_HOST}`;

/**
 * A time of a platform with its age, in a list of several platforms. A page of one platform says above all of its times by
 * which clock they are; here each says it whose platform has another clock than the host.
 */
export const platformTime = ({ now, place }: Pick<Visit, 'now' | 'place'>, at: Instant, platform: Instant): Html =>
  html`${timeWithAge(at, platform)}${
    place === null && hasOwnTime(platform, now) && html` <span class="hint">by the clock of the platform</span>`
  }`;

/** The time of the next attempt by the clock of the host, as `hostTime` shows one. */
export const hostNextAttempt = ({ now, place }: Pick<TenantVisit, 'now' | 'place'>, at: Instant): Html =>
  html`${nextAttempt(at, now)}${hasOwnTime(place.context.now, now) && OF_HOST}`;

/** What time it is on a platform with another clock than the host; null if it has that of the host. */
export const clockLine = (platform: Instant, host: Instant): Html | null =>
  hasOwnTime(platform, host)
    ? html`<p class="hint">
        Times are those of the platform, where it is ${time(platform)} by its test clock, unless they say “by the clock
        of the host”: the host has ${time(host)}, ${ageText(host, platform)}.
      </p>`
    : null;
