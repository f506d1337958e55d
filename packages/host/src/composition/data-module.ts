import { ContainerModule } from 'inversify';
import { readCorridorsFile } from '../files/corridors-file.js';
import { readDirectories } from '../files/directory-files.js';
import { readRatesFile } from '../files/rates-file.js';
import { TOKENS } from './tokens.js';

/** The data files of operators: terms of corridors, rate sources, and directories. */
export const dataModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.Corridors).toResolvedValue(
      ({ corridorsFile }) => readCorridorsFile(corridorsFile),
      [TOKENS.Configuration],
    );
    bind(TOKENS.HttpRateSources).toResolvedValue(
      ({ ratesFile }, environment) => readRatesFile(ratesFile, environment),
      [TOKENS.Configuration, TOKENS.Environment],
    );
    bind(TOKENS.Directories).toResolvedValue(
      ({ institutionsFile, vaspsFile }) => readDirectories(institutionsFile, vaspsFile),
      [TOKENS.Configuration],
    );
  });
