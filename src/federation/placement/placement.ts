import { CLUSTER_SELECTOR, CLUSTERS } from '#federation/annotations.js'
import type { LabelSelector } from '#selector/label-selector.js'
import { PlacementError, parseClusterSelector } from './cluster-selector.js'

/** The clusters that an object belongs in. */
export class Placement {
  readonly #selector: LabelSelector
  /** Undefined for all clusters. */
  readonly #names: ReadonlySet<string> | undefined

  /** Throws `PlacementError` with the invalid annotation. */
  static of(annotations: Readonly<Record<string, string>> = {}): Placement {
    try {
      return new Placement(
        parseClusterSelector(annotations[CLUSTER_SELECTOR]),
        namesIn(annotations[CLUSTERS]),
      )
    } catch (error) {
      if (!(error instanceof PlacementError)) throw error
      throw new PlacementError(`the annotation ${CLUSTER_SELECTOR}: ${error.message}`, { cause: error })
    }
  }

  private constructor(selector: LabelSelector, names: ReadonlySet<string> | undefined) {
    this.#selector = selector
    this.#names = names
  }

  includes(cluster: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>> | undefined
  }): boolean {
    return this.#names?.has(cluster.name) !== false && this.#selector.matches(cluster.labels)
  }
}

function namesIn(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined
  return new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
}
