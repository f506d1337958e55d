import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { prometheusRuleOf } from '../../ops/kubernetes/write-rules.mjs';
import { createProcessContext } from '../../packages/host/src/kernel/process-context.js';
import { startHost } from '../../packages/host/src/serving/host.js';
import { STOP_WITHIN_MS } from '../../packages/host/src/serving/lifetime.js';
import { readConfiguration } from '../../packages/host/src/settings/configuration.js';
import { SETTINGS } from '../../packages/host/src/settings/settings.js';
import { installed } from '../ops/programs.js';
import {
  existsAsReference,
  filesOf,
  FOLDER,
  kustomizations,
  manifestsIn,
  mapOf,
  read,
  referencesOf,
  resourcesOf,
  ROOT,
} from './kustomize.js';
import { faultsOf, type Manifest } from './schemas.js';

interface KeyReference {
  readonly name: string;
  readonly key: string;
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: KeyReference };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: true }[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: object;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

interface Volume {
  readonly name: string;
  readonly emptyDir?: object;
  readonly configMap?: { readonly name: string };
  readonly secret?: { readonly secretName: string };
}

interface Workload extends Manifest {
  readonly spec: {
    readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly [Container];
        readonly volumes: readonly Volume[];
        readonly securityContext: object;
        readonly enableServiceLinks: boolean;
        readonly automountServiceAccountToken: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly topologySpreadConstraints: readonly {
          readonly topologyKey: string;
          readonly labelSelector: { readonly matchLabels: Readonly<Record<string, string>> };
        }[];
      };
    };
  };
}

const EXAMPLE = 'overlays/example';
const example = resourcesOf(EXAMPLE);
const of = <T extends Manifest>(kind: string, manifests = example): readonly T[] =>
  manifests.filter((manifest): manifest is T => manifest.kind === kind);

const deployment = of<Workload>('Deployment')[0]!;
const job = of<Workload>('Job', resourcesOf('migrate'))[0]!;
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const podLabels = deployment.spec.template.metadata.labels;
const settings = mapOf(EXAMPLE, 'corridor-settings');
const readme = read('README.md');

const selects = (matchLabels: Readonly<Record<string, string>>): boolean =>
  Object.keys(matchLabels).length > 0 &&
  Object.entries(matchLabels).every(([name, value]) => podLabels[name] === value);

describe('the manifests', () => {
  const manifests = filesOf()
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .flatMap((file) => manifestsIn(read(file)).map((manifest) => [`${file} ${manifest.kind}`, manifest] as const));

  test.each(manifests)('%s is valid by the published schema of its kind', (_name, manifest) => {
    expect(faultsOf(manifest)).toEqual([]);
  });

  test('are checked for fields that the schema does not know, and for values of another type', () => {
    const wrong = structuredClone(deployment) as unknown as { spec: Record<string, unknown> };
    wrong.spec['replica'] = 2;
    wrong.spec['replicas'] = 'two';
    expect(faultsOf(wrong as unknown as Manifest)).toEqual([
      expect.stringContaining('/spec/replicas: '),
      '/spec/replica: unknown field',
    ]);
    expect(() => manifestsIn('kind: Service\nkind: Pod\n')).toThrow('Map keys must be unique');
  });

  test('are all named by a kustomization, which names nothing that is missing', () => {
    const references = [...kustomizations.keys()].flatMap(referencesOf);
    expect(references.filter((path) => !existsAsReference(path))).toEqual([]);
    const roots = [EXAMPLE, join(EXAMPLE, 'migrate')];
    const named = new Set([...references, ...roots]);
    const parts = filesOf().map((file) => (file.endsWith('kustomization.yaml') ? join(file, '..') : file));
    expect(parts.filter((path) => !named.has(path))).toEqual(['README.md', 'write-rules.d.mts', 'write-rules.mjs']);
  });

  const KUBECTL = installed('KUBECTL', 'kubectl');
  const hint = KUBECTL === null ? ' (skipped: install kubectl, or set KUBECTL)' : '';
  if (KUBECTL === null) console.warn('The kustomizations of ops/kubernetes are not built: kubectl is not installed.');

  test.skipIf(KUBECTL === null).each([
    [
      EXAMPLE,
      [
        'ConfigMap',
        'Deployment',
        'Ingress',
        'Namespace',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'PrometheusRule',
        'Service',
        'ServiceMonitor',
      ],
    ],
    [`${EXAMPLE}/migrate`, ['Job']],
    ['base', ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']],
  ])(`are built by kustomize in %s${hint}`, (folder, kinds) => {
    const { status, stdout, stderr } = spawnSync(KUBECTL!, ['kustomize', join(FOLDER, folder)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const built = manifestsIn(stdout);
    expect([...new Set(built.map(({ kind }) => kind))].sort()).toEqual(kinds);
    expect(built.flatMap(faultsOf)).toEqual([]);
    const [workload] = built.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as unknown as readonly [
      Workload,
    ];
    expect(workload.spec.template.metadata.labels['app.kubernetes.io/name']).toBe('corridor');
    if (folder !== 'base')
      expect(workload.spec.template.spec.containers[0].image).toMatch(/^registry\.example\/corridor:/);
  });
});

describe('the settings of the hosts', () => {
  const environment = Object.fromEntries(
    container.env.map(({ name, valueFrom }) => [name, valueFrom!.secretKeyRef.key]),
  );

  test('exist, and the host accepts their values together with the secrets', () => {
    const names = [
      ...Object.keys(settings),
      ...Object.keys(environment),
      ...job.spec.template.spec.containers[0].env.map(({ name }) => name),
    ];
    expect(names.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'corridor-settings' } }]);
    const configuration = readConfiguration({
      ...settings,
      CORRIDOR_DATABASE_URL: 'postgres://corridor:secret@db/corridor',
    });
    expect(configuration).toMatchObject({
      documents: 'database',
      publicScheme: 'https',
      publicAuthority: 'pay.example',
      masterKeyCommand: ['/bin/cat', '/run/secrets/corridor/master-key'],
    });
  });

  test('contain no secret: a reference to a secret is the only way in', () => {
    const secrets = Object.entries(SETTINGS).flatMap(([name, setting]) => ('secret' in setting ? [name] : []));
    expect(secrets).toContain('CORRIDOR_DATABASE_URL');
    // The command is never printed, because a command can contain a credential; this one names a file.
    expect(Object.keys(settings).filter((name) => secrets.includes(name))).toEqual(['CORRIDOR_MASTER_KEY_COMMAND']);
    for (const { name, value, valueFrom } of [...container.env, ...job.spec.template.spec.containers[0].env]) {
      expect(value, name).toBeUndefined();
      expect(valueFrom!.secretKeyRef.key, name).toBeTruthy();
    }
    expect(
      filesOf().filter((file) => /kind: Secret\b|secretGenerator/.test(read(file)) && file !== 'README.md'),
    ).toEqual([]);
  });

  test('name files that are mounted, and folders that can be written to', () => {
    const mountOf = (path: string) => container.volumeMounts.find(({ mountPath }) => path.startsWith(mountPath));
    const volumeOf = (path: string) => pod.volumes.find(({ name }) => name === mountOf(path)?.name);
    expect(volumeOf(settings['CORRIDOR_CONNECTIONS_FILE']!)?.configMap).toEqual({ name: 'corridor-connections' });
    expect(settings['CORRIDOR_CONNECTIONS_FILE']).toBe(
      `/etc/corridor/${Object.keys(mapOf(EXAMPLE, 'corridor-connections'))[0]}`,
    );
    expect(volumeOf('/run/secrets/corridor/master-key')?.secret?.secretName).toBe('corridor-master-key');
    for (const workload of [deployment, job]) {
      const { containers, volumes } = workload.spec.template.spec;
      for (const folder of [settings['CORRIDOR_DATA_DIR']!, '/tmp']) {
        const { name } = containers[0].volumeMounts.find(({ mountPath }) => mountPath === folder)!;
        expect(volumes.find((volume) => volume.name === name)!.emptyDir, folder).toBeDefined();
      }
    }
  });

  test('name a connections file whose secrets are files of the mounted secret', () => {
    const { rails } = JSON.parse(mapOf(EXAMPLE, 'corridor-connections')['connections.json']!) as {
      readonly rails: readonly Readonly<Record<'secret' | 'callbackSecret', { readonly file: string }>>[];
    };
    for (const { secret, callbackSecret } of rails)
      for (const { file } of [secret, callbackSecret]) expect(file).toMatch(/^\/run\/secrets\/rails\//);
    expect(JSON.parse(read('base/connections.json'))).toEqual({ rails: [] });
  });

  test('are all documented with the commands that create the secrets', () => {
    const named = [
      ...[deployment, job].flatMap(({ spec }) =>
        spec.template.spec.containers[0].env.map(({ valueFrom }) => valueFrom!.secretKeyRef.name),
      ),
      ...pod.volumes.flatMap(({ secret }) => secret?.secretName ?? []),
    ];
    expect(new Set(named)).toEqual(new Set(['corridor-database', 'corridor-master-key', 'corridor-rail-secrets']));
    for (const name of named) expect(readme).toContain(`create secret generic ${name} `);
    for (const { valueFrom } of container.env) expect(readme).toContain(`--from-file=${valueFrom!.secretKeyRef.key}=`);
    expect(readme).toContain('--from-file=master-key=');
    for (const file of ['acme-bank-secret', 'acme-bank-callback-secret'])
      expect(readme).toContain(`--from-file=${file}=`);
  });
});

describe('the pods', () => {
  test('run as another user than root with a root file system that cannot be written to', () => {
    for (const workload of [deployment, job]) {
      const { securityContext, containers, ...spec } = workload.spec.template.spec;
      expect(securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(containers[0].resources.limits.memory).toMatch(/^\d+Mi$/);
      // The variables of a service named corridor would be settings that do not exist.
      expect(spec).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false });
    }
    expect(job.spec.template.spec.containers[0].args).toEqual(['migrate']);
  });

  test('have the image of this version', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    for (const { spec } of [deployment, job])
      expect(spec.template.spec.containers[0].image).toBe(`corridor:${version}`);
    for (const folder of [EXAMPLE, `${EXAMPLE}/migrate`])
      expect(kustomizations.get(folder)!.images).toEqual([
        { name: 'corridor', newName: 'registry.example/corridor', newTag: version },
      ]);
  });

  test('are killed only after the host has had the time to stop, and drain until they get no requests', () => {
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(STOP_WITHIN_MS + 1_000);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(Number(settings['CORRIDOR_DRAIN_SECONDS'])).toBeGreaterThan(periodSeconds * failureThreshold);
  });

  test('are spread over nodes and zones, and drained one at a time', () => {
    expect(pod.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ]);
    const selectors = [
      ...pod.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
      deployment.spec.selector!.matchLabels,
      ...of<Workload>('PodDisruptionBudget').map(({ spec }) => spec.selector!.matchLabels),
    ];
    expect(selectors).toHaveLength(4);
    for (const labels of selectors) expect(selects(labels)).toBe(true);
    // The job is of the same name and no host.
    expect(job.spec.template.metadata.labels).not.toMatchObject(deployment.spec.selector!.matchLabels);
  });
});

describe('the ports', () => {
  interface Service extends Manifest {
    readonly spec: {
      readonly selector: Readonly<Record<string, string>>;
      readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    };
  }

  test('of the container are those of the settings, on all addresses', () => {
    expect(
      Object.fromEntries(container.ports!.map(({ name, containerPort }) => [name, String(containerPort)])),
    ).toEqual({
      api: settings['CORRIDOR_PORT'],
      console: settings['CORRIDOR_CONSOLE_PORT'],
      metrics: settings['CORRIDOR_METRICS_PORT'],
    });
    for (const name of ['CORRIDOR_HOST', 'CORRIDOR_CONSOLE_HOST', 'CORRIDOR_METRICS_HOST'])
      expect(settings[name]).toBe('0.0.0.0');
  });

  test('are served by two services, of which the one for an ingress has the API alone', () => {
    const services = of<Service>('Service');
    for (const { spec } of services) expect(selects(spec.selector)).toBe(true);
    const ports = services.map(({ metadata, spec }) => [metadata.name, spec.ports.map(({ targetPort }) => targetPort)]);
    expect(ports).toEqual([
      ['corridor', ['api']],
      ['corridor-operators', ['console', 'metrics']],
    ]);
    expect(JSON.stringify(of('Ingress'))).toContain('"service":{"name":"corridor","port":{"name":"api"}}');
  });

  test('are each open to namespaces with a label of their own, which the guide names', () => {
    interface NetworkPolicy extends Manifest {
      readonly spec: {
        readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> };
        readonly policyTypes: readonly string[];
        readonly ingress: readonly { readonly ports: readonly { readonly port: string }[]; readonly from: unknown }[];
      };
    }
    const policies = of<NetworkPolicy>('NetworkPolicy');
    for (const { spec } of policies) {
      expect(selects(spec.podSelector.matchLabels)).toBe(true);
      expect(spec.policyTypes).toEqual(['Ingress']);
    }
    const opened = policies.flatMap(({ spec }) => spec.ingress).map(({ from, ports }) => ({ from, ports }));
    expect(opened).toEqual(
      ['api', 'console', 'metrics'].map((port) => ({
        from: [{ namespaceSelector: { matchLabels: { [`corridor-access/${port}`]: 'true' } } }],
        ports: [{ port }],
      })),
    );
    for (const port of ['api', 'console', 'metrics']) expect(readme).toContain(`corridor-access/${port}=true`);
  });
});

test('a host starts with the settings and answers the probes, the console and the scrape', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-kubernetes-'));
  writeFileSync(join(folder, 'master-key'), randomBytes(32).toString('hex'));
  for (const name of ['acme-bank-secret', 'acme-bank-callback-secret'])
    writeFileSync(join(folder, name), `whsec_${randomBytes(32).toString('base64')}\n`);
  const mounted = (text: string): string => text.replaceAll(/\/run\/secrets\/(corridor|rails)/g, folder);
  writeFileSync(join(folder, 'connections.json'), mounted(mapOf(EXAMPLE, 'corridor-connections')['connections.json']!));
  const environment = {
    ...settings,
    CORRIDOR_HOST: '127.0.0.1',
    CORRIDOR_DATA_DIR: join(folder, 'data'),
    CORRIDOR_CONNECTIONS_FILE: join(folder, 'connections.json'),
    CORRIDOR_MASTER_KEY_COMMAND: mounted(settings['CORRIDOR_MASTER_KEY_COMMAND']!),
    CORRIDOR_DRAIN_SECONDS: '0',
    ...Object.fromEntries(['PORT', 'CONSOLE_PORT', 'METRICS_PORT'].map((name) => [`CORRIDOR_${name}`, '0'])),
  };
  let log = '';
  const host = await startHost(readConfiguration(environment), {
    ...createProcessContext(),
    print: () => undefined,
    log: { write: (line: string) => void (log += line) },
    environment,
  });
  try {
    const ports: Readonly<Record<string, number>> = {
      api: Number(new URL(host.baseUrl).port),
      console: host.consolePort!,
      metrics: host.metricsPort!,
    };
    const statusOf = async (port: string, path: string) =>
      (await fetch(`http://127.0.0.1:${ports[port]}${path}`, { redirect: 'manual' })).status;
    for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe])
      expect(await statusOf(httpGet.port, httpGet.path), httpGet.path).toBe(200);
    expect(await statusOf('metrics', '/metrics')).toBe(200);
    expect(await statusOf('api', '/metrics')).toBe(404);
    expect(await statusOf('console', '/console/sign-in')).toBe(200);
    expect(await statusOf('api', '/console/sign-in')).toBe(404);
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(log).not.toMatch(/"level":"(error|fatal)"/);
});

describe('the component for the operator of Prometheus', () => {
  const alerts = readFileSync(join(ROOT, 'ops/prometheus/alerts.yml'), 'utf8');

  test('has the alerts of ops/prometheus; `node ops/kubernetes/write-rules.mjs` writes them', () => {
    const text = read('monitoring/prometheus-rule.yaml');
    expect(text).toBe(prometheusRuleOf(alerts));
    expect((parse(text) as { readonly spec: unknown }).spec).toEqual(parse(alerts));
  });

  test('gives the metrics the job that the alerts select', () => {
    const [monitor] = of<
      Manifest & {
        readonly spec: {
          readonly jobLabel: string;
          readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
          readonly endpoints: readonly { readonly port: string; readonly path: string }[];
        };
      }
    >('ServiceMonitor');
    const { jobLabel, selector, endpoints } = monitor!.spec;
    const monitored = of('Service').filter(({ metadata }) =>
      Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels?.[name] === value),
    );
    expect(monitored.map(({ metadata }) => metadata.name)).toEqual(['corridor-operators']);
    const jobs = new Set(Array.from(alerts.matchAll(/job="([^"]+)"/g), ([, name]) => name));
    expect([...jobs]).toEqual([monitored[0]!.metadata.labels![jobLabel]]);
    expect(endpoints).toMatchObject([{ port: 'metrics', path: '/metrics' }]);
  });
});

test('the guide says that the manifests were checked, and were not applied to a cluster', () => {
  expect(readme).toContain('We have not applied them to a cluster');
});
