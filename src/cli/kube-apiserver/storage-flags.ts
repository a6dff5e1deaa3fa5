import { exactly, type FlagSection, ineffective, refuse, refused, renamed, same, unless } from './flag.js'

/** Objects of kube-apiserver have another form, so this server keeps its own beside them. */
const OWN_PREFIX = '.binnacle'

export const ownPrefix = (prefix: string) => `/${prefix.replace(/^\/+|\/+$/g, '')}${OWN_PREFIX}`

export const STORAGE: FlagSection = {
  title: 'Storage',
  rows: [
    ineffective('--delete-collection-workers int', 'Deletions share commits.'),
    ineffective(
      '--enable-garbage-collector bool',
      'The garbage collector is one of the [controllers](../guides/operations.md#controllers).',
      exactly('false', 'Deletions always follow the propagation policy.'),
    ),
    renamed('--encryption-provider-config', '--encryption-config', 'Without `kms`, which is an error.'),
    ineffective('--encryption-provider-config-automatic-reload bool', 'Read again on SIGHUP.'),
    renamed('--etcd-cafile', '--etcd-cacert'),
    renamed('--etcd-certfile', '--etcd-cert'),
    renamed('--etcd-keyfile', '--etcd-key'),
    same(
      '--etcd-prefix',
      `Objects have another form than those of kube-apiserver. \`kube-apiserver\` appends \`${OWN_PREFIX}\`: \`/registry${OWN_PREFIX}\` by default, with \`serve\` \`/registry\`.`,
      { value: ownPrefix },
    ),
    renamed('--etcd-servers strings', '--etcd-endpoints', '`kube-apiserver` has `--storage etcd`.'),
    renamed('--etcd-compaction-interval duration', '--history-window', 'Default 15 minutes.', {
      refusal: refuse('`0`', (value) => value === '0ms', 'The server always compacts.'),
    }),
    ineffective(
      '--etcd-count-metric-poll-period duration, --etcd-db-metric-poll-interval duration, --etcd-healthcheck-timeout duration, --etcd-readycheck-timeout duration',
      'Objects are counted in memory; `/readyz` asks etcd.',
    ),
    refused('--etcd-servers-overrides strings', 'All objects are in one store.'),
    same('--event-ttl duration'),
    ineffective('--lease-reuse-duration-seconds int', 'Events have no leases.'),
    ineffective('--storage-backend', '`serve` has `--storage`.', unless('etcd3', 'There is no other one.')),
    ineffective(
      '--storage-initialization-timeout duration',
      'The supervisor restarts a server that cannot start.',
    ),
    ineffective('--storage-media-type', 'JSON.'),
    ineffective(
      '--watch-cache bool, --watch-cache-sizes strings, --default-watch-cache-size int',
      'All objects are in memory.',
    ),
  ],
}
