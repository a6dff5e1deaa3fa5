import { changedPaths } from '#kinds/core/pod/changed-paths.js'
import { qosClassOf } from '#kinds/core/pod/qos-class.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { Container } from '#kinds/shared/pod/containers/container.js'
import { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { Subresource } from '#registry/kind.js'
import { semanticEqual } from '#schema/equal.js'
import { compareQuantities } from '#schema/quantity.js'
import { isStatic, partEndpoint, partUpdate } from './subresource.js'

type Containers = readonly Container[] | null | undefined
type Lists = 'containers' | 'initContainers'

/** `resize`: changes requests and limits of running containers. */
export const updateResources = partUpdate({
  take(spec, current) {
    const isSameLength = (list: Lists) => (spec[list]?.length ?? 0) === (current[list]?.length ?? 0)
    // The rules below reject added or removed containers.
    if (!isSameLength('containers') || !isSameLength('initContainers')) return spec
    return {
      ...current,
      containers: withResourcesOf(current.containers, spec.containers) ?? null,
      initContainers: withResourcesOf(current.initContainers, spec.initContainers),
    }
  },
  refusal(current) {
    if (isStatic(current)) return 'static pods cannot be resized'
    return current.spec.os?.name === 'windows' ? 'windows pods cannot be resized' : undefined
  },
  validate(pod, current, errors) {
    const wanted = current.status.qosClass ?? qosClassOf(current.spec)
    if (qosClassOf(pod.spec) !== wanted) {
      errors.invalid('spec', wanted, 'Pod QOS Class may not change as a result of resizing')
    }
    const running = current.status.containerStatuses?.find(({ state }) => state.running !== undefined)
    if (running !== undefined && running.resources === undefined) {
      errors.forbidden('spec', 'Pod running on node without support for resize')
    }
    const areSame = [
      mustBeSame('containers', pod, current, errors),
      mustBeSame('initContainers', pod, current, errors),
    ]
    if (areSame.includes(false)) return
    validateChanges(pod.spec, current.spec, errors)
  },
})

/** The current containers with the new resources. A container under another name is taken as it comes. */
function withResourcesOf(current: Containers, wanted: Containers): Container[] | undefined {
  if (current?.some(({ name }, index) => wanted?.[index]?.name !== name)) return [...(wanted ?? [])]
  return current?.map((container, index) => {
    const { resources, resizePolicy } = wanted?.[index] ?? container
    return { ...container, resources, resizePolicy }
  })
}

/** Whether the containers have the same number and names. */
function mustBeSame(
  list: Lists,
  { spec }: Readonly<Pod>,
  { spec: current }: Readonly<Pod>,
  errors: FieldErrors,
) {
  const [now, before] = [spec[list] ?? [], current[list] ?? []]
  if (now.length !== before.length) {
    errors.forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)
    return false
  }
  const renamed = now.findIndex(({ name }, index) => name !== before[index]?.name)
  if (renamed < 0) return true
  errors.forbidden(`spec.${list}[${renamed}].name`, `${list} may not be renamed or reordered on resize`)
  return false
}

const ONLY_RESOURCES = 'only cpu and memory resources are mutable'

function validateChanges(spec: PodSpec, current: PodSpec, errors: FieldErrors): void {
  const found = errors.all.length
  for (const [index, container] of (spec.initContainers ?? []).entries()) {
    const before = current.initContainers?.[index] as Container
    if (before.restartPolicy === 'Always') {
      validateResources(`spec.initContainers[${index}]`, container, before, errors)
    }
  }
  for (const [index, container] of (spec.containers ?? []).entries()) {
    const before = current.containers?.[index] as Container
    validateResources(`spec.containers[${index}]`, container, before, errors)
  }
  for (const [index, container] of (spec.containers ?? []).entries()) {
    if (!differsInResources(container, current.containers?.[index] as Container)) continue
    errors.forbidden('spec', ONLY_RESOURCES)
  }
  for (const [index, container] of (spec.initContainers ?? []).entries()) {
    const before = current.initContainers?.[index] as Container
    if (before.restartPolicy !== 'Always') {
      if (!semanticEqual(Container, container, before)) {
        errors.forbidden('spec', 'resources for non-sidecar init containers are immutable')
      }
    } else if (differsInResources(container, before)) {
      errors.forbidden('spec', 'only cpu and memory resources for sidecar containers are mutable')
    }
  }
  if (errors.all.length > found) return
  const { containers, initContainers } = current
  const changed = changedPaths(PodSpec, { ...spec, containers, initContainers }, current, 'spec')
  if (changed.length > 0) errors.forbidden('spec', ONLY_RESOURCES)
}

function validateResources(path: string, container: Container, before: Container, errors: FieldErrors): void {
  const { limits = {}, requests = {} } = container.resources
  const { limits: limitsBefore = {}, requests: requestsBefore = {} } = before.resources
  if (Object.keys(requestsBefore).some((name) => requests[name] === undefined)) {
    errors.forbidden(`${path}.resources.requests`, 'resource requests cannot be removed')
  }
  if (Object.keys(limitsBefore).some((name) => limits[name] === undefined)) {
    errors.forbidden(`${path}.resources.limits`, 'resource limits cannot be removed')
  }
  const policy = container.resizePolicy?.find(({ resourceName }) => resourceName === 'memory')
  const { memory } = limits
  if (memory === undefined || (policy !== undefined && policy.restartPolicy !== 'NotRequired')) return
  const field = `${path}.resources.limits[memory]`
  const unless = 'unless resizePolicy is RestartContainer'
  if (limitsBefore.memory === undefined) errors.forbidden(field, `memory limits cannot be added ${unless}`)
  else if (compareQuantities(memory, limitsBefore.memory) < 0) {
    errors.forbidden(field, `memory limits cannot be decreased ${unless}`)
  }
}

/** Whether a container differs in more than cpu and memory. */
function differsInResources(container: Container, before: Container): boolean {
  const resources = {
    ...container.resources,
    limits: withComputingOf(container.resources.limits, before.resources.limits),
    requests: withComputingOf(container.resources.requests, before.resources.requests),
  }
  return !semanticEqual(Container, { ...container, resources }, before)
}

type Amounts = Record<string, string> | undefined

function withComputingOf(amounts: Amounts, before: Amounts): Amounts {
  const { cpu: _, memory: __, ...others } = amounts ?? {}
  const restored: Record<string, string> = { ...others }
  for (const name of ['cpu', 'memory']) if (before?.[name] !== undefined) restored[name] = before[name]
  return Object.keys(restored).length === 0 ? undefined : restored
}

export const resize: Subresource = {
  name: 'resize',
  kind: 'Pod',
  verbs: ['get', 'patch', 'update'],
  endpoint: partEndpoint(updateResources),
}
