import 'reflect-metadata';
import { Container } from 'inversify';
import type { Configuration } from '../settings/configuration.js';
import type { Place } from './place.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { coreModule } from './core-module.js';
import { dataModule } from './data-module.js';
import { hostModule } from './host-module.js';
import { httpModule } from './http-module.js';
import { railsModule } from './rails-module.js';
import { storageModule } from './storage-module.js';

/**
 * All components of a host, one module for each package. Each component is created once, on first use. The database
 * opens asynchronously, so resolve with `getAsync`. Components receive their dependencies, never the container.
 */
export function createContainer(configuration: Configuration, place: Place, processContext: ProcessContext): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(
    hostModule(configuration, place, processContext),
    storageModule(),
    dataModule(),
    railsModule(),
    coreModule(),
    httpModule(),
  );
  return container;
}
