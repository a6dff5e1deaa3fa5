import type { Node } from '#kinds/core/node/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import {
  type AttachOptions,
  type ExecOptions,
  readAttachOptions,
  readExecOptions,
  readPorts,
} from '#kinds/core/pod/subresources/exec-options.js'
import {
  containerOf,
  flag,
  type LogOptions,
  readLogOptions,
} from '#kinds/core/pod/subresources/log-options.js'
import { badRequest } from '#meta/api-error.js'
import type { ResponseHead } from '#proxy/client/response-parser.js'
import { forward } from '#proxy/forward.js'
import { protectedHeaders, requestHeaders, responseHeaders } from '#proxy/forwarded-headers.js'
import { type ConnectExchange, type HeaderList, queryOf } from '#registry/subresources/connect.js'
import { offeredProtocols } from '#streaming/websocket/handshake.js'
import type { NodeConnectionConfig } from './config.js'
import { type Connections, kubeletTarget, notDialled } from './kubelets.js'
import { internal, responseError } from './response-error.js'
import type { UpgradeTarget } from './streams/open-upgrade.js'
import { translateCommand, V5 } from './streams/translate-command.js'
import { offersTunnel, tunnelPorts } from './streams/tunnel-ports.js'

/** A pod that was asked for, and the node that runs it. */
export interface PlacedPod {
  readonly pod: Pod
  readonly node: Node
}

const NOT_VERIFIED = 'insecureSkipTLSVerifyBackend'

type Open = (placed: PlacedPod, exchange: ConnectExchange, context: StreamContext) => Promise<void>

export interface StreamContext {
  readonly config: NodeConnectionConfig
  readonly connections: Connections
}

/** Reads the log of a container from its kubelet. */
export const readLog: Open = async ({ pod, node }, exchange, { config, connections }) => {
  const { name = '' } = pod.metadata
  const query = queryOf(exchange)
  const options = readLogOptions(query, name)
  if (exchange.upgrade !== undefined) throw badRequest('the upgrade of a log is not supported')
  const target = await kubeletTarget(node, config, flag(query, NOT_VERIFIED))
  const path = `/containerLogs/${pathOf(pod, containerOf(options.container, pod))}`
  await connections.use(target, notDialled, (upstream) =>
    forward(exchange, {
      upstream,
      path: withQuery(path, logQuery(options)),
      // Nothing of the client: it does not speak to the kubelet.
      headers: [],
      refuse: (response) => (isSuccess(response) ? undefined : responseError(response, `pods/log ${name}`)),
      answer: () => [['Content-Type', 'text/plain']],
      failed: notDialled,
      connectMs: config.kubeletTimeoutMs,
      headMs: undefined,
    }),
  )
}

const isSuccess = ({ statusCode }: ResponseHead) => statusCode >= 200 && statusCode <= 206

/** Starts a command in a container. */
export const openExec: Open = (placed, exchange, context) => {
  const options = readExecOptions(queryOf(exchange))
  return openCommand('exec', options, options.command, placed, exchange, context)
}

/** Joins the process of a container. */
export const openAttach: Open = (placed, exchange, context) =>
  openCommand('attach', readAttachOptions(queryOf(exchange)), [], placed, exchange, context)

function openCommand(
  action: string,
  options: AttachOptions,
  command: ExecOptions['command'],
  { pod, node }: PlacedPod,
  exchange: ConnectExchange,
  context: StreamContext,
): Promise<void> {
  const path = `/${action}/${pathOf(pod, containerOf(options.container, pod))}`
  const query = [
    ...(['stdin', 'stdout', 'stderr', 'tty'] as const).flatMap((name) =>
      options[name] ? [[KUBELET_NAMES[name], '1'] as const] : [],
    ),
    ...command.map((argument) => ['command', argument] as const),
  ]
  const isTranslated = isWebSocket(exchange) && offeredProtocols(exchange.rawHeaders).includes(V5)
  return open(node, withQuery(path, query), exchange, context, (target) =>
    isTranslated ? translateCommand(exchange, options, target) : undefined,
  )
}

/** What a kubelet calls the streams. */
const KUBELET_NAMES = { stdin: 'input', stdout: 'output', stderr: 'error', tty: 'tty' } as const

/** Forwards ports of a pod. */
export const openPorts: Open = ({ pod, node }, exchange, context) => {
  const ports = readPorts(queryOf(exchange))
  const query = ports.length === 0 ? [] : [['port', ports.join(',')] as const]
  const isTunnelled = isWebSocket(exchange) && offersTunnel(exchange.rawHeaders)
  return open(node, withQuery(`/portForward/${pathOf(pod)}`, query), exchange, context, (target) =>
    isTunnelled ? tunnelPorts(exchange, target) : undefined,
  )
}

const isWebSocket = ({ upgrade = '' }: ConnectExchange) => /^websocket$/i.test(upgrade)

/** Switches the connection of the client to a protocol of the kubelet, or to that of `translate`. */
async function open(
  node: Node,
  path: string,
  exchange: ConnectExchange,
  { config, connections }: StreamContext,
  translate: (target: UpgradeTarget) => Promise<void> | undefined,
): Promise<void> {
  if (exchange.upgrade === undefined) throw badRequest('Upgrade request required')
  const target = await kubeletTarget(node, config)
  const connectMs = config.kubeletTimeoutMs
  await connections.use(target, notDialled, (upstream) => {
    const from: HeaderList =
      exchange.clientAddress === undefined ? [] : [['X-Forwarded-For', exchange.clientAddress]]
    const translated = translate({
      upstream,
      path,
      headers: from.flat(),
      signal: exchange.signal,
      connectMs,
      refused: (response) => responseError(response, ''),
      failed: notDialled,
    })
    return (
      translated ??
      forward(exchange, {
        upstream,
        path,
        headers: [...requestHeaders(exchange.rawHeaders), ...from],
        answer: unredirected,
        failed: notDialled,
        connectMs,
        headMs: undefined,
      })
    )
  })
}

/** The headers of a response that does not lead to another server. */
function unredirected({ statusCode, rawHeaders }: ResponseHead): HeaderList {
  if (statusCode >= 300 && statusCode < 400) {
    throw internal('the backend attempted to redirect this request, which is not permitted')
  }
  return protectedHeaders(responseHeaders(rawHeaders))
}

/** The path of a pod, or of a container in it, at a kubelet. */
const pathOf = ({ metadata: { namespace = '', name = '' } }: Pod, ...container: readonly string[]) =>
  [namespace, name, ...container].map(encodeURIComponent).join('/')

type Parameters = readonly (readonly [name: string, value: string])[]

const withQuery = (path: string, query: Parameters) =>
  query.length === 0
    ? path
    : `${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`

function logQuery(options: LogOptions): Parameters {
  const { follow, previous, timestamps, sinceSeconds, sinceTime, tailLines, limitBytes } = options
  const values = {
    ...{ follow: follow || undefined, previous: previous || undefined, timestamps: timestamps || undefined },
    ...{ sinceSeconds, sinceTime, tailLines, limitBytes },
  }
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
}
