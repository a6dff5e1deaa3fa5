import { dns1035Label } from '#meta/formats.js'
import type { KubeconfigRequest } from '#server/kubeconfig/kubeconfig.js'
import { fileOption, type OptionTable, switchOption } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'
import { hostOf } from './cluster-options.js'
import { checked, type Environment, readOptions } from './read-options.js'

export type { KubeconfigRequest } from '#server/kubeconfig/kubeconfig.js'

export const KUBECONFIG_OPTIONS: OptionTable<KubeconfigRequest> = {
  dataDir: {
    ...STORAGE_OPTIONS.dataDir,
    help: 'folder in which "serve --tls-self-signed" keeps its CA',
  },
  user: {
    flag: '--user',
    placeholder: '<name>',
    hasVariable: false,
    help: 'user name',
    expected: 'the name of a user',
    parse: (text) => (text === '' ? undefined : text),
    format: (user) => user || 'admin, in the group system:masters',
  },
  groups: {
    flag: '--group',
    placeholder: '<name,…>',
    hasVariable: false,
    isRepeatable: true,
    help: 'groups of the user; may be repeated',
    expected: 'one or more names of groups, separated by commas',
    parse: parseGroups,
    format: (groups) => groups.join(',') || 'none',
  },
  server: {
    flag: '--server',
    placeholder: '<url>',
    hasVariable: false,
    help: 'URL of the server',
    expected: 'a URL such as https://api.example.com:8080',
    parse: (text) =>
      /^https?:\/\/[^\s/]+\/?$/.test(text) && URL.canParse(text) ? text.replace(/\/$/, '') : undefined,
    format: (url) => url || 'where it was last served',
  },
  validDays: {
    flag: '--valid-days',
    placeholder: '<number>',
    hasVariable: false,
    help: 'days until the certificate expires',
    expected: 'a number from 1 to 3650',
    parse: (text) => (/^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= 3650 ? Number(text) : undefined),
    format: String,
  },
  tokenFile: {
    ...fileOption('--token-file', 'file with a token to use instead of a new certificate'),
    hasVariable: false,
  },
  caFile: {
    ...fileOption('--ca-file', 'CA certificates for the server, in PEM, if it does not use its own CA'),
    hasVariable: false,
  },
  allClusters: {
    ...switchOption('--all-clusters', 'read the objects of all clusters of a federation host'),
    hasVariable: false,
  },
  cluster: {
    flag: '--cluster',
    placeholder: '<name>',
    hasVariable: false,
    help: 'cluster of the federation host to reach through it',
    expected: 'the name of a cluster',
    parse: (text) => (dns1035Label(text).length === 0 ? text : undefined),
    format: (name) => name || 'the server itself',
  },
  hostKubeconfig: {
    ...fileOption(
      '--host-kubeconfig',
      'kubeconfig with the server and the user to use, with --cluster or --all-clusters',
    ),
    hasVariable: false,
  },
  hostContext: {
    flag: '--host-context',
    placeholder: '<name>',
    hasVariable: false,
    help: 'context of that kubeconfig',
    expected: 'the name of a context',
    parse: (text) => (text === '' ? undefined : text),
    format: (name) => name || 'its current context',
  },
}

export const KUBECONFIG_DEFAULTS: KubeconfigRequest = {
  dataDir: './.binnacle',
  user: '',
  groups: [],
  server: '',
  validDays: 365,
  tokenFile: '',
  caFile: '',
  allClusters: false,
  cluster: '',
  hostKubeconfig: '',
  hostContext: '',
}

/** For the clusters of a host, the server and the user are by default those of `KUBECONFIG`. */
export function parseKubeconfig(argv: readonly string[], env: Environment): KubeconfigRequest {
  const request = checked(readOptions(KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS, argv, env), kubeconfigError)
  const { cluster, allClusters, ...own } = request
  const isForHost = cluster !== '' || allClusters
  return isForHost && !namesUser(own) ? { ...request, ...hostOf(request, env) } : request
}

const namesUser = ({
  user,
  groups,
  tokenFile,
  caFile,
}: Pick<KubeconfigRequest, 'user' | 'groups' | 'tokenFile' | 'caFile'>) =>
  user !== '' || groups.length > 0 || tokenFile !== '' || caFile !== ''

/** The error of options that do not fit together, if any. */
function kubeconfigError(request: KubeconfigRequest): string | undefined {
  const { cluster, allClusters, hostKubeconfig, hostContext, server } = request
  if (cluster !== '' && allClusters) return '--cluster and --all-clusters exclude each other'
  if (hostContext !== '' && hostKubeconfig === '') return '--host-context needs --host-kubeconfig'
  if (hostKubeconfig === '') return undefined
  if (cluster === '' && !allClusters) return '--host-kubeconfig needs --cluster or --all-clusters'
  return server !== '' || namesUser(request)
    ? '--host-kubeconfig already names the server and the user'
    : undefined
}

function parseGroups(text: string): readonly string[] | undefined {
  const groups = text.split(',').map((group) => group.trim())
  return groups.every((group) => group !== '') ? groups : undefined
}
