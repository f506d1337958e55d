import { createHmac } from 'node:crypto';
import { INVITATION_PATH, VERIFY_PATH } from '@corridor/adapters-http';
import { setTimeout as delay } from 'node:timers/promises';
import { createCore } from '@corridor/core';
import { ContainerModule } from 'inversify';
import { domainRecords } from '../domain-records.js';
import { passkeyPlace } from '../passkey-place.js';
import { publicUrl } from '../place.js';
import { T } from './tokens.js';

/** Keys that only have to be the same on every host of a database come from the master key, one for each purpose. */
const derivedKey = (masterKey: Uint8Array, purpose: string): Uint8Array =>
  createHmac('sha256', masterKey).update(`corridor ${purpose}`).digest();

/** The service itself. */
export const coreModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.Core).toResolvedValue(
      (
        configuration,
        place,
        masterKey,
        storage,
        units,
        clock,
        random,
        digest,
        keyPairs,
        sealer,
        rails,
        rates,
        accountChecks,
        ownershipProofs,
        webhooks,
        messages,
        uma,
        verification,
        wallets,
        stablecoins,
        sca,
        cards,
        log,
        metrics,
        corridors,
        directories,
      ) =>
        createCore({
          storage: { units, jobs: storage.jobs, outbox: storage.outbox },
          clock,
          random,
          digest,
          sealer,
          keyPairs,
          rails,
          rates,
          accountChecks,
          ownershipProofs,
          webhooks,
          domainRecords: domainRecords(),
          messages,
          uma,
          verification,
          wallets,
          stablecoins,
          sca,
          cardIssuers: [cards.issuer],
          report: (what, details) => {
            metrics.retried(what);
            log.warn(details, what);
          },
          pause: (milliseconds) => delay(milliseconds),
          options: {
            cursorKey: derivedKey(masterKey, 'list cursors'),
            publicAuthority: place.publicAuthority,
            hostedPage: publicUrl(configuration, place) + VERIFY_PATH,
            invitationPage: publicUrl(configuration, place) + INVITATION_PATH,
            quoteSeconds: configuration.quoteSeconds,
            receivableDays: configuration.receivableDays,
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
            scaSessions: configuration.scaSessions,
            cardToleranceBps: configuration.cardToleranceBps,
          },
        }),
      [
        T.Configuration,
        T.Place,
        T.MasterKey,
        T.Storage,
        T.Units,
        T.Clock,
        T.Random,
        T.Digest,
        T.KeyPairs,
        T.Sealer,
        T.Rails,
        T.Rates,
        T.AccountChecks,
        T.OwnershipProofs,
        T.WebhookTransport,
        T.Messages,
        T.Uma,
        T.Verification,
        T.Wallets,
        T.Stablecoins,
        T.Sca,
        T.CardIssuer,
        T.Log,
        T.Metrics,
        T.Corridors,
        T.Directories,
      ],
    );
  });
