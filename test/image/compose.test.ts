import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfiguration } from '@corridor/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../packages/host/src/settings/settings.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { createIgnored, type Instruction, stagesOf, textsOf } from './dockerfile.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (path: string): string => join(root, path);

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly healthcheck?: object;
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly deploy?: { readonly resources: { readonly limits: Readonly<Record<'memory' | 'cpus' | 'pids', unknown>> } };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly { readonly subnet: string }[] } } | null>
  >;
  readonly volumes: Readonly<Record<string, object | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** Compose replaces `${NAME:-default}` by the variable, or by its default. */
const withDefaults = (text: string): string => text.replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1');

const compose = parse(withDefaults(readFileSync(at('compose.yaml'), 'utf8')), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const hosts = services.filter(([name]) => name.startsWith('host-'));
const host = hosts[0]![1];
const dockerfile = stagesOf(at('Dockerfile'));
const [build, final] = dockerfile as [readonly Instruction[], readonly Instruction[]];

/** The variables that the image sets. */
const imageEnvironment = Object.fromEntries(
  textsOf(final, 'ENV').flatMap((text) =>
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  ),
);
const settingsIn = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment).filter(([name]) => name.startsWith('CORRIDOR_'));

const scratch = mkdtempSync(join(tmpdir(), 'corridor-compose-'));
const secrets = join(scratch, 'secrets');
beforeAll(() => void execFileSync(at('ops/image/make-secrets'), [secrets], { stdio: 'ignore' }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const secretOf = (name: string): string => readFileSync(join(secrets, name), 'utf8');

describe('the Dockerfile', () => {
  test('runs scripts of the repository only, and builds with the Node of the image', () => {
    for (const line of dockerfile.flatMap((stage) => textsOf(stage, 'RUN'))) {
      const [script = ''] = line.split(' ');
      const file = script.startsWith('/opt/corridor/bin/') ? script.replace('/opt/corridor/bin', 'ops/image') : script;
      expect(file).toMatch(/^ops\/image\//);
      expect(lstatSync(at(file)).mode & 0o111, `${file} is executable`).toBe(0o111);
    }
    const [from, to] = dockerfile.map((stage) => stage[0]!.text.split(' ')[0]!);
    expect(to).toBe(`${from}-slim`);
    expect(from).toMatch(/^node:24\.\d+\.\d+-bookworm$/);
  });

  test('makes an image that runs as another user than root, with a health check and a signal to stop', () => {
    expect(textsOf(final, 'USER')).toEqual(['node']);
    expect(final.findIndex(({ name }) => name === 'RUN')).toBeLessThan(final.findIndex(({ name }) => name === 'USER'));
    expect(textsOf(final, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    const [check = ''] = textsOf(final, 'HEALTHCHECK');
    expect(JSON.parse(check.slice(check.indexOf('[')))).toEqual(['node', '/opt/corridor/health.mjs']);
    expect(textsOf(final, 'ENTRYPOINT')).toEqual(['["corridor"]']);
    expect(imageEnvironment['PATH']!.split(':')[0]).toBe('/opt/corridor/bin');
  });

  test('copies nothing but the program into the image, and has no arguments that could be secrets', () => {
    expect(textsOf(final, 'COPY')).toEqual(['--from=build /opt/corridor /opt/corridor']);
    expect(textsOf(build, 'COPY')).toEqual(['. .']);
    expect(dockerfile.flatMap((stage) => textsOf(stage, 'ARG'))).toEqual([]);
    const isIgnored = createIgnored(at('.dockerignore'));
    for (const file of ['secrets/corridor.json', '.git/config', 'data/master.key', '.env', 'packages/core/dist/a.js']) {
      expect(isIgnored(file), file).toBe(true);
    }
    for (const file of ['package.json', 'packages/host/src/cli.ts', 'ops/image/build.sh']) {
      expect(isIgnored(file), file).toBe(false);
    }
  });

  test('sets settings that the host accepts', () => {
    const given = settingsIn(imageEnvironment);
    expect(given.map(([name]) => name).filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
    const { host: address, port, dataDirectory } = readConfiguration(imageEnvironment);
    expect([address, port]).toEqual(['0.0.0.0', 8080]);
    expect(textsOf(final, 'EXPOSE')).toEqual([String(port)]);
    expect(textsOf(final, 'VOLUME')).toEqual([dataDirectory]);
    expect(textsOf(final, 'RUN')).toEqual([`/opt/corridor/bin/make-data-folder ${dataDirectory} node`]);
  });
});

test('the health check says in one line why the host is not ready', async () => {
  const port = String(await freePort());
  const env = { PATH: process.env['PATH']!, CORRIDOR_PORT: port };
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('ops/image/health.mjs')], {
    env,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`the host is not ready: http://127.0.0.1:${port}/readyz: ECONNREFUSED\n`);
});

describe('compose.yaml', () => {
  test('starts two equal hosts', () => {
    expect(hosts).toHaveLength(2);
    expect(hosts[1]![1]).toEqual(host);
    expect(host.build).toBe('.');
    expect(host.image).toBe(
      `corridor:${(JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }).version}`,
    );
    expect(host).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  test('gives the hosts settings that exist, whose values they accept together with the secrets', () => {
    const { CORRIDOR_CONFIG_FILE: file, ...given } = host.environment!;
    expect(Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
    expect(file).toBe('/run/secrets/corridor.json');
    const configuration = readConfiguration({
      ...imageEnvironment,
      ...given,
      CORRIDOR_CONFIG_FILE: join(secrets, 'corridor.json'),
    });
    expect(configuration).toMatchObject({
      documents: 'database',
      publicScheme: 'https',
      publicAuthority: 'localhost',
      database: {
        kind: 'postgres',
        url: `postgres://corridor:${secretOf('database-password')}@postgres:5432/corridor`,
      },
    });
    expect(configuration.masterKey).toMatch(/^[0-9a-f]{64}$/);
    const addresses = compose.networks['front']!.ipam!.config.map(({ subnet }) => subnet);
    expect(configuration.trustedProxies).toEqual(addresses);
    expect(host.networks).toContain('front');
    expect(services.filter(([, { networks }]) => networks.includes('front')).map(([name]) => name)).toEqual([
      'host-1',
      'host-2',
      'proxy',
    ]);
  });

  test('has secrets in files only', () => {
    const secret = Object.entries(SETTINGS).filter(([, setting]) => 'secret' in setting);
    for (const [, { environment = {} }] of services) {
      expect(Object.keys(environment).filter((name) => secret.some(([one]) => one === name))).toEqual([]);
      const passwords = Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|TOKEN|(?<!__)KEY/.test(name));
      for (const [name, value] of passwords) {
        expect(name).toMatch(/_FILE$/);
        expect(value).toMatch(/^\/run\/secrets\//);
      }
    }
    expect(readFileSync(at('.gitignore'), 'utf8')).toContain('secrets/\n');
  });

  test('gives the hosts a user of Postgres that is not a superuser, and the password of the superuser to Postgres alone', () => {
    const postgres = compose.services['postgres']!;
    expect(postgres.environment!['POSTGRES_USER']).toBe('postgres');
    const script = 'ops/postgres/create-hosts-user.sh';
    expect(postgres.volumes).toContain(`./${script}:/docker-entrypoint-initdb.d/create-hosts-user.sh:ro`);
    expect(lstatSync(at(script)).mode & 0o111).toBe(0o111);
    expect(readFileSync(at(script), 'utf8')).toContain('create role corridor login nosuperuser');
    const withSecret = (secret: string) =>
      services.filter(([, each]) => each.secrets?.includes(secret)).map(([name]) => name);
    expect(withSecret('postgres-password')).toEqual(['postgres']);
    expect(withSecret('database-password')).toEqual(['postgres', 'backup']);
    expect(secretOf('database-password')).not.toBe(secretOf('postgres-password'));
  });

  test('has a job that dumps the database with the version of the server, and that no start runs', () => {
    const { backup, postgres } = compose.services;
    expect(backup!.profiles).toEqual(['backup']);
    expect(backup!.image).toBe(postgres!.image);
    expect(backup!.volumes).toContain('./ops/backup/dump-postgres.sh:/usr/local/bin/dump-postgres.sh:ro');
    expect(backup!.volumes).toContain('./backups:/backup');
    expect(backup!.entrypoint).toEqual(['/usr/local/bin/dump-postgres.sh', '/backup']);
    expect(lstatSync(at('ops/backup/dump-postgres.sh')).mode & 0o111).toBe(0o111);
    for (const file of ['.gitignore', '.dockerignore']) expect(readFileSync(at(file), 'utf8')).toMatch(/^backups\/?$/m);
  });

  test('limits memory, processors and processes of every service', () => {
    for (const [name, { deploy }] of services) {
      const limits = deploy!.resources.limits;
      expect(limits.memory, name).toMatch(/^\d+[MG]$/);
      expect(Number(limits.cpus), name).toBeGreaterThan(0);
      expect(limits.pids, name).toBeGreaterThan(0);
    }
  });

  test('names the secrets that the script makes, each of which a service uses', () => {
    const used = services.flatMap(([, each]) => each.secrets ?? []);
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)));
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(secretOf(name).length).toBeGreaterThan(60);
    }
    expect(lstatSync(secrets).mode & 0o777).toBe(0o700);
    expect(() => execFileSync(at('ops/image/make-secrets'), [secrets], { stdio: 'ignore' })).toThrow();
  });

  test('mounts files of the repository and volumes that it declares', () => {
    for (const [name, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        // The folder of the dumps is made when the first one is.
        if (from === './backups') continue;
        if (!from.startsWith('./')) expect(Object.keys(compose.volumes), `${name} ${volume}`).toContain(from);
        else expect(existsSync(at(from)), `${name} ${volume}`).toBe(true);
      }
    }
  });

  test('names services and networks that exist, and images by their version', () => {
    for (const [name, { image, networks, depends_on = {} }] of services) {
      expect(image, name).toMatch(/^[a-z/]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/);
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        expect(
          other === 'postgres' ? compose.services[other]!.healthcheck : compose.services[other]!.build,
        ).toBeDefined();
      }
    }
  });

  test('publishes the proxy alone, and what is for operators on the loopback address', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published.sort()).toEqual([
      'alertmanager 127.0.0.1:9093:9093',
      'grafana 127.0.0.1:3000:3000',
      'prometheus 127.0.0.1:9090:9090',
      'proxy 127.0.0.1:8081:8081',
      'proxy 443:443',
      'proxy 80:80',
    ]);
    expect(compose.networks['database']).toEqual({ internal: true });
    expect(compose.services['postgres']!.networks).toEqual(['database']);
  });
});

describe('the proxy and Prometheus', () => {
  const environment = host.environment!;
  const names = hosts.map(([name]) => name);
  const behind = (port: string): string => names.map((name) => `${name}:${port}`).join(' ');

  test('send requests to both hosts, and check whether they are ready', () => {
    const text = readFileSync(at('ops/image/Caddyfile'), 'utf8');
    const upstreams = [...text.matchAll(/reverse_proxy (.*) \{/g)].map(([, hosts_]) => hosts_);
    expect(upstreams).toEqual([
      behind(imageEnvironment['CORRIDOR_PORT']!),
      behind(environment['CORRIDOR_CONSOLE_PORT']!),
    ]);
    expect(text.match(/health_uri \/readyz/g)).toHaveLength(2);
    expect(text.split('{').length).toBe(text.split('}').length);
    for (const [, name] of text.matchAll(/\{\$([A-Z_]+)\}/g)) {
      expect(Object.keys(compose.services['proxy']!.environment!)).toContain(name);
    }
    // A host is still served while it drains, until the proxy has seen that it is not ready.
    const interval = Number(/health_interval (\d+)s/.exec(text)![1]);
    expect(Number(environment['CORRIDOR_DRAIN_SECONDS'])).toBeGreaterThan(interval);
  });

  test('read the private port for metrics of both hosts and the alerts, and notify Alertmanager', () => {
    const text = readFileSync(at('ops/prometheus/prometheus.yml'), 'utf8');
    const prometheus = parse(text) as {
      readonly alerting: {
        readonly alertmanagers: readonly {
          readonly static_configs: readonly { readonly targets: readonly string[] }[];
        }[];
      };
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly static_configs: readonly { readonly targets: readonly string[] }[];
      }[];
    };
    const [scrape] = prometheus.scrape_configs;
    expect(scrape!.job_name).toBe('corridor');
    expect(scrape!.static_configs[0]!.targets.join(' ')).toBe(behind(environment['CORRIDOR_METRICS_PORT']!));
    for (const file of prometheus.rule_files.map((name) => `ops/prometheus/${name}`)) {
      expect(existsSync(at(file)), file).toBe(true);
    }
    expect(environment['CORRIDOR_METRICS_HOST']).toBe('0.0.0.0');
    expect(prometheus.alerting.alertmanagers[0]!.static_configs[0]!.targets).toEqual(['alertmanager:9093']);
    const { alertmanager, prometheus: service } = compose.services;
    expect(alertmanager!.networks.filter((network) => service!.networks.includes(network))).not.toEqual([]);
    for (const [, name] of text.matchAll(/\$\{([A-Z_]+)\}/g)) {
      expect(Object.keys(service!.environment!)).toContain(name);
    }
  });
});
