import { PrometheusRule, ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';

/** A record of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

interface Model {
  /** Throws an AjvError. */
  validate(): void;
}

type Schema = new (manifest: never) => Model;

/** The published schemas, by `apiVersion/kind`. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  'apps/v1/Deployment': Deployment,
  'batch/v1/Job': Job,
  'monitoring.coreos.com/v1/PrometheusRule': PrometheusRule,
  'monitoring.coreos.com/v1/ServiceMonitor': ServiceMonitor,
  'networking.k8s.io/v1/Ingress': Ingress,
  'networking.k8s.io/v1/NetworkPolicy': NetworkPolicy,
  'policy/v1/PodDisruptionBudget': PodDisruptionBudget,
  'v1/ConfigMap': ConfigMap,
  'v1/Namespace': Namespace,
  'v1/Service': Service,
};

/** Fields that a release of the operator after the published schemas has added: 0.66 the first one. */
const LATER_FIELDS = /^\/spec\/groups\/\d+\/rules\/\d+\/keep_firing_for$/;

/**
 * What the published schema of its kind finds wrong with a manifest: `path: reason`. A server drops a field that it does
 * not know, and the schemas do not name it: a field that the schema never reads is unknown.
 */
export function faultsOf(manifest: Manifest): readonly string[] {
  const kind = `${manifest.apiVersion}/${manifest.kind}`;
  const Schema = SCHEMAS[kind];
  if (Schema === undefined) return [`there is no schema of ${kind}`];
  const unread = new Set<string>();
  const model = recording(new Schema(manifest as never), '', unread) as Model;
  const wrong: string[] = [];
  try {
    model.validate();
  } catch (error) {
    const { errors } = error as {
      readonly errors: readonly { readonly instancePath: string; readonly message: string }[];
    };
    wrong.push(...errors.map(({ instancePath, message }) => `${instancePath}: ${message}`));
  }
  return [...wrong, ...[...unread].filter((path) => !LATER_FIELDS.test(path)).map((path) => `${path}: unknown field`)];
}

/** The value as the schema sees it. `unread` has the paths of all fields that the schema has not read yet. */
function recording(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = new Map(
    Object.entries(value).map(([key, field]) => [key, recording(field, `${path}/${key}`, unread)] as const),
  );
  if (!Array.isArray(value)) for (const key of copy.keys()) unread.add(`${path}/${key}`);
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`);
      return typeof key === 'string' && copy.has(key) ? copy.get(key) : (Reflect.get(target, key) as unknown);
    },
  });
}
