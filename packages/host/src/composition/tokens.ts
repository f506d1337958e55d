import type { Core } from '@corridor/core';
import type { RateBook } from '@corridor/core/internal';
import type {
  ApproverNotices,
  AccountChecks,
  ArchiveStore,
  BlobStore,
  Clock,
  Digest,
  KeyPairs,
  OwnershipProofs,
  Rail,
  Random,
  RateSource,
  OperatorPorts,
  ScaPorts,
  Sealer,
  StablecoinIssuers,
  UmaPorts,
  UnitOfWork,
  VerificationPorts,
  WalletPorts,
  WebhookTransport,
} from '@corridor/core/ports';
import type { RequestListener } from 'node:http';
import type { SandboxIssuer } from '@corridor/adapters-rails/cards';
import type { OutboundHttpClient } from '@corridor/adapters-http/outbound';
import type { Storage } from '@corridor/adapters-storage';
import type { ServiceIdentifier } from 'inversify';
import type { Configuration } from '../settings/configuration.js';
import type { CorridorsFile } from '../files/corridors-file.js';
import type { Directories } from '../files/directory-files.js';
import type { HostState } from '../workers/host-state.js';
import type { Log } from '../logging/logging.js';
import type { HostMessages } from '../ports/messages.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Place } from './place.js';
import type { RailConditions } from '../rails/rail-conditions.js';
import type { ConfiguredConnection } from '../rails/rail-connections.js';
import type { Signal } from '../workers/signal.js';
import type { HttpRateSource } from '../files/rates-file.js';
import type { Environment, ProcessContext } from '../kernel/process-context.js';
import type { HostTracing } from '../tracing/opentelemetry.js';
import type { Workers } from '../workers/workers.js';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name) as ServiceIdentifier<T>;

/** Everything that the container creates, each token with the type of its component. */
export const TOKENS = {
  Configuration: token<Configuration>('Configuration'),
  Place: token<Place>('Place'),
  /** What the host has found out about itself. */
  HostState: token<HostState>('HostState'),
  Print: token<ProcessContext['print']>('Print'),
  Environment: token<Environment>('Environment'),
  Log: token<Log>('Log'),
  Metrics: token<Metrics>('Metrics'),
  /** Null if nothing is traced. */
  Tracing: token<HostTracing | null>('Tracing'),
  Signal: token<Signal>('Signal'),
  Clock: token<Clock>('Clock'),
  Random: token<Random>('Random'),
  Digest: token<Digest>('Digest'),
  KeyPairs: token<KeyPairs>('KeyPairs'),
  Storage: token<Storage>('Storage'),
  Units: token<UnitOfWork>('Units'),
  MasterKey: token<Uint8Array>('MasterKey'),
  Sealer: token<Sealer>('Sealer'),
  Rails: token<readonly Rail[]>('Rails'),
  /** The connections of the connections file. */
  Connections: token<readonly ConfiguredConnection[]>('Connections'),
  RailConditions: token<RailConditions>('RailConditions'),
  Wallets: token<WalletPorts>('Wallets'),
  Stablecoins: token<StablecoinIssuers>('Stablecoins'),
  Sca: token<ScaPorts>('Sca'),
  /** With which operators sign in. */
  Operators: token<OperatorPorts>('Operators'),
  /** Issues test cards and serves the page that shows them. */
  CardIssuer: token<SandboxIssuer>('CardIssuer'),
  RateSources: token<readonly RateSource[]>('RateSources'),
  Rates: token<readonly RateSource[]>('Rates'),
  /** The current rates for connections, which are made before the core with its own. */
  RateBook: token<RateBook>('RateBook'),
  AccountChecks: token<AccountChecks>('AccountChecks'),
  OwnershipProofs: token<OwnershipProofs>('OwnershipProofs'),
  Corridors: token<CorridorsFile>('Corridors'),
  Directories: token<Directories>('Directories'),
  Archive: token<ArchiveStore>('Archive'),
  Blobs: token<BlobStore>('Blobs'),
  Verification: token<VerificationPorts>('Verification'),
  OutboundHttp: token<OutboundHttpClient>('OutboundHttp'),
  /** Outgoing HTTP to rate sources at public addresses. */
  RatesHttp: token<OutboundHttpClient>('RatesHttp'),
  /** Outgoing HTTP to rate sources that the operator allows at private addresses. */
  PrivateRatesHttp: token<OutboundHttpClient>('PrivateRatesHttp'),
  /** The JSON endpoints that the operator configured as rate sources. */
  HttpRateSources: token<readonly HttpRateSource[]>('HttpRateSources'),
  /** Outgoing HTTP to banks and providers, whose addresses operators configure. */
  RailsHttp: token<OutboundHttpClient>('RailsHttp'),
  /** Outgoing HTTP to UMA counterparties. */
  UmaHttp: token<OutboundHttpClient>('UmaHttp'),
  Uma: token<UmaPorts>('Uma'),
  Messages: token<HostMessages>('Messages'),
  ApproverNotices: token<ApproverNotices | null>('ApproverNotices'),
  WebhookTransport: token<WebhookTransport>('WebhookTransport'),
  Core: token<Core>('Core'),
  Workers: token<Workers>('Workers'),
  /** The console as a listener for a server of its own. */
  ConsoleApp: token<RequestListener>('ConsoleApp'),
  /** The API as a listener for a `node:http` server. */
  HttpApp: token<RequestListener>('HttpApp'),
} as const;
