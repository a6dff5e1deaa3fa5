import type { Container, EphemeralContainer } from '#kinds/shared/pod/containers/container.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** A pod, or the pods of a template. */
export interface CheckedPod {
  readonly metadata: Readonly<Partial<ObjectMeta>>
  readonly spec: Readonly<PodSpec>
}

/** What a pod does that a standard does not allow. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

export type Check = (pod: CheckedPod) => Violation | undefined

type AnyContainer = Readonly<Container | EphemeralContainer>

/** In the order in which violations name them. */
export const containersOf = ({
  initContainers,
  containers,
  ephemeralContainers,
}: Readonly<PodSpec>): readonly AnyContainer[] => [
  ...(initContainers ?? []),
  ...(containers ?? []),
  ...(ephemeralContainers ?? []),
]

/** The names of the containers for which it is so. */
export const namesWhere = ({ spec }: CheckedPod, isSo: (container: AnyContainer) => boolean): string[] =>
  containersOf(spec)
    .filter(isSo)
    .map(({ name }) => name)

export const quoted = (texts: Iterable<string>): string => `"${[...texts].join('", "')}"`

/** Sorted, without duplicates. */
export const unique = (texts: Iterable<string>): string[] => [...new Set(texts)].sort()

export const counted = (noun: string, { length }: readonly unknown[]): string =>
  length === 1 ? noun : `${noun}s`

export const namedContainers = (names: readonly string[]): string =>
  `${counted('container', names)} ${quoted(names)}`

/** `pod and containers "a", "b"`. */
export const setters = (isPod: boolean, containers: readonly string[], ...more: readonly string[]): string =>
  [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [namedContainers(containers)] : []), ...more].join(
    ' and ',
  )
