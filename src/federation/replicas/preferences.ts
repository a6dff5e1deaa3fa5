import { type ExactJson, ExactNumber, parseExactJson } from '#util/exact-json.js'

/** How many replicas a cluster wants. */
export interface ClusterPreference {
  readonly minReplicas: bigint
  /** Undefined for no bound. */
  readonly maxReplicas: bigint | undefined
  /** The share of what the minimums leave. */
  readonly weight: bigint
}

/** How the replicas of an object are to be spread over clusters. */
export interface ReplicaPreferences {
  /** Whether replicas that run may be moved to come closer to the weights. */
  readonly rebalance: boolean
  /** By the names of clusters; `*` stands for every cluster that is not named. */
  readonly clusters: ReadonlyMap<string, ClusterPreference>
}

/** What an object has whose annotation is missing, or cannot be read: all clusters alike. */
export const EQUAL_SHARES: ReplicaPreferences = {
  rebalance: false,
  clusters: new Map([['*', { minReplicas: 0n, maxReplicas: undefined, weight: 1n }]]),
}

/** Why preferences cannot be read, with the path of what is wrong. */
export class PreferencesError extends Error {
  override readonly name = 'PreferencesError'
}

/** Reads the value of the annotation. Throws `PreferencesError`. */
export function parsePreferences(text: string): ReplicaPreferences {
  let value: ExactJson
  try {
    value = parseExactJson(text)
  } catch (error) {
    throw new PreferencesError(`no JSON: ${(error as Error).message}`, { cause: error })
  }
  return readPreferences(value)
}

/** Members are found by their names in any case, and unknown ones are passed over: objects of the original say so. */
export function readPreferences(value: ExactJson): ReplicaPreferences {
  let rebalance = false
  const clusters = new Map<string, ClusterPreference>()
  for (const [name, member] of propertiesOf(value, '')) {
    if (member === null) continue
    if (isNamed(name, 'rebalance')) {
      if (typeof member !== 'boolean') throw new PreferencesError(`${name}: neither true nor false`)
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

/** The members of an object; none of null. */
function propertiesOf(value: ExactJson, path: string): Iterable<readonly [string, ExactJson]> {
  if (value === null) return []
  if (value instanceof Map) return value
  throw new PreferencesError(path === '' ? 'no object' : `${path}: no object`)
}

function readInteger(value: ExactJson, path: string): bigint {
  if (!(value instanceof ExactNumber) || !/^-?\d+$/.test(value.text)) {
    throw new PreferencesError(`${path}: no integer`)
  }
  const integer = BigInt(value.text)
  if (BigInt.asIntN(64, integer) !== integer) throw new PreferencesError(`${path}: more than 64 bits`)
  return integer
}
