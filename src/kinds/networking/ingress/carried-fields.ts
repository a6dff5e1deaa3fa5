import { withAnnotations } from '#kinds/shared/metadata.js'
import type { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'

/**
 * The fields of `networking.k8s.io/v1` that the stored version lacks: class, path types, and backends that are not
 * services. The stored version keeps them in an annotation, as JSON.
 */
export const CARRIED_FIELDS = 'binnacle.dev/ingress.v1'

export interface CarriedFields {
  ingressClassName?: string | undefined
  /** The default backend, if it is not a service. */
  defaultBackend?: TypedLocalObjectReference | undefined
  paths?: readonly CarriedPath[] | undefined
}

/**
 * The path type, unless it is the default, and the backend if it is not a service. A path is identified by host and
 * path, not by its index, so that the annotation stays valid when a client of the stored version adds or removes rules.
 * Equal paths are kept in order.
 */
export interface CarriedPath {
  readonly host?: string | undefined
  readonly path?: string | undefined
  readonly pathType?: string | undefined
  readonly resource?: TypedLocalObjectReference | undefined
}

/** A value that no conversion wrote is ignored. */
export function carriedIn({ annotations }: ObjectMeta): CarriedFields {
  const text = annotations?.[CARRIED_FIELDS]
  if (text === undefined) return {}
  try {
    return readCarried(JSON.parse(text))
  } catch {
    return {}
  }
}

export function withCarried(metadata: ObjectMeta, carried: CarriedFields): ObjectMeta {
  const text = JSON.stringify(carried)
  return withAnnotations(metadata, { [CARRIED_FIELDS]: text === '{}' ? undefined : text })
}

export const withoutCarried = (metadata: ObjectMeta): ObjectMeta =>
  metadata.annotations?.[CARRIED_FIELDS] === undefined
    ? metadata
    : withAnnotations(metadata, { [CARRIED_FIELDS]: undefined })

/** A status update may change annotations, but not the spec fields that are kept in one. */
export function keepCarried(object: ApiObject, { metadata: current }: Readonly<ApiObject>): void {
  const kept = current.annotations?.[CARRIED_FIELDS]
  if (object.metadata.annotations?.[CARRIED_FIELDS] === kept) return
  object.metadata = withAnnotations(object.metadata, { [CARRIED_FIELDS]: kept })
}

/** Returns the kept fields of the paths of an ingress. The paths must be requested in order. */
export class PathFinder {
  /** Keyed by host and path; the next entry is the last of its list. */
  readonly #paths = new Map<string, CarriedPath[]>()

  constructor({ paths = [] }: CarriedFields) {
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

function readCarried(given: unknown): CarriedFields {
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
