// Writes the exports of each public entry point, with their types, into packages/<package>/api. With --check it prints
// which reports are out of date, and fails. It reads the built packages.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('../..', import.meta.url));
const check = process.argv.includes('--check');
const silent = { default: { logLevel: ExtractorLogLevel.None, addToApiReportFile: false } };

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Entry points with the names of their reports. `./internal` is not public. */
const entriesOf = ({ exports }) =>
  Object.entries(exports)
    .filter(([subpath, target]) => typeof target !== 'string' && subpath !== './internal')
    .map(([subpath, { types }]) => ({ name: subpath === '.' ? 'index' : subpath.slice(2), types }));

const GENERATED = 'dist/generated';

/**
 * A folder with the declarations of a package. Generated code becomes a package of its own, whose names a report does
 * not list: those of the client follow from the OpenAPI document, which promises them already, and would make a report
 * of a megabyte.
 */
function declarationsOf(folder) {
  if (!existsSync(join(folder, GENERATED))) return folder;
  const { name } = manifestOf(folder);
  const copy = join(temporary, name);
  for (const part of ['package.json', 'dist']) cpSync(join(folder, part), join(copy, part), { recursive: true });
  const separate = join(copy, 'node_modules', name, 'generated');
  mkdirSync(join(separate, '..'), { recursive: true });
  renameSync(join(copy, GENERATED), separate);
  writeFileSync(join(separate, '../package.json'), JSON.stringify({ name, version: '0.0.0', type: 'module' }));
  for (const file of readdirSync(join(copy, 'dist')).filter((one) => one.endsWith('.d.ts'))) {
    const path = join(copy, 'dist', file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'./generated/", `'${name}/generated/`));
  }
  return copy;
}

function configOf(folder, declarations, { name, types }) {
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(declarations, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: declarations,
      mainEntryPointFilePath: join(declarations, types),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          extends: join(root, 'tsconfig.base.json'),
          compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], composite: false },
          files: [join(declarations, types)],
        },
      },
      apiReport: {
        enabled: true,
        // Types that an entry point uses but does not export are part of its promise.
        includeForgottenExports: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(folder, 'api'),
        reportTempFolder: temporary,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
    },
  });
}

const messageCallback = (message) => {
  message.handled = message.logLevel !== ExtractorLogLevel.Error;
};

/** The reports of a package that are out of date. Without --check they are written. */
function changedReports(folder, entries) {
  const declarations = declarationsOf(folder);
  const configs = entries.map((entry) => configOf(folder, declarations, entry));
  const additionalEntryPoints = configs.slice(1).map((config) => config.mainEntryPointFilePath);
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints });
  return configs
    .filter(
      (config) => Extractor.invoke(config, { localBuild: !check, messageCallback, compilerState }).apiReportChanged,
    )
    .map((config) => config.reportFilePath);
}

const temporary = mkdtempSync(join(tmpdir(), 'corridor-api-'));
const changed = [];
try {
  for (const name of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', name);
    const entries = entriesOf(manifestOf(folder));
    mkdirSync(join(folder, 'api'), { recursive: true });
    changed.push(...changedReports(folder, entries).map((path) => relative(root, path)));
    const known = entries.map((entry) => `${entry.name}.api.md`);
    for (const file of readdirSync(join(folder, 'api')).filter((one) => !known.includes(one))) {
      changed.push(`packages/${name}/api/${file}`);
      if (!check) rmSync(join(folder, 'api', file));
    }
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

for (const path of changed) {
  const what = existsSync(join(root, path)) ? 'written' : 'removed';
  console.log(check ? `${path} is out of date: run npm run api:write` : `${path} ${what}`);
}
if (check && changed.length > 0) process.exitCode = 1;
