import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { Container } from './container.js'

/** A container, and the path that leads to it. */
export interface PlacedContainer {
  readonly container: Container
  readonly path: string
}

/** All containers of a pod, in the order of their start. `prefix` begins their paths. */
export function containersOf(
  { initContainers, containers, ephemeralContainers }: PodSpec,
  prefix = '',
): readonly PlacedContainer[] {
  return [
    ...placed(`${prefix}initContainers`, initContainers),
    ...placed(`${prefix}containers`, containers),
    ...placed(`${prefix}ephemeralContainers`, ephemeralContainers),
  ]
}

const placed = (field: string, list: readonly Container[] | null | undefined): readonly PlacedContainer[] =>
  (list ?? []).map((container, index) => ({ container, path: `${field}[${index}]` }))
