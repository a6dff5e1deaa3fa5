import type { Pod } from '#kinds/core/pod/schema.js'
import { badRequest } from '#meta/api-error.js'
import type { ResourceStore } from '#registry/store.js'
import type { SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import type { Query } from '#util/text/query.js'
import { type LogOptions, readLogOptions } from './log-options.js'
import type { PodSummary, Pods } from './summary.js'

/** The log of all containers of a pod. */
export const LOGS_ANNOTATION = 'simulation.binnacle.dev/logs'
/** The log of one container: its name follows. */
const CONTAINER_LOGS = 'logs.simulation.binnacle.dev/'

const PODS = 'core/pods/'

/** The `log` subresource of simulated pods: the text of an annotation. */
export function podLogs({ reader, writer }: ResourceStore, pods: Pods): SubresourceEndpoint {
  return {
    readText({ namespace = '', name }, query: Query) {
      const pod = writer.parse(reader.get(namespace, name)) as Pod
      const options = readLogOptions(query, pod)
      const { container, follow } = options
      if (!pod.spec.nodeName || !hasLog(pod, options)) return { text: '' }
      const sent = logOf(pod.metadata.annotations, container)
      const text = portionOf(sent, options, startOf(pod, container))
      if (!follow || isOver(pods.get(`${PODS}${namespace}/${name}`), pod.metadata.uid)) return { text }
      return {
        text,
        follow: (send, end) => {
          let known = sent
          return pods.onChange((before, after) => {
            if ((after ?? before)?.name !== name || (after ?? before)?.namespace !== namespace) return
            if (after?.uid === pod.metadata.uid) {
              const log = logOf(after?.annotations, container)
              // A log that does not continue the known one is a new one.
              if (log !== known) send(log.startsWith(known) ? log.slice(known.length) : log)
              known = log
            }
            if (isOver(after, pod.metadata.uid)) end()
          })
        },
      }
    },
  }
}

const isOver = (pod: PodSummary | undefined, uid: string | undefined) =>
  pod === undefined || pod.uid !== uid || pod.phase === 'Succeeded' || pod.phase === 'Failed'

const logOf = (annotations: Readonly<Record<string, string>> = {}, container: string): string =>
  annotations[CONTAINER_LOGS + container] ?? annotations[LOGS_ANNOTATION] ?? ''

const statusOf = ({ status }: Readonly<Pod>, container: string) =>
  [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ].find(({ name }) => name === container)

/** Throws the error of a kubelet for a container that has not started. */
function hasLog(pod: Readonly<Pod>, { container, previous }: LogOptions): boolean {
  const where = `container ${JSON.stringify(container)} in pod ${JSON.stringify(pod.metadata.name)}`
  const status = statusOf(pod, container)
  if (previous) {
    if (status?.lastState?.terminated) return true
    throw badRequest(`previous terminated ${where} not found`)
  }
  if (status === undefined) throw badRequest(`${where} is not available`)
  const { waiting } = status.state ?? {}
  if (!waiting || status.lastState?.terminated) return true
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

/** The part of a log that was asked for. */
function portionOf(log: string, { tailLines, limitBytes, timestamps }: LogOptions, since: string): string {
  let text = log
  if (tailLines !== undefined || timestamps) {
    const isWhole = log.endsWith('\n')
    let lines = log === '' ? [] : (isWhole ? log.slice(0, -1) : log).split('\n')
    if (tailLines !== undefined) lines = tailLines === 0 ? [] : lines.slice(-tailLines)
    if (timestamps) lines = lines.map((line) => `${since} ${line}`)
    text = lines.join('\n') + (isWhole && lines.length > 0 ? '\n' : '')
  }
  return limitBytes === undefined ? text : Buffer.from(text).subarray(0, limitBytes).toString()
}
