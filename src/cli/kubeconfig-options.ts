import type { KubeconfigRequest } from '#server/kubeconfig.js'
import { fileOption, type OptionTable } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'

export type { KubeconfigRequest } from '#server/kubeconfig.js'

export const KUBECONFIG_OPTIONS: OptionTable<KubeconfigRequest> = {
  dataDir: {
    ...STORAGE_OPTIONS.dataDir,
    help: 'the folder in which "serve --tls-self-signed" keeps its authority',
  },
  user: {
    flag: '--user',
    placeholder: '<name>',
    hasVariable: false,
    help: 'whom the kubeconfig is for',
    expected: 'the name of a user',
    parse: (text) => (text === '' ? undefined : text),
    format: (user) => user || 'admin, in the group system:masters',
  },
  groups: {
    flag: '--group',
    placeholder: '<name,…>',
    hasVariable: false,
    isRepeatable: true,
    help: 'the groups that the user is in; the flag may be given several times',
    expected: 'one or more names of groups, separated by commas',
    parse: parseGroups,
    format: (groups) => groups.join(',') || 'none',
  },
  server: {
    flag: '--server',
    placeholder: '<url>',
    hasVariable: false,
    help: 'where the server is reached',
    expected: 'a URL such as https://api.example.com:8080',
    parse: (text) =>
      /^https?:\/\/[^\s/]+\/?$/.test(text) && URL.canParse(text) ? text.replace(/\/$/, '') : undefined,
    format: (url) => url || 'where it was last served',
  },
  validDays: {
    flag: '--valid-days',
    placeholder: '<number>',
    hasVariable: false,
    help: 'for how many days the certificate holds',
    expected: 'a number from 1 to 3650',
    parse: (text) => (/^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= 3650 ? Number(text) : undefined),
    format: String,
  },
  tokenFile: {
    ...fileOption('--token-file', 'a file with the token to put in, instead of making a certificate'),
    hasVariable: false,
  },
  caFile: {
    ...fileOption('--ca-file', 'the authority by which the server is known, in PEM, if it is not its own'),
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
}

function parseGroups(text: string): readonly string[] | undefined {
  const groups = text.split(',').map((group) => group.trim())
  return groups.every((group) => group !== '') ? groups : undefined
}
