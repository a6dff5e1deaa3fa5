import { withAnnotations } from '#kinds/shared/metadata.js'
import type { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/**
 * What `networking.k8s.io/v1` can say of an ingress and the stored version cannot: its class, how paths are compared, and
 * backends that are no services. The stored version has no members for them and carries them in an annotation, as JSON.
 */
export const CARRIED_MEMBERS = 'binnacle.dev/ingress.v1'

export interface CarriedMembers {
  ingressClassName?: string | undefined
  /** The default backend, where it is no service. */
  defaultBackend?: TypedLocalObjectReference | undefined
  paths?: readonly CarriedPath[] | undefined
}

/**
 * How a path is compared unless its controller decides, and its backend where that is no service. The path is known by
 * its host and text, not by its place in the object, so that the annotation stays right when a client of the stored
 * version adds rules or removes some. Paths of the same host and text are in order.
 */
export interface CarriedPath {
  readonly host?: string | undefined
  readonly path?: string | undefined
  readonly pathType?: string | undefined
  readonly resource?: TypedLocalObjectReference | undefined
}

/** What was not written by a conversion counts as nothing. */
export function carriedIn({ annotations }: ObjectMeta): CarriedMembers {
  const text = annotations?.[CARRIED_MEMBERS]
  if (text === undefined) return {}
  try {
    return readCarried(JSON.parse(text))
  } catch {
    return {}
  }
}

export function withCarried(metadata: ObjectMeta, carried: CarriedMembers): ObjectMeta {
  const text = JSON.stringify(carried)
  return withAnnotations(metadata, { [CARRIED_MEMBERS]: text === '{}' ? undefined : text })
}

export const withoutCarried = (metadata: ObjectMeta): ObjectMeta =>
  metadata.annotations?.[CARRIED_MEMBERS] === undefined
    ? metadata
    : withAnnotations(metadata, { [CARRIED_MEMBERS]: undefined })

/** A report of the status changes annotations, but no part of the spec that is carried in one. */
export function keepCarried(object: ApiObject, { metadata: current }: Readonly<ApiObject>): void {
  const kept = current.annotations?.[CARRIED_MEMBERS]
  if (object.metadata.annotations?.[CARRIED_MEMBERS] === kept) return
  object.metadata = withAnnotations(object.metadata, { [CARRIED_MEMBERS]: kept })
}

/** Hands out what is carried about the paths of an ingress, which are asked for in their order. */
export class PathFinder {
  /** By host and text; the next of each is the last. */
  readonly #paths = new Map<string, CarriedPath[]>()

  constructor({ paths = [] }: CarriedMembers) {
    for (const carried of [...paths].reverse()) {
      const key = keyOf(carried.host, carried.path)
      const namesakes = this.#paths.get(key)
      if (namesakes === undefined) this.#paths.set(key, [carried])
      else namesakes.push(carried)
    }
  }

  next(host: string | undefined, path: string | undefined): CarriedPath | undefined {
    return this.#paths.size === 0 ? undefined : this.#paths.get(keyOf(host, path))?.pop()
  }
}

const keyOf = (host: string | undefined, path: string | undefined) =>
  JSON.stringify([host ?? null, path ?? null])

type Given = Record<string, unknown>

function readCarried(given: unknown): CarriedMembers {
  if (!isObject(given)) return {}
  return {
    ingressClassName: textOf(given.ingressClassName),
    defaultBackend: referenceOf(given.defaultBackend),
    paths: Array.isArray(given.paths) ? given.paths.filter(isObject).map(readPath) : undefined,
  }
}

const readPath = (given: Given): CarriedPath => ({
  host: textOf(given.host),
  path: textOf(given.path),
  pathType: textOf(given.pathType),
  resource: referenceOf(given.resource),
})

function referenceOf(given: unknown): TypedLocalObjectReference | undefined {
  if (!isObject(given)) return undefined
  const { apiGroup, kind, name } = given
  return { apiGroup: textOf(apiGroup) ?? null, kind: textOf(kind) ?? '', name: textOf(name) ?? '' }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
