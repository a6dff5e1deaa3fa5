import { VERSION_MATCHES } from '#registry/read/list-options.js'
import { PROPAGATION_POLICIES } from '#registry/write/deletion.js'
import { FIELD_VALIDATIONS } from '#registry/write/write-options.js'
import type { Parameter } from './model.js'

/** All parameters of the server, by operation. */

const inPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  type: 'string',
  description,
})

const inQuery = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  in: 'query',
  type,
  description,
})

const oneOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

export const namespaceParameter = inPath('namespace', 'Namespace that the objects live in.')
export const nameParameter = inPath('name', 'Name of the object.')
export const pathParameter = inPath('path', 'Path that the request is passed on to.')
export const prettyParameter = inQuery(
  'pretty',
  'string',
  'If true, the response is indented. Default for browsers, curl and wget.',
)

const dryRun = inQuery(
  'dryRun',
  'string',
  'With All the request passes every check and gets its response, but nothing is stored.',
)

const resourceVersion = inQuery(
  'resourceVersion',
  'string',
  'Oldest state that will do; 0 for whatever is at hand. A watch begins behind it.',
)

export const readParameters: readonly Parameter[] = [
  inQuery(
    'export',
    'boolean',
    'If true, the response omits what belongs to this server, so that the object can be created elsewhere.',
  ),
  inQuery('exact', 'boolean', 'With export, true keeps the namespace and a name that the server made up.'),
  resourceVersion,
]

export const writeParameters: readonly Parameter[] = [
  dryRun,
  inQuery(
    'fieldValidation',
    'string',
    `Handling of unknown and duplicate fields: ${oneOf(FIELD_VALIDATIONS)}; Ignore by default.`,
  ),
  inQuery(
    'fieldManager',
    'string',
    'Who comes to own the fields that change; the beginning of the user agent when left out. Required for apply patches.',
  ),
]

export const patchParameters: readonly Parameter[] = [
  ...writeParameters,
  inQuery('force', 'boolean', 'True takes fields from their owners; for apply patches only.'),
]

/** Parameters of a list and of the deletion of a collection. */
const selectParameters: readonly Parameter[] = [
  inQuery(
    'labelSelector',
    'string',
    'Restricts the list of returned objects to those whose labels match, as in app=web,tier!=cache.',
  ),
  inQuery(
    'fieldSelector',
    'string',
    'Restricts the list to objects whose fields match, as in metadata.name=web.',
  ),
  inQuery('limit', 'integer', 'Maximum number of objects; the response has a token for the rest.'),
  inQuery('continue', 'string', 'Where to go on with a list, as the part before has said.'),
  resourceVersion,
  inQuery(
    'resourceVersionMatch',
    'string',
    `How resourceVersion is meant: ${oneOf(VERSION_MATCHES)}; Exact when left out of a limited list, else NotOlderThan, which sendInitialEvents needs.`,
  ),
]

export const listParameters: readonly Parameter[] = [
  ...selectParameters,
  inQuery('includeUninitialized', 'boolean', 'True shows objects that still wait for initializers, too.'),
  inQuery(
    'watch',
    'boolean',
    'Watch for changes to the described resources: true for a stream of them instead of a list.',
  ),
  inQuery('timeoutSeconds', 'integer', 'Seconds after which the server ends a watch.'),
  inQuery('allowWatchBookmarks', 'boolean', 'True lets a watch say now and then how far it has come.'),
  inQuery(
    'sendInitialEvents',
    'boolean',
    'True begins a watch with the objects that there are, and a bookmark behind them.',
  ),
]

export const deleteParameters: readonly Parameter[] = [
  dryRun,
  inQuery(
    'gracePeriodSeconds',
    'integer',
    'Seconds to wait before removal, for kinds that end gracefully such as pods.',
  ),
  inQuery(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'boolean',
    'True would delete an object that cannot be read. The server rejects it, as Kubernetes does with its defaults.',
  ),
  inQuery(
    'orphanDependents',
    'boolean',
    'Deprecated form of propagationPolicy: true orphans dependents. The two exclude each other.',
  ),
  inQuery(
    'propagationPolicy',
    'string',
    `What happens to dependents: ${oneOf(PROPAGATION_POLICIES)}; up to the kind when left out.`,
  ),
]

export const deleteCollectionParameters: readonly Parameter[] = [
  ...selectParameters,
  inQuery(
    'includeUninitialized',
    'boolean',
    'False leaves objects alone that still wait for initializers; they are deleted, too, when left out.',
  ),
  inQuery('watch', 'boolean', 'Taken because a list takes it; a deletion is the same with it and without.'),
  inQuery(
    'timeoutSeconds',
    'integer',
    'Seconds after which the server gives up, with 504; what is left stays.',
  ),
  ...deleteParameters,
]

const container = inQuery('container', 'string', 'Container to use; may be left out if there is only one.')

export const logParameters: readonly Parameter[] = [
  container,
  inQuery('follow', 'boolean', 'True keeps the response open for what is written later.'),
  inQuery(
    'insecureSkipTLSVerifyBackend',
    'boolean',
    'True trusts any certificate of the node that the log is read from.',
  ),
  inQuery('limitBytes', 'integer', 'Maximum number of bytes.'),
  inQuery('previous', 'boolean', 'True reads the log of the container before its last restart.'),
  inQuery('sinceSeconds', 'integer', 'Age in seconds of the oldest lines.'),
  inQuery('stream', 'string', 'Stream to read: All, Stdout or Stderr; All by default.'),
  inQuery('tailLines', 'integer', 'Number of lines from the end; all by default.'),
  inQuery('timestamps', 'boolean', 'True begins every line with its time.'),
]

const streamParameters: readonly Parameter[] = [
  container,
  inQuery('stderr', 'boolean', 'True sends the standard error of the process.'),
  inQuery('stdin', 'boolean', 'True passes standard input to the process.'),
  inQuery('stdout', 'boolean', 'True sends the standard output of the process.'),
  inQuery('tty', 'boolean', 'True gives the process a terminal.'),
]
const proxyParameters: readonly Parameter[] = [
  inQuery('path', 'string', 'Path that the request is passed on to, with the query.'),
]

/** By the kind of the options of a subresource that connects. */
export const connectParameters: Readonly<Partial<Record<string, readonly Parameter[]>>> = {
  PodAttachOptions: streamParameters,
  PodExecOptions: [
    inQuery('command', 'string', 'Command to run, with its arguments; not run in a shell.'),
    ...streamParameters,
  ],
  PodPortForwardOptions: [inQuery('ports', 'integer', 'Ports to forward; required with a WebSocket.')],
  PodProxyOptions: proxyParameters,
  NodeProxyOptions: proxyParameters,
  ServiceProxyOptions: proxyParameters,
}
