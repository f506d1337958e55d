import { createHmac } from 'node:crypto';
import { INVITATION_PATH, VERIFY_PATH } from '@corridor/adapters-http';
import { createVoucherCipher } from '@corridor/adapters-storage/blobs';
import { chainSettlements } from '@corridor/adapters-rails/uma';
import { setTimeout as delay } from 'node:timers/promises';
import { createCore } from '@corridor/core';
import { ContainerModule } from 'inversify';
import { domainRecords } from '../ports/domain-records.js';
import { observedScreening } from '../ports/observed-providers.js';
import { claimedWithOwnKey } from '../workers/host-state.js';
import { passkeyPlace } from './passkey-place.js';
import { consoleUrl, publicUrl } from './place.js';
import { byName } from './by-name.js';
import { TOKENS } from './tokens.js';

/** Keys that every host of a database must agree on are derived from the master key, one for each purpose. */
const derivedKey = (masterKey: Uint8Array, purpose: string): Uint8Array =>
  createHmac('sha256', masterKey).update(`corridor ${purpose}`).digest();

/** The core. */
export const coreModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.Core).toResolvedValue(
      ...byName(
        {
          configuration: TOKENS.Configuration,
          place: TOKENS.Place,
          masterKey: TOKENS.MasterKey,
          storage: TOKENS.Storage,
          state: TOKENS.HostState,
          units: TOKENS.Units,
          archive: TOKENS.Archive,
          cards: TOKENS.CardIssuer,
          log: TOKENS.Log,
          metrics: TOKENS.Metrics,
          tracing: TOKENS.Tracing,
          corridors: TOKENS.Corridors,
          directories: TOKENS.Directories,
          clock: TOKENS.Clock,
          random: TOKENS.Random,
          digest: TOKENS.Digest,
          sealer: TOKENS.Sealer,
          keyPairs: TOKENS.KeyPairs,
          rails: TOKENS.Rails,
          connections: TOKENS.Connections,
          rates: TOKENS.Rates,
          accountChecks: TOKENS.AccountChecks,
          ownershipProofs: TOKENS.OwnershipProofs,
          webhooks: TOKENS.WebhookTransport,
          messages: TOKENS.Messages,
          approverNotices: TOKENS.ApproverNotices,
          uma: TOKENS.Uma,
          verification: TOKENS.Verification,
          wallets: TOKENS.Wallets,
          stablecoins: TOKENS.Stablecoins,
          sca: TOKENS.Sca,
          operators: TOKENS.Operators,
        },
        ({
          configuration,
          place,
          masterKey,
          storage,
          state,
          units,
          archive,
          cards,
          log,
          metrics,
          corridors,
          directories,
          connections: opened,
          uma,
          ...ports
        }) => {
          const connections = opened.map(({ connection }) => connection);
          const processors = opened.flatMap(({ cards: processor }) => (processor === null ? [] : [processor]));
          const core = createCore({
            ...ports,
            connections,
            cardConnections: processors,
            kycConnections: opened.flatMap(({ kyc }) => (kyc === null ? [] : [kyc])),
            screening: observedScreening(
              opened.flatMap(({ screening }) => (screening === null ? [] : [screening])),
              metrics.railCall,
            ),
            uma: { ...uma, chains: chainSettlements(connections) },
            storage: { units, ...claimedWithOwnKey(storage, state) },
            archive: { ...configuration.archive, store: archive },
            vouchers: { cipher: createVoucherCipher(), keepMonths: configuration.voucherMonths },
            domainRecords: domainRecords(),
            // The first issuer of an environment issues its new cards.
            cardIssuers: [...processors.map(({ issuer }) => issuer), cards.issuer],
            report: (what, details) => {
              metrics.retried(what, typeof details['job'] === 'string' ? details['job'] : '');
              log.warn(details, what);
            },
            observer: metrics,
            pause: waitUntil,
            options: {
              cursorKey: derivedKey(masterKey, 'list cursors'),
              publicAuthority: place.publicAuthority,
              hostedPage: publicUrl(configuration, place) + VERIFY_PATH,
              invitationPage: publicUrl(configuration, place) + INVITATION_PATH,
              quoteSeconds: configuration.quoteSeconds,
              receivableDays: configuration.receivableDays,
              retention: configuration.retention,
              bankChargeLimits: configuration.bankChargeLimits,
              approvalAmounts: configuration.approvalAmounts,
              serviceFees: { variableBps: configuration.serviceFeeBps, fixed: new Map() },
              ...corridors,
              ...directories,
              rateCacheSeconds: configuration.rateCacheSeconds,
              rateMaxAgeSeconds: configuration.rateMaxAgeSeconds,
              endUserTerms: configuration.endUserTerms,
              strictSandboxAccounts: configuration.strictSandboxAccounts,
              passkeys: passkeyPlace(configuration, publicUrl(configuration, place)),
              consoleUrl: consoleUrl(configuration, place),
              scaSessions: configuration.scaSessions,
              cardToleranceBps: configuration.cardToleranceBps,
              umaLayers: configuration.umaLayers,
              safeguardingAccounts: opened.flatMap(({ safeguarding }) => safeguarding),
              safeguardingMinute: configuration.safeguardingMinute,
            },
          });
          state.rateAges = core.rates.ages;
          return core;
        },
      ),
    );
  });

/** Waits in real time. Leaves no timer behind after `until` has settled. */
async function waitUntil(milliseconds: number, until?: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  void until?.then(end, end);
  await delay(milliseconds, undefined, { signal: ended.signal });
}
