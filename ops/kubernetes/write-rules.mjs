// Writes monitoring/prometheus-rule.yaml from the alerts of ops/prometheus: `node ops/kubernetes/write-rules.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HEAD = `# Written by ops/kubernetes/write-rules.mjs from ops/prometheus/alerts.yml; do not edit.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: corridor
  labels:
    app.kubernetes.io/name: corridor
spec:
`;

/** The manifest with the groups of a file of rules. */
export function prometheusRuleOf(alerts) {
  const groups = alerts.slice(alerts.indexOf('\ngroups:\n') + 1);
  return HEAD + groups.replaceAll(/^(?=.)/gm, '  ');
}

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const alerts = readFileSync(at('../prometheus/alerts.yml'), 'utf8');
  writeFileSync(at('monitoring/prometheus-rule.yaml'), prometheusRuleOf(alerts));
}
