import { type ExactJson, ExactNumber, parseExactJson } from '#util/text/exact-json.js'

export interface ClusterPreference {
  readonly minReplicas: bigint
  /** Undefined for no limit. */
  readonly maxReplicas: bigint | undefined
  /** The share of what the minimums leave. */
  readonly weight: bigint
}

/** How to distribute replicas over clusters. */
export interface ReplicaPreferences {
  /** Whether running replicas may move to match the weights. */
  readonly rebalance: boolean
  /** By cluster name; `*` matches all other clusters. */
  readonly clusters: ReadonlyMap<string, ClusterPreference>
}

/** The default if the annotation is missing or invalid. */
export const EQUAL_SHARES: ReplicaPreferences = {
  rebalance: false,
  clusters: new Map([['*', { minReplicas: 0n, maxReplicas: undefined, weight: 1n }]]),
}

/** The preferences, with maximums for some clusters. */
export function limitPreferences(
  preferences: ReplicaPreferences,
  maximums: ReadonlyMap<string, bigint>,
): ReplicaPreferences {
  if (maximums.size === 0) return preferences
  const clusters = new Map(preferences.clusters)
  for (const [cluster, count] of maximums) {
    const own = clusters.get(cluster) ?? clusters.get('*')
    if (own === undefined) continue
    const { minReplicas, maxReplicas = count } = own
    clusters.set(cluster, {
      ...own,
      minReplicas: minReplicas < count ? minReplicas : count,
      maxReplicas: maxReplicas < count ? maxReplicas : count,
    })
  }
  return { ...preferences, clusters }
}

/** Why preferences are invalid, with the path. */
export class PreferencesError extends Error {
  override readonly name = 'PreferencesError'
}

/** Reads the value of the annotation. Throws `PreferencesError`. */
export function parsePreferences(text: string): ReplicaPreferences {
  let value: ExactJson
  try {
    value = parseExactJson(text)
  } catch (error) {
    throw new PreferencesError(`invalid JSON: ${(error as Error).message}`, { cause: error })
  }
  return readPreferences(value)
}

/** Property names are case-insensitive and unknown ones are ignored, as in the original. */
export function readPreferences(value: ExactJson): ReplicaPreferences {
  let rebalance = false
  const clusters = new Map<string, ClusterPreference>()
  for (const [name, member] of propertiesOf(value, '')) {
    if (member === null) continue
    if (isNamed(name, 'rebalance')) {
      if (typeof member !== 'boolean') throw new PreferencesError(`${name}: not a boolean`)
      rebalance = member
    } else if (isNamed(name, 'clusters')) {
      for (const [cluster, preference] of propertiesOf(member, name)) {
        clusters.set(cluster, readCluster(preference, `${name}[${JSON.stringify(cluster)}]`))
      }
    }
  }
  return { rebalance, clusters }
}

function readCluster(value: ExactJson, path: string): ClusterPreference {
  let minReplicas = 0n
  let maxReplicas: bigint | undefined
  let weight = 0n
  for (const [name, member] of propertiesOf(value, path)) {
    const at = `${path}.${name}`
    if (isNamed(name, 'maxReplicas')) maxReplicas = member === null ? undefined : readInteger(member, at)
    else if (member === null) continue
    else if (isNamed(name, 'minReplicas')) minReplicas = readInteger(member, at)
    else if (isNamed(name, 'weight')) weight = readInteger(member, at)
  }
  return { minReplicas, maxReplicas, weight }
}

const isNamed = (name: string, wanted: string) => name.toLowerCase() === wanted.toLowerCase()

/** The properties of an object; none of null. */
function propertiesOf(value: ExactJson, path: string): Iterable<readonly [string, ExactJson]> {
  if (value === null) return []
  if (value instanceof Map) return value
  throw new PreferencesError(path === '' ? 'not an object' : `${path}: not an object`)
}

function readInteger(value: ExactJson, path: string): bigint {
  if (!(value instanceof ExactNumber) || !/^-?\d+$/.test(value.text)) {
    throw new PreferencesError(`${path}: not an integer`)
  }
  const integer = BigInt(value.text)
  if (BigInt.asIntN(64, integer) !== integer) throw new PreferencesError(`${path}: more than 64 bits`)
  return integer
}
