import type { Pod } from '#kinds/core/pod/schema.js'
import { containerOf, type LogOptions, readLogOptions } from '#kinds/core/pod/subresources/log-options.js'
import { badRequest } from '#meta/api-error.js'
import type { ResourceStore } from '#registry/store.js'
import { type ConnectExchange, queryOf } from '#registry/subresources/connect.js'
import type { SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import type { Clock } from '#util/clock.js'
import type { PodSummary, Pods } from '#workloads/pods/summary.js'
import { ContainerAnnotation, statusOf } from './containers.js'
import { LogWriter } from './log-lines.js'

const LOGS = new ContainerAnnotation('logs')
/** The log of a container before its last restart; the same as its log by default. */
const PREVIOUS_LOGS = new ContainerAnnotation('previous-logs')

const PODS = 'core/pods/'

/** The `log` subresource of simulated pods: the text of an annotation. */
export class PodLogs implements SubresourceEndpoint {
  readonly #store: ResourceStore
  readonly #pods: Pods
  readonly #clock: Clock

  constructor(store: ResourceStore, pods: Pods, clock: Clock) {
    this.#store = store
    this.#pods = pods
    this.#clock = clock
  }

  async connect(
    { namespace = '', name }: { readonly namespace: string | undefined; readonly name: string },
    exchange: ConnectExchange,
  ): Promise<void> {
    const options = readLogOptions(queryOf(exchange), name)
    const { reader, writer } = this.#store
    const pod = writer.parse(reader.get(namespace, name)) as Pod
    const container = containerOf(options.container, pod)
    // The node has no log of a pod that is not there yet.
    if (!pod.spec.nodeName) return exchange.respondWhole(204, [], Buffer.alloc(0))
    expectLog(pod, container, options.previous)
    const log = logOf(pod.metadata.annotations, container, options.previous)
    const pieces: string[] = []
    let send = (text: string) => void pieces.push(text)
    const writing = new LogWriter(
      { ...options, since: sinceOf(options, this.#clock.now()), startedAt: startOf(pod, container) },
      (text) => send(text),
    )
    writing.begin(log)
    const begun = Buffer.from(pieces.join(''))
    const isFollowed =
      options.follow && exchange.method === 'GET' && !writing.isFull && !this.#isOver(namespace, name, pod)
    const body = exchange.respond(200, [
      ['Content-Type', 'text/plain'],
      ...(isFollowed ? [] : ([['Content-Length', String(begun.length)]] as const)),
    ])
    if (!isFollowed) return void body.end(begun)
    if (begun.length > 0) body.write(begun)
    send = (text) => void body.write(text)
    await new Promise<void>((resolve) => {
      let known = log
      const stop = this.#pods.onChange((before, after) => {
        if ((after ?? before)?.name !== name || (after ?? before)?.namespace !== namespace) return
        if (after?.uid === pod.metadata.uid) {
          const changed = logOf(after?.annotations, container, options.previous)
          // A log that does not continue the known one is a new one.
          if (changed !== known)
            writing.add(changed.startsWith(known) ? changed.slice(known.length) : changed)
          known = changed
        }
        if (writing.isFull || isOver(after, pod.metadata.uid)) end()
      })
      const end = () => {
        stop()
        exchange.signal.removeEventListener('abort', end)
        body.end()
        resolve()
      }
      exchange.signal.addEventListener('abort', end)
      if (exchange.signal.aborted) end()
    })
  }

  #isOver(namespace: string, name: string, { metadata }: Readonly<Pod>): boolean {
    return isOver(this.#pods.get(`${PODS}${namespace}/${name}`), metadata.uid)
  }
}

const isOver = (pod: PodSummary | undefined, uid: string | undefined) =>
  pod === undefined || pod.uid !== uid || pod.phase === 'Succeeded' || pod.phase === 'Failed'

function logOf(
  annotations: Readonly<Record<string, string>> | undefined,
  container: string,
  isPrevious: boolean,
): string {
  const before = isPrevious ? PREVIOUS_LOGS.find(annotations, container) : undefined
  return (before ?? LOGS.find(annotations, container))?.[1] ?? ''
}

function sinceOf({ sinceSeconds, sinceTime }: LogOptions, now: number): number | undefined {
  if (sinceSeconds !== undefined) return now - sinceSeconds * 1000
  return sinceTime === undefined ? undefined : Date.parse(sinceTime)
}

/** Throws the error of a kubelet for a container that has not started. */
function expectLog(pod: Readonly<Pod>, container: string, isPrevious: boolean): void {
  const where = `container ${JSON.stringify(container)} in pod ${JSON.stringify(pod.metadata.name)}`
  const status = statusOf(pod, container)
  if (isPrevious) {
    if (status?.lastState?.terminated) return
    throw badRequest(`previous terminated ${where} not found`)
  }
  if (status === undefined) throw badRequest(`${where} is not available`)
  const { waiting } = status.state ?? {}
  if (!waiting || status.lastState?.terminated) return
  const isPulling = waiting.reason === 'ImagePullBackOff' || waiting.reason === 'ErrImagePull'
  throw badRequest(
    `${where} is waiting to start: ${isPulling ? 'trying and failing to pull image' : waiting.reason}`,
  )
}

function startOf(pod: Readonly<Pod>, container: string): string {
  const { state, lastState } = statusOf(pod, container) ?? {}
  const since = state?.running?.startedAt ?? state?.terminated?.startedAt ?? lastState?.terminated?.startedAt
  return since ?? pod.status.startTime ?? ''
}
