import { PlacementError, parseClusterSelector } from '#federation/placement/cluster-selector.js'
import { ApiError } from '#meta/api-error.js'
import { applyJsonPatch, type Operation, readJsonPatch } from '#patch/json-patch.js'
import { formatPointer, isWithin, type Pointer } from '#patch/json-pointer.js'
import { isObject } from '#patch/json-value.js'
import type { LabelSelector } from '#selector/label-selector.js'

/** Why overrides are invalid or do not fit the object, with the path. */
export class OverridesError extends Error {
  override readonly name = 'OverridesError'
}

interface Override {
  /** Undefined if only the selector decides. */
  readonly names: ReadonlySet<string> | undefined
  readonly selector: LabelSelector
  readonly patch: readonly Operation[]
}

/** Identity is the same in all clusters, and the status belongs to the member. */
const FIXED: readonly Pointer[] = [['apiVersion'], ['kind'], ['status']]
/** Metadata that may differ. The rest is identity or belongs to the member. */
const FREE_METADATA: readonly Pointer[] = [
  ['metadata', 'labels'],
  ['metadata', 'annotations'],
]

const MEMBERS: ReadonlySet<string> = new Set(['clusters', 'selector', 'patch'])
const MAX_OVERRIDES = 200

interface NamedCluster {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/**
 * Per-cluster changes of an object: a JSON list of entries, each with a JSON patch and cluster names, a cluster
 * selector, or both.
 */
export class Overrides {
  readonly #overrides: readonly Override[]

  /** Throws `OverridesError`. */
  static parse(text: string): Overrides {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new OverridesError(`invalid JSON: ${(error as Error).message}`, { cause: error })
    }
    if (!Array.isArray(value)) throw new OverridesError('not a list of overrides')
    if (value.length > MAX_OVERRIDES) throw new OverridesError(`more than ${MAX_OVERRIDES} overrides`)
    return new Overrides(value.map(readOverride))
  }

  private constructor(overrides: readonly Override[]) {
    this.#overrides = overrides
  }

  /** The object for a cluster. Entries apply in order. Throws `OverridesError`. */
  apply<T extends object>(object: T, cluster: NamedCluster): T {
    let made: unknown = object
    for (const [index, { names, selector, patch }] of this.#overrides.entries()) {
      if (names?.has(cluster.name) === false || !selector.matches(cluster.labels)) continue
      made = applied(patch, made, index)
    }
    return made as T
  }

  /** Checks that each entry applies to the object and that the result is valid. Throws `OverridesError`. */
  expectFits<T extends object>(object: T, errorOf: (made: T) => string | undefined): void {
    for (const [index, { patch }] of this.#overrides.entries()) {
      const error = errorOf(applied(patch, object, index) as T)
      if (error !== undefined) throw new OverridesError(`[${index}].patch: ${error}`)
    }
  }
}

function applied(patch: readonly Operation[], object: unknown, index: number): unknown {
  try {
    return applyJsonPatch(patch, object)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new OverridesError(`[${index}].patch: ${error.message}`, { cause: error })
  }
}

function readOverride(value: unknown, index: number): Override {
  const fail = (message: string): never => {
    throw new OverridesError(`[${index}]${message}`)
  }
  if (!isObject(value)) return fail(': not an object')
  for (const name of Object.keys(value)) if (!MEMBERS.has(name)) fail(`.${name}: unknown field`)
  const { clusters, selector, patch } = value
  if (clusters === undefined && selector === undefined) fail(': needs clusters or a selector')
  if (clusters !== undefined && !isNames(clusters)) return fail('.clusters: not a list of names')
  return {
    names: clusters === undefined ? undefined : new Set(clusters as readonly string[]),
    selector: readSelector(selector, fail),
    patch: readPatch(patch, fail),
  }
}

const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string')

function readSelector(value: unknown, fail: (message: string) => never): LabelSelector {
  try {
    return parseClusterSelector(value === undefined ? undefined : JSON.stringify(value))
  } catch (error) {
    if (error instanceof PlacementError)
      return fail(`.selector${error.message.startsWith('[') ? '' : ': '}${error.message}`)
    throw error
  }
}

function readPatch(value: unknown, fail: (message: string) => never): readonly Operation[] {
  let patch: readonly Operation[]
  try {
    patch = readJsonPatch(value)
  } catch (error) {
    if (error instanceof ApiError) return fail(`.patch: ${error.message}`)
    throw error
  }
  for (const [index, operation] of patch.entries()) {
    if (operation.op === 'test') continue
    const changed = operation.op === 'move' ? [operation.path, operation.from] : [operation.path]
    for (const path of changed) {
      const fixed = fixedPart(path)
      if (fixed !== undefined)
        fail(`.patch[${index}]: ${formatPointer(fixed)} must be the same in all clusters`)
    }
  }
  return patch
}

/** The fixed field that a change of this path would affect. */
function fixedPart(path: Pointer): Pointer | undefined {
  if (path[0] === 'metadata') return FREE_METADATA.some((free) => isWithin(free, path)) ? undefined : path
  return FIXED.find((fixed) => isWithin(fixed, path) || isWithin(path, fixed))
}
