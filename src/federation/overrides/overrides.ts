import { PlacementError, parseClusterSelector } from '#federation/placement/cluster-selector.js'
import { ApiError } from '#meta/api-error.js'
import { applyJsonPatch, type Operation, readJsonPatch } from '#patch/json-patch.js'
import { isWithin, type Pointer, pointerText } from '#patch/json-pointer.js'
import { isObject } from '#patch/json-value.js'
import type { LabelSelector } from '#selector/label-selector.js'

/** Why overrides cannot be read, or do not fit the object, with the place of what is wrong. */
export class OverridesError extends Error {
  override readonly name = 'OverridesError'
}

/** Changes for some clusters. */
interface Override {
  /** Undefined for all clusters that the selector selects. */
  readonly names: ReadonlySet<string> | undefined
  readonly selector: LabelSelector
  readonly patch: readonly Operation[]
}

/** Who an object is does not differ from cluster to cluster, and what it reports is not for us to say. */
const FIXED: readonly Pointer[] = [['apiVersion'], ['kind'], ['status']]
/** The metadata that may differ. Everything else of them is the member's own, or tells who the object is. */
const FREE_METADATA: readonly Pointer[] = [
  ['metadata', 'labels'],
  ['metadata', 'annotations'],
]

const MEMBERS: ReadonlySet<string> = new Set(['clusters', 'selector', 'patch'])
const MAX_OVERRIDES = 200

/** A cluster as overrides look at it. */
interface NamedCluster {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/**
 * What differs in some clusters from what an object says: a JSON list, each entry with a JSON patch and with the names of
 * clusters, a selector of them in the form of the cluster selector, or both.
 */
export class Overrides {
  readonly #overrides: readonly Override[]

  /** Throws `OverridesError`. */
  static parse(text: string): Overrides {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new OverridesError(`no JSON: ${(error as Error).message}`, { cause: error })
    }
    if (!Array.isArray(value)) throw new OverridesError('no list of overrides')
    if (value.length > MAX_OVERRIDES) throw new OverridesError(`more than ${MAX_OVERRIDES} overrides`)
    return new Overrides(value.map(readOverride))
  }

  private constructor(overrides: readonly Override[]) {
    this.#overrides = overrides
  }

  /** The object as the cluster is to have it. Later entries change what earlier ones have made. Throws `OverridesError`. */
  apply<T extends object>(object: T, cluster: NamedCluster): T {
    let made: unknown = object
    for (const [index, { names, selector, patch }] of this.#overrides.entries()) {
      if (names?.has(cluster.name) === false || !selector.matches(cluster.labels)) continue
      made = applied(patch, made, index)
    }
    return made as T
  }

  /**
   * Whether every entry fits the object by itself, and nothing is wrong with what comes of that. Throws `OverridesError`.
   */
  expectFits<T extends object>(object: T, problemOf: (made: T) => string | undefined): void {
    for (const [index, { patch }] of this.#overrides.entries()) {
      const problem = problemOf(applied(patch, object, index) as T)
      if (problem !== undefined) throw new OverridesError(`[${index}].patch: ${problem}`)
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
  const fail = (problem: string): never => {
    throw new OverridesError(`[${index}]${problem}`)
  }
  if (!isObject(value)) return fail(': no object')
  for (const name of Object.keys(value)) if (!MEMBERS.has(name)) fail(`.${name}: unknown field`)
  const { clusters, selector, patch } = value
  if (clusters === undefined && selector === undefined) fail(': neither clusters nor a selector of them')
  if (clusters !== undefined && !isNames(clusters)) return fail('.clusters: no list of names')
  return {
    names: clusters === undefined ? undefined : new Set(clusters as readonly string[]),
    selector: readSelector(selector, fail),
    patch: readPatch(patch, fail),
  }
}

const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string')

function readSelector(value: unknown, fail: (problem: string) => never): LabelSelector {
  try {
    return parseClusterSelector(value === undefined ? undefined : JSON.stringify(value))
  } catch (error) {
    if (error instanceof PlacementError)
      return fail(`.selector${error.message.startsWith('[') ? '' : ': '}${error.message}`)
    throw error
  }
}

function readPatch(value: unknown, fail: (problem: string) => never): readonly Operation[] {
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
      if (fixed !== undefined) fail(`.patch[${index}]: ${pointerText(fixed)} is the same in all clusters`)
    }
  }
  return patch
}

/** The part of an object that does not differ from cluster to cluster, and that a change of this path would touch. */
function fixedPart(path: Pointer): Pointer | undefined {
  if (path[0] === 'metadata') return FREE_METADATA.some((free) => isWithin(free, path)) ? undefined : path
  return FIXED.find((fixed) => isWithin(fixed, path) || isWithin(path, fixed))
}
