import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type AddressGuard, createAddressGuard } from '@corridor/adapters-http/outbound';
import { type OperatorReads, toIso } from '@corridor/core';
import type { Platform } from '@corridor/core/records';
import type { Configuration } from '../settings/configuration.js';
import { textOf } from '../terminal/terminal.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'webhooks';
/** Platforms that are examined at the same time. */
const AT_ONCE = 10;
const WITHIN_MS = 5_000;
/** The newest events of a platform that are looked at, because no index has the undelivered ones. */
const NEWEST = 200;

const nameOf = ({ platformId, environment }: Platform): string => `${ABOUT} of ${platformId} ${environment}`;

/**
 * Opens a connection to each endpoint, with TLS for https, and closes it without a request, so that the examination has
 * no effect there. Also counts the newest events that the endpoint has not accepted.
 */
export async function examineWebhooks(
  configuration: Configuration,
  reads: OperatorReads,
  platforms: readonly Platform[],
): Promise<readonly Finding[]> {
  const guard = createAddressGuard({
    allowPrivate: configuration.allowPrivateWebhooks,
    permittedBy: 'CORRIDOR_WEBHOOK_ALLOW_PRIVATE',
  });
  const served = platforms.filter(({ webhookEndpoint }) => webhookEndpoint !== null);
  const found: Finding[] = [];
  for (let from = 0; from < served.length; from += AT_ONCE) {
    const some = served.slice(from, from + AT_ONCE);
    const each = some.flatMap((platform) => [
      paused(platform),
      reach(platform, guard),
      examineDeliveries(platform, reads),
    ]);
    found.push(...(await Promise.all(each)).flatMap((finding) => finding ?? []));
  }
  if (found.length > 0) return found;
  const without = platforms.length - served.length;
  return [ok(ABOUT, `${served.length} endpoints answer, ${without} platforms have none`)];
}

async function paused(platform: Platform): Promise<Finding | null> {
  if (platform.webhookPausedAt === null) return null;
  return problem(
    nameOf(platform),
    `the endpoint answered 410, so events are only stored since ${toIso(platform.webhookPausedAt)}`,
    'the platform must set webhookEndpoint again',
  );
}

async function reach(platform: Platform, guard: AddressGuard): Promise<Finding | null> {
  const text = platform.webhookEndpoint!;
  const url = URL.canParse(text) ? new URL(text) : null;
  const refused =
    url === null ? 'the endpoint is not a URL' : guard.refusal(url, platform.environment === 'PRODUCTION');
  if (url === null || refused !== null) {
    return problem(
      nameOf(platform),
      `hosts refuse the endpoint, because ${refused}`,
      'the platform must set another one',
    );
  }
  const failed = await open(url, guard).then(
    () => null,
    (cause: unknown) => textOf(cause),
  );
  // The path and the query can contain a secret.
  return failed === null
    ? null
    : problem(
        nameOf(platform),
        `${url.origin} does not accept connections (${failed})`,
        'look at the name, the certificate and the firewall of the endpoint; events wait for it',
      );
}

function open(url: URL, { lookup }: AddressGuard): Promise<void> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  return new Promise((resolve, reject) => {
    const socket: Socket = isSecure
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), lookup, timeout: WITHIN_MS })
      : connectTcp({ host, port, lookup, timeout: WITHIN_MS });
    const end = (settle: () => void) => () => {
      socket.destroy();
      settle();
    };
    socket.once(isSecure ? 'secureConnect' : 'connect', end(resolve));
    socket.once(
      'timeout',
      end(() => reject(new Error(`no answer within ${WITHIN_MS / 1000} seconds`))),
    );
    socket.once('error', (cause) => end(() => reject(cause))());
  });
}

async function examineDeliveries(platform: Platform, reads: OperatorReads): Promise<Finding | null> {
  const newest = await reads.newestEvents(platform.id, NEWEST);
  const refused = newest.filter(({ status, lastError }) => status !== 'DELIVERED' && lastError !== null);
  const [last] = refused;
  if (last === undefined) return null;
  // A TEST event is sent once, when a platform sets its endpoint: one that failed then says nothing about the present.
  const isTest = refused.every(({ type }) => type === 'TEST');
  if (isTest && last.status === 'FAILED') return null;
  return problem(
    nameOf(platform),
    `${refused.length} of the newest ${newest.length} events are not delivered (${textOf(last.lastError)})`,
    'the platform repairs its endpoint; hosts retry for 7 days, and it can ask for redeliveries after that',
  );
}
