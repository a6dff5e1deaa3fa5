import type { LimitRange } from '#kinds/core/limitrange/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Container } from '#kinds/shared/pod/containers/container.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'

/** The annotation that lists what the namespace's limits have added to a pod. */
const ANNOTATION = 'kubernetes.io/limit-ranger'

/** Sets missing requests and limits of the containers of a new pod, and lists them in an annotation. */
export function applyDefaults(pod: Pod, { spec }: Readonly<LimitRange>): void {
  const ofContainers = (spec.limits ?? []).filter(({ type }) => type === 'Container')
  const limits: Amounts = Object.assign({}, ...ofContainers.map((item) => item.default))
  const requests: Amounts = Object.assign({}, ...ofContainers.map((item) => item.defaultRequest))
  const names = { requests: Object.keys(requests).sort(), limits: Object.keys(limits).sort() }
  const notes: string[] = []
  const complete = (container: Container, what: string) => {
    const { resources } = container
    const added = {
      requests: missing(resources.requests, names.requests),
      limits: missing(resources.limits, names.limits),
    }
    if (added.requests.length > 0) {
      resources.requests = withDefaults(resources.requests, requests)
      notes.push(`${added.requests.join(', ')} request for ${what} ${container.name}`)
    }
    if (added.limits.length > 0) {
      resources.limits = withDefaults(resources.limits, limits)
      notes.push(`${added.limits.join(', ')} limit for ${what} ${container.name}`)
    }
  }
  for (const container of pod.spec.containers ?? []) complete(container, 'container')
  for (const container of pod.spec.initContainers ?? []) complete(container, 'init container')
  if (notes.length === 0) return
  const note = `LimitRanger plugin set: ${notes.join('; ')}`
  pod.metadata.annotations = inOrder({ ...pod.metadata.annotations, [ANNOTATION]: note })
}

const missing = (own: Amounts | undefined, defaults: readonly string[]) =>
  own === undefined ? defaults : defaults.filter((name) => !Object.hasOwn(own, name))

const withDefaults = (own: Amounts | undefined, defaults: Amounts) => inOrder({ ...defaults, ...own })

/** Maps are stored with sorted keys. */
const inOrder = (map: Amounts): Record<string, string> =>
  Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)))
