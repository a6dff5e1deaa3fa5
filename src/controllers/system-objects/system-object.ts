import { randomUUID } from 'node:crypto'
import type { ApiObject } from '#meta/api-object.js'
import { formatTime } from '#schema/times.js'

type Texts = Readonly<Record<string, string>>

/** An object that every server has, in the form that is stored. */
export interface SystemObject {
  /** `group/plural/` of its kind. */
  readonly prefix: string
  readonly namespace?: string
  readonly name: string
  readonly apiVersion: string
  readonly kind: string
  readonly labels?: Texts
  readonly annotations?: Texts
  /** Whether the kind counts generations. */
  readonly hasGeneration: boolean
  /** What the object says besides its metadata, in the order of its description. */
  readonly content: (now: string) => Readonly<Record<string, unknown>>
  /** Puts what has to stay as it is back into an object that is there. */
  readonly restore?: (object: ApiObject & Record<string, unknown>) => void
  /** What the object holds for itself alone. */
  readonly allocations?: readonly string[]
}

/** Makes the object anew. Absent members have their place in the order too, and are not written. */
export function instantiate(system: SystemObject): ApiObject {
  const now = formatTime(new Date())
  const { kind, apiVersion, name, namespace, labels, annotations, hasGeneration } = system
  return {
    kind,
    apiVersion,
    metadata: {
      name,
      namespace,
      uid: randomUUID(),
      resourceVersion: '',
      generation: hasGeneration ? 1 : undefined,
      creationTimestamp: now,
      labels,
      annotations,
    },
    ...system.content(now),
  } as ApiObject
}
