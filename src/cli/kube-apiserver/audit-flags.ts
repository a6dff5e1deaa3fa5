import { type FlagSection, ineffective, refused, renamed, same, unless } from './flag.js'

/** Without a size, kube-apiserver rotates at this one, in megabytes. */
const DEFAULT_SIZE = '100'

const MODES: ReadonlyMap<string, string> = new Map([
  ['blocking', 'block'],
  ['blocking-strict', 'block'],
  ['batch', 'drop'],
])

export const AUDIT: FlagSection = {
  title: 'Audit',
  rows: [
    renamed('--audit-log-path', '--audit-log', 'Without a policy, writes and refused requests are logged.'),
    renamed('--audit-log-maxage int', '--audit-log-max-age', 'Default 0, with `serve` 30.'),
    renamed('--audit-log-maxbackup int', '--audit-log-max-backups', 'Default 0, with `serve` 10.'),
    renamed('--audit-log-maxsize int', '--audit-log-max-size', `0 is ${DEFAULT_SIZE}.`, {
      value: (size) => (size === '0' ? DEFAULT_SIZE : size),
    }),
    renamed(
      '--audit-log-mode',
      '--audit-on-full',
      '`blocking` and `blocking-strict` are `block`, but with batches; `batch` is `drop`.',
      { value: (mode) => MODES.get(mode) ?? mode },
    ),
    ineffective(
      '--audit-log-batch-buffer-size int, --audit-log-batch-max-size int, --audit-log-batch-max-wait duration, --audit-log-batch-throttle-burst int, --audit-log-batch-throttle-enable bool, --audit-log-batch-throttle-qps float',
      'Batches have what came since the last one.',
    ),
    ineffective('--audit-log-compress bool'),
    ineffective('--audit-log-format', '', unless('json', 'Events are lines of JSON.')),
    ineffective('--audit-log-version', '', unless('audit.k8s.io/v1', 'Events have that version.')),
    ineffective(
      '--audit-log-truncate-enabled bool, --audit-log-truncate-max-batch-size int, --audit-log-truncate-max-event-size int',
      'Requests are limited themselves.',
    ),
    same('--audit-policy-file', 'Reloaded when it changes.'),
    refused(
      '--audit-webhook-config-file',
      'Events go to a file or to standard output, which a log collector reads.',
    ),
    ineffective(
      '--audit-webhook-batch-buffer-size int, --audit-webhook-batch-max-size int, --audit-webhook-batch-max-wait duration, --audit-webhook-batch-throttle-burst int, --audit-webhook-batch-throttle-enable bool, --audit-webhook-batch-throttle-qps float, --audit-webhook-initial-backoff duration, --audit-webhook-mode, --audit-webhook-truncate-enabled bool, --audit-webhook-truncate-max-batch-size int, --audit-webhook-truncate-max-event-size int, --audit-webhook-version',
      'They belong to `--audit-webhook-config-file`.',
    ),
  ],
}
