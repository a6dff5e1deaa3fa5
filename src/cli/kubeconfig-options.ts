import type { KubeconfigRequest } from '#server/kubeconfig.js'
import { fileOption, type OptionTable, switchOption } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'

export type { KubeconfigRequest } from '#server/kubeconfig.js'

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
}

function parseGroups(text: string): readonly string[] | undefined {
  const groups = text.split(',').map((group) => group.trim())
  return groups.every((group) => group !== '') ? groups : undefined
}
