import { ContainerModule } from 'inversify';
import { readCorridorsFile } from '../files/corridors-file.js';
import { readDirectories } from '../files/directory-files.js';
import { readRatesFile } from '../files/rates-file.js';
import { T } from './tokens.js';

/** The data files of operators: terms of corridors, rate sources, and directories. */
export const dataModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.Corridors).toResolvedValue(({ corridorsFile }) => readCorridorsFile(corridorsFile), [T.Configuration]);
    bind(T.HttpRateSources).toResolvedValue(
      ({ ratesFile }, environment) => readRatesFile(ratesFile, environment),
      [T.Configuration, T.Environment],
    );
    bind(T.Directories).toResolvedValue(
      ({ institutionsFile, vaspsFile }) => readDirectories(institutionsFile, vaspsFile),
      [T.Configuration],
    );
  });
