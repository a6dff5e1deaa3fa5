import { exactly, type FlagSection, ineffective, refuse, refused, renamed, same } from './flag.js'

const isOwnVersion = (value: string) =>
  value.split(',').every((version) => /^(?:kube=)?v?1\.33(?:\.0)?$/.test(version))

export const FEATURES: FlagSection = {
  title: 'Features and fairness',
  rows: [
    same(
      '--enable-priority-and-fairness bool',
      '[Fair use](../guides/access.md#fair-use). Servers without users have no limits by default.',
    ),
    ineffective(
      '--emulated-version strings',
      '',
      refuse('Anything but `1.33`', (value) => !isOwnVersion(value), 'The API is that of 1.33.'),
    ),
    ineffective('--emulation-forward-compatible bool, --runtime-config-emulation-forward-compatible bool'),
    same('--feature-gates pairs', '[Few](../guides/operations.md#feature-gates) have an effect.'),
    same('--max-mutating-requests-inflight int, --max-requests-inflight int', '0 for both is no limit.'),
    same(
      '--runtime-config pairs',
      '[Versions](../guides/operations.md#api-versions) of newer releases are off by default.',
    ),
  ],
}

export const CLUSTER: FlagSection = {
  title: 'Cluster',
  rows: [
    ineffective(
      '--aggregator-reject-forwarding-redirect bool',
      'Redirects within the other server are passed on, others without their `Location`.',
    ),
    ineffective(
      '--enable-aggregator-routing bool',
      '[Always](../guides/aggregation.md#where-a-service-is): there is no service network.',
    ),
    same(
      '--proxy-client-cert-file, --proxy-client-key-file',
      'Without them the server [makes a certificate](../guides/aggregation.md#whom-the-other-server-trusts).',
    ),
    ineffective(
      '--allow-privileged bool',
      'Privileged containers are allowed unless pod security says otherwise. Without the flag a warning says so.',
      exactly('false', 'Privileged containers are allowed; pod security can forbid them.'),
      'privileged containers are allowed also without --allow-privileged; pod security can forbid them',
    ),
    ineffective(
      '--apiserver-count int, --endpoint-reconciler-type',
      'The leader writes its own address.',
      exactly('none', 'The server always writes the endpoints of the Service `kubernetes`.'),
    ),
    ineffective(
      '--coordinated-leadership-lease-duration duration, --coordinated-leadership-renew-deadline duration, --coordinated-leadership-retry-period duration',
      'No LeaseCandidates.',
    ),
    refused('--egress-selector-config-file', 'The server connects directly.'),
    same(
      '--kubelet-certificate-authority, --kubelet-client-certificate, --kubelet-client-key, --kubelet-preferred-address-types strings, --kubelet-timeout duration',
      '`kube-apiserver` always has `--connect-to-nodes`.',
    ),
    ineffective('--kubelet-port int, --kubelet-read-only-port int', 'The port is that of the Node.'),
    ineffective(
      '--kubernetes-service-node-port int',
      '',
      refuse('Anything but `0`', (value) => value !== '0', 'The Service `kubernetes` has no node port.'),
    ),
    ineffective(
      '--peer-advertise-ip, --peer-advertise-port, --peer-ca-file',
      'All servers of a store serve the same versions.',
    ),
    same('--service-cluster-ip-range', 'Default `10.0.0.0/24`, with `serve` `10.96.0.0/12`.'),
    same('--service-node-port-range'),
  ],
}

/** As people use `-v` with kube-apiserver. */
const levelOf = (verbosity: string) => {
  if (Number(verbosity) < 4) return 'info'
  return Number(verbosity) < 6 ? 'debug' : 'trace'
}

export const OBSERVABILITY: FlagSection = {
  title: 'Logs, metrics and traces',
  rows: [
    ineffective(
      '--allow-metric-labels pairs, --allow-metric-labels-manifest, --disabled-metrics strings, --show-hidden-metrics-for-version',
      '[All metrics](./metrics.md)',
    ),
    ineffective(
      '--contention-profiling bool, --debug-socket-path, --profiling bool',
      "Node's inspector (`NODE_OPTIONS=--inspect`).",
    ),
    ineffective(
      '--log-flush-frequency duration, --log-json-info-buffer-size, --log-json-split-stream bool, --log-text-info-buffer-size, --log-text-split-stream bool',
      'Lines are written at once.',
    ),
    renamed('--logging-format', '--log-format', '`text` or `json`.'),
    refused(
      '--tracing-config-file',
      'Traces go to a collector over HTTP: `BINNACLE_OTLP_ENDPOINT` and `BINNACLE_OTLP_SAMPLE_RATIO`.',
    ),
    renamed('--v int', '--log-level', 'Below 4 `info`, below 6 `debug`, else `trace`. Also `-v`.', {
      value: levelOf,
    }),
    ineffective('--vmodule'),
  ],
}
