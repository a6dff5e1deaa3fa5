import { delimiter } from 'node:path'
import { dns1035Label, dns1123Label, labelValue, qualifiedName } from '#meta/formats.js'
import { defaultConfig, isFederationNamespace } from '#server/config.js'
import { fileOption, type Option, type OptionTable, switchOption } from '#server/options/option.js'
import { formatDuration, parseDuration } from '#util/text/duration.js'
import { quote, UsageError } from './process-environment.js'
import { checked, type Defaults, type Environment, readOptions } from './read-options.js'

/** The federation host and the credentials for it. */
export interface HostRequest {
  readonly server: string
  readonly hostKubeconfig: string
  readonly hostContext: string
}

export interface JoinOptions extends HostRequest {
  readonly kubeconfig: string
  readonly context: string
  readonly address: string
  readonly labels: Readonly<Record<string, string>>
  readonly impersonates: boolean
  readonly sharesServices: boolean
  readonly pull: boolean
  readonly agentKubeconfig: string
  readonly federationNamespace: string
  readonly timeoutMs: number
  readonly dryRun: boolean
}

export interface AgentRequest extends HostRequest, Pick<JoinOptions, 'kubeconfig' | 'context'> {
  readonly cluster: string
}

export type UnjoinOptions = HostRequest & Pick<JoinOptions, 'kubeconfig' | 'context' | 'federationNamespace'>

const HOST_OPTIONS: OptionTable<HostRequest> = {
  server: urlOption('--server', 'URL of the federation host', {
    fallback: `that of KUBECONFIG, else http://${defaultConfig.host}:${defaultConfig.port}`,
  }),
  hostKubeconfig: {
    ...fileOption('--host-kubeconfig', 'kubeconfig for the host, instead of --server'),
    hasVariable: false,
  },
  hostContext: contextOption('--host-context', 'context of that kubeconfig'),
}

const federationNamespace: Option<string> = {
  flag: '--federation-namespace',
  placeholder: '<name>',
  hasVariable: true,
  help: 'namespace of the Secret in the host and of the service account in the member',
  expected: 'the name of a namespace',
  parse: (text) => (isFederationNamespace(text) ? text : undefined),
  format: String,
}

const context = contextOption('--context', 'context of that kubeconfig')

export const JOIN_OPTIONS: OptionTable<JoinOptions> = {
  kubeconfig: {
    ...fileOption(
      '--kubeconfig',
      'kubeconfig for the member; its user must be able to create service accounts and roles',
    ),
    hasVariable: false,
  },
  context,
  address: urlOption('--address', 'URL at which the host reaches the member', {
    fallback: 'as the kubeconfig says',
  }),
  labels: {
    flag: '--label',
    placeholder: '<key=value,…>',
    hasVariable: false,
    isRepeatable: true,
    help: 'labels of the cluster, for cluster selectors',
    expected: 'one or more labels such as region=eu, separated by commas',
    parse: parseLabels,
    format: () => 'none',
  },
  impersonates: {
    ...switchOption('--impersonate', 'let the host act in the member as any user or group'),
    hasVariable: false,
  },
  sharesServices: {
    ...switchOption('--services', 'let the host share services with the member, and name them in DNS'),
    hasVariable: false,
  },
  pull: {
    ...switchOption('--pull', 'register a cluster whose agent connects to the host; needs no --kubeconfig'),
    hasVariable: false,
  },
  agentKubeconfig: {
    ...fileOption(
      '--agent-kubeconfig',
      'with --pull: file to write, the kubeconfig of the agent for the host',
    ),
    hasVariable: false,
  },
  federationNamespace,
  timeoutMs: {
    flag: '--timeout',
    placeholder: '<duration>',
    hasVariable: false,
    help: 'how long to wait for the cluster to become ready',
    expected: 'a duration such as 90s or 5m',
    parse: parseDuration,
    format: formatDuration,
  },
  dryRun: {
    ...switchOption('--dry-run', 'print the objects that would be written, without any request'),
    hasVariable: false,
  },
  ...HOST_OPTIONS,
}

export const UNJOIN_OPTIONS: OptionTable<UnjoinOptions> = {
  kubeconfig: {
    ...fileOption('--kubeconfig', 'kubeconfig for the member, to remove the service account there'),
    hasVariable: false,
  },
  context,
  federationNamespace,
  ...HOST_OPTIONS,
}

export const CLUSTERS_OPTIONS = HOST_OPTIONS

export const AGENT_OPTIONS: OptionTable<AgentRequest> = {
  cluster: {
    flag: '--cluster',
    placeholder: '<name>',
    hasVariable: false,
    help: 'name of the cluster in the host',
    expected: 'the name of a cluster',
    parse: (text) => (dns1035Label(text).length === 0 ? text : undefined),
    format: String,
  },
  kubeconfig: {
    ...fileOption('--kubeconfig', 'kubeconfig for the member; the host gets its rights, not its credentials'),
    hasVariable: false,
  },
  context,
  ...HOST_OPTIONS,
}

export interface ExplainOptions extends HostRequest {
  readonly namespace: string
}
/** An object on the host. */
export interface ExplainRequest extends ExplainOptions {
  readonly resource: string
  readonly name: string
}

export const EXPLAIN_OPTIONS: OptionTable<ExplainOptions> = {
  namespace: {
    flag: '--namespace',
    placeholder: '<name>',
    hasVariable: false,
    help: 'namespace of the object; -n for short',
    expected: 'the name of a namespace',
    parse: (text) => (dns1123Label(text).length === 0 ? text : undefined),
    format: String,
  },
  ...HOST_OPTIONS,
}

export const CLUSTERS_DEFAULTS: HostRequest = { server: '', hostKubeconfig: '', hostContext: '' }

export const AGENT_DEFAULTS: Defaults<AgentRequest> = {
  ...CLUSTERS_DEFAULTS,
  cluster: undefined,
  kubeconfig: undefined,
  context: '',
}

export const EXPLAIN_DEFAULTS: ExplainOptions = { ...CLUSTERS_DEFAULTS, namespace: 'default' }

export const UNJOIN_DEFAULTS: UnjoinOptions = {
  ...CLUSTERS_DEFAULTS,
  kubeconfig: '',
  context: '',
  federationNamespace: defaultConfig.federationNamespace,
}

export const JOIN_DEFAULTS: Defaults<JoinOptions> = {
  ...UNJOIN_DEFAULTS,
  address: '',
  labels: {},
  impersonates: false,
  sharesServices: false,
  pull: false,
  agentKubeconfig: '',
  timeoutMs: 60_000,
  dryRun: false,
}

/** Without flags the host is that of the kubeconfig in `KUBECONFIG`, as for kubectl. */
export function hostOf({ server, hostKubeconfig, hostContext }: HostRequest, env: Environment): HostRequest {
  const isNamed = server !== '' || hostKubeconfig !== ''
  const [file = ''] = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '')
  return { server, hostKubeconfig: isNamed ? hostKubeconfig : file, hostContext }
}

/** Reads the options of a command that uses a host. */
export function readHostOptions<C extends HostRequest>(
  table: OptionTable<C>,
  defaults: Defaults<C>,
  argv: readonly string[],
  env: Environment,
): C {
  const request = checked(readOptions(table, defaults, argv, env), hostRequestError)
  return { ...request, ...hostOf(request, env) }
}

/** The error of the host options, if any. */
function hostRequestError({ server, hostKubeconfig, hostContext }: HostRequest): string | undefined {
  if (server !== '' && hostKubeconfig !== '') return '--server and --host-kubeconfig cannot be combined'
  return hostContext !== '' && hostKubeconfig === '' ? '--host-context needs --host-kubeconfig' : undefined
}

/** The error of join options that do not fit together, if any. */
export function joinError({
  kubeconfig,
  pull,
  agentKubeconfig,
  impersonates,
  sharesServices,
}: JoinOptions): string | undefined {
  if (!pull && kubeconfig === '') return '--kubeconfig is missing: a file'
  if (pull && (kubeconfig !== '' || impersonates || sharesServices))
    return '--pull changes nothing in the member: its agent has a kubeconfig'
  return agentKubeconfig !== '' && !pull ? '--agent-kubeconfig needs --pull' : undefined
}

/** The cluster name, the first argument of a command. */
export function clusterName(command: string, [name, ...flags]: readonly string[]) {
  if (name === undefined || name.startsWith('-')) {
    throw new UsageError(`missing cluster name: binnacle ${command} <name> …`)
  }
  const [error] = dns1035Label(name)
  if (error !== undefined) throw new UsageError(`${quote(name)} is not a cluster name: ${error}`)
  return { name, flags }
}

/** The object that the first argument names, such as `deployment/web`, and the flags after it. */
export function namedObject(command: string, argv: readonly string[]) {
  const [text, ...rest] = argv
  const usage = `binnacle ${command} <kind>/<name> …`
  if (text === undefined || text.startsWith('-')) throw new UsageError(`missing object: ${usage}`)
  const [resource = '', name = '', ...more] = text.split('/')
  if (!(/^[A-Za-z][A-Za-z0-9.-]*$/.test(resource) && /^[A-Za-z0-9][\w.:-]*$/.test(name)) || more.length > 0)
    throw new UsageError(`${quote(text)} is not an object: ${usage}, such as deployment/web`)
  return { resource, name, flags: rest.map((flag) => flag.replace(/^-n(?==|$)/, '--namespace')) }
}

function contextOption(flag: string, help: string): Option<string> {
  return {
    flag,
    placeholder: '<name>',
    hasVariable: false,
    help,
    expected: 'the name of a context',
    parse: (text) => (text === '' ? undefined : text),
    format: (name) => name || 'its current context',
  }
}

function urlOption(flag: string, help: string, { fallback }: { readonly fallback: string }): Option<string> {
  return {
    flag,
    placeholder: '<url>',
    hasVariable: false,
    help,
    expected: 'a URL such as https://10.0.0.1:6443',
    parse: (text) =>
      /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text) && URL.canParse(text) ? text : undefined,
    format: (url) => url || fallback,
  }
}

function parseLabels(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim())?.slice(1) ?? ['', ''])
  const isLabel = ([key = '', value = '']: readonly string[]) =>
    qualifiedName(key).length === 0 && labelValue(value).length === 0
  return pairs.every(isLabel) ? Object.fromEntries(pairs) : undefined
}
