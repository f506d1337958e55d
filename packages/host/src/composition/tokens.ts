import type {
  Clock,
  Core,
  Digest,
  KeyPairs,
  Random,
  RateSource,
  Registration,
  Sealer,
  UnitOfWork,
  WalletAdapters,
  WebhookTransport,
} from '@corridor/core';
import type { RequestListener } from 'node:http';
import type { OutboundHttpClient } from '@corridor/adapters-http/outbound';
import type { Storage } from '@corridor/adapters-storage';
import type { ServiceIdentifier } from 'inversify';
import type { Configuration } from '../configuration.js';
import type { Log } from '../logging.js';
import type { Metrics } from '../metrics.js';
import type { Place } from '../place.js';
import type { Signal } from '../signal.js';
import type { Workers } from '../workers.js';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name) as ServiceIdentifier<T>;

/** Everything that the container makes, each with the type of what it is bound to. */
export const T = {
  Configuration: token<Configuration>('Configuration'),
  Place: token<Place>('Place'),
  Log: token<Log>('Log'),
  Metrics: token<Metrics>('Metrics'),
  Signal: token<Signal>('Signal'),
  Clock: token<Clock>('Clock'),
  Random: token<Random>('Random'),
  Digest: token<Digest>('Digest'),
  KeyPairs: token<KeyPairs>('KeyPairs'),
  Storage: token<Storage>('Storage'),
  Units: token<UnitOfWork>('Units'),
  MasterKey: token<Uint8Array>('MasterKey'),
  Sealer: token<Sealer>('Sealer'),
  Rails: token<readonly Registration[]>('Rails'),
  Wallets: token<WalletAdapters>('Wallets'),
  Rates: token<readonly RateSource[]>('Rates'),
  OutboundHttp: token<OutboundHttpClient>('OutboundHttp'),
  WebhookTransport: token<WebhookTransport>('WebhookTransport'),
  Core: token<Core>('Core'),
  Workers: token<Workers>('Workers'),
  /** The API as a listener for a `node:http` server. */
  HttpApp: token<RequestListener>('HttpApp'),
} as const;
