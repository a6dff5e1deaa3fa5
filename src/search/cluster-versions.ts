/** Resource versions by cluster name. */
export type ClusterVersions = ReadonlyMap<string, string>

/** Packs the version of each cluster into one opaque token, which is valid as a resource version. */
export function packVersions(versions: ClusterVersions): string {
  const sorted = [...versions].sort(([left], [right]) => (left < right ? -1 : 1))
  return Buffer.from(JSON.stringify(Object.fromEntries(sorted))).toString('base64url')
}

/** Undefined if the text is not such a token. */
export function unpackVersions(token: string): ClusterVersions | undefined {
  const value = unpack(token)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const versions = new Map<string, string>()
  for (const [cluster, version] of Object.entries(value)) {
    if (typeof version !== 'string' || !/^\d+$/.test(version)) return undefined
    versions.set(cluster, version)
  }
  return versions
}

/** Where the next page of a list starts. */
export interface ContinuePoint {
  /** The versions of the first page; undefined to list the rest as it is now. */
  readonly versions: ClusterVersions | undefined
  /** The cluster and the key of the last object of the page before. */
  readonly cluster: string
  readonly key: string
}

export function packContinue({ versions, cluster, key }: ContinuePoint): string {
  const packed = versions === undefined ? '' : packVersions(versions)
  return Buffer.from(JSON.stringify([packed, cluster, key])).toString('base64url')
}

/** Undefined if the text is not such a token. */
export function unpackContinue(token: string): ContinuePoint | undefined {
  const value = unpack(token)
  if (!Array.isArray(value) || value.length !== 3) return undefined
  const [packed, cluster, key] = value as unknown[]
  if (typeof packed !== 'string' || typeof cluster !== 'string' || typeof key !== 'string') return undefined
  if (packed === '') return { versions: undefined, cluster, key }
  const versions = unpackVersions(packed)
  return versions && { versions, cluster, key }
}

function unpack(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown
  } catch {
    return undefined
  }
}
