import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { objectKey } from '#registry/keys.js'
import { currentTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import type { Random } from '#util/random.js'

type Texts = Readonly<Record<string, string>>

/** An object that every server has, as it is stored. */
export interface SystemObject {
  /** `group/plural/`. */
  readonly prefix: string
  readonly namespace?: string
  readonly name: string
  readonly apiVersion: string
  readonly kind: string
  readonly labels?: Texts
  readonly annotations?: Texts
  readonly hasGeneration: boolean
  /** Whether the object is created if it is missing; always by default. */
  readonly isDue?: (find: (key: string) => CachedObject | undefined) => boolean
  /** Fields besides the metadata, in schema order. */
  readonly content: (now: string) => Readonly<Record<string, unknown>>
  /** Restores fixed fields of an existing object. */
  readonly restore?: ((object: ApiObject & Record<string, unknown>) => void) | undefined
  /** Values that no other object may have, such as a cluster IP. */
  readonly allocations?: readonly string[]
}

/** Creates the object. Absent fields keep their place in the order and are not written. */
export function instantiate(
  system: SystemObject,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): ApiObject {
  const now = currentTime(clock)
  const { kind, apiVersion, name, namespace, labels, annotations, hasGeneration } = system
  return {
    kind,
    apiVersion,
    metadata: {
      name,
      namespace,
      uid: random.uuid(objectKey(system, namespace, name)),
      resourceVersion: '',
      generation: hasGeneration ? 1 : undefined,
      creationTimestamp: now,
      labels,
      annotations,
    },
    ...system.content(now),
  } as ApiObject
}
