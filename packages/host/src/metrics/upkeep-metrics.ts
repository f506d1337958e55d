import type { ConnectionUse } from '@corridor/adapters-storage';
import type { Instant } from '@corridor/core';
import type { Prefunding, RateAge, SafeguardingFigures, Upkeep, WaitingFigures } from '@corridor/core/internal';
import type { DeclareGauge } from './gauges.js';

export interface UpkeepReads {
  readonly gauge: DeclareGauge;
  /** A gauge of which each process of a host has its own. */
  readonly ownGauge: DeclareGauge;
  upkeep(): Promise<Upkeep & { readonly now: Instant }>;
  prefunding(): Promise<readonly Prefunding[]>;
  safeguarding(): Promise<readonly SafeguardingFigures[]>;
  rates(): Promise<readonly RateAge[]>;
  connections(): Promise<ConnectionUse | null>;
}

/** Gauges of what operators have to look after beside payments: seals, decisions, audits, certificates, rates and money at banks. */
export function registerUpkeepMetrics(reads: UpkeepReads): void {
  const { gauge, ownGauge, upkeep, prefunding, safeguarding, rates, connections } = reads;
  const ageOf = (at: Instant, now: Instant): number => Math.max(0, now - at) / 1000;

  gauge(
    'corridor_seal_lag_seconds',
    'Seconds since the newest seal while rows wait for one; 0 if all rows are sealed',
    [],
    upkeep,
    (lag, { seal }) => lag.set(seal.lagMs / 1000),
  );
  gauge(
    'corridor_newest_seal_age_seconds',
    'Age of the newest seal, which is old if nothing had to be sealed; absent if there is none',
    [],
    upkeep,
    (age, { seal, now }) => {
      if (seal.sealedAt === null) age.remove();
      else age.set(ageOf(seal.sealedAt, now));
    },
  );

  const waiting = (name: string, title: string, of: (found: Upkeep) => readonly WaitingFigures[]): void => {
    gauge(`corridor_waiting_${name}`, `Number of ${title}`, ['environment'], upkeep, (count, found) => {
      for (const each of of(found)) count.set({ environment: each.environment }, each.count);
    });
    gauge(
      `corridor_oldest_waiting_${name}_seconds`,
      `How long the oldest of ${title} has waited; 0 if none waits`,
      ['environment'],
      upkeep,
      (age, found) => {
        for (const { environment, oldestAt } of of(found)) {
          age.set({ environment }, oldestAt === null ? 0 : ageOf(oldestAt, found.now));
        }
      },
    );
  };
  waiting(
    'approvals',
    'actions that wait for a second operator, of which at most 200 are counted',
    (found) => found.approvals,
  );
  waiting('reviews', 'verifications that wait for a person', (found) => found.reviews);
  waiting('hits', 'hits of the screening that wait for a person', (found) => found.hits);
  waiting(
    'screenings',
    'questions to screening providers that wait for an answer, also about payments that passed meanwhile',
    (found) => found.questions,
  );
  waiting(
    'transfers',
    'payments on chains that wait for the answer of an institution (travel rule)',
    (found) => found.transfers,
  );

  gauge(
    'corridor_last_audit_age_seconds',
    'Time since the newest audit in the background of a host ended; absent if none has',
    [],
    upkeep,
    (age, { lastAudit, now }) => {
      if (lastAudit === null) age.remove();
      else age.set(ageOf(lastAudit.endedAt, now));
    },
  );
  gauge(
    'corridor_last_audit_findings',
    'Number of findings of the newest audit in the background of a host; absent if none has ended',
    [],
    upkeep,
    (findings, { lastAudit }) => {
      if (lastAudit === null) findings.remove();
      else findings.set(lastAudit.findings);
    },
  );
  gauge(
    'corridor_uma_certificate_left_seconds',
    'Seconds until the first of the present UMA certificates ends; absent if there are none',
    [],
    upkeep,
    (left, { umaCertificatesEnd, now }) => {
      if (umaCertificatesEnd === null) left.remove();
      else left.set((umaCertificatesEnd - now) / 1000);
    },
  );

  gauge(
    'corridor_archive_files',
    'Number of files of the archive, by content (`events` or `answers`)',
    ['content'],
    upkeep,
    (files, { archive }) => {
      for (const { content, segments } of archive) files.set({ content }, segments);
    },
  );
  gauge(
    'corridor_archive_lag_seconds',
    'Seconds since the oldest record should have been archived; 0 if none is late, absent for what is not archived',
    ['content'],
    upkeep,
    (lag, { archive }) => {
      for (const { content, lagMs } of archive) {
        if (lagMs === null) lag.remove({ content });
        else lag.set({ content }, lagMs / 1000);
      }
    },
  );

  const prefunded = (name: string, help: string, of: (each: Prefunding) => bigint): void =>
    gauge(name, help, ['rail', 'currency'], prefunding, (amount, found) => {
      for (const each of found) amount.set({ rail: each.connection, currency: each.currency }, Number(of(each)));
    });
  prefunded(
    'corridor_rail_prefunding_floor',
    'What a connection should hold at least by its entry in the connections file, in smallest units',
    ({ floor }) => floor,
  );
  prefunded(
    'corridor_rail_prefunding_missing',
    'What is missing at a connection to its floor, by the ledger, in smallest units; 0 if nothing is',
    ({ missing }) => missing,
  );

  gauge(
    'corridor_safeguarding_shortfall',
    'The greater of what is owed to customers and platforms and not safeguarded, and of own money below zero, by the ledger, in smallest units; 0 if nothing is missing; only of environments with a safeguarding account',
    ['environment', 'currency'],
    safeguarding,
    (amount, found) => {
      for (const { environment, currency, shortfall } of found)
        amount.set({ environment, currency }, Number(shortfall));
    },
  );

  gauge(
    'corridor_rates_age_seconds',
    'Time since the newest answer of a source of exchange rates; absent if it has not answered yet',
    ['source'],
    rates,
    (age, found) => {
      for (const { source, ageMs } of found) if (ageMs !== null) age.set({ source }, ageMs / 1000);
    },
  );
  gauge(
    'corridor_rates_usable',
    '1 if quotes still use the rates of a source, 0 if these are too old or missing',
    ['source'],
    rates,
    (usable, found) => {
      for (const { source, isUsable } of found) usable.set({ source }, isUsable ? 1 : 0);
    },
  );

  ownGauge(
    'corridor_database_connections',
    'Connections of this host to the database server, by state; absent with SQLite',
    ['state'],
    connections,
    (count, use) => {
      if (use === null) return;
      count.set({ state: 'in use' }, use.inUse);
      count.set({ state: 'idle' }, use.idle);
    },
  );
  const pool = (name: string, help: string, of: (use: ConnectionUse) => number): void =>
    ownGauge(name, `${help}; absent with SQLite`, [], connections, (count, use) => {
      if (use === null) count.remove();
      else count.set(of(use));
    });
  pool('corridor_database_connections_max', 'Most connections of this host to the database server', ({ max }) => max);
  pool(
    'corridor_database_waiting',
    'Units of work that wait for a connection to the database server because all are in use',
    (use) => use.waiting,
  );
}
