import type { ServedVersion, StoredKind } from '#registry/kind.js'
import { StartError } from '#server/config.js'
import { excerpt } from '#util/excerpt.js'
import { namedKeys, type RuntimeConfig, VERSION_PATTERNS } from './runtime-config.js'

/** The kinds of a server, and which of their versions clients can use. */
export interface ServedKinds {
  readonly kinds: readonly StoredKind[]
  readonly isServed: (version: ServedVersion) => boolean
}

const versionKey = ({ group, version }: ServedVersion) => `${group}/${version}`
const resourceKey = (served: ServedVersion) => `${versionKey(served)}/${served.plural}`

/**
 * Turns versions of built-in kinds on and off. A kind that is turned off is still stored, because the server itself may
 * use it; one that is off by default is left out altogether. Throws a `StartError` for versions that do not exist.
 */
export function chooseVersions(kinds: readonly StoredKind[], config: RuntimeConfig): ServedKinds {
  const versions = kinds.flatMap((kind) => kind.versions)
  expectKnown(versions, config)
  const isServed = (version: ServedVersion) =>
    version.isCustomResource ? version.served : isEnabled(version, config)
  return {
    kinds: kinds.filter((kind) => kind.versions.some((version) => version.served || isServed(version))),
    isServed,
  }
}

/** The most specific key decides. */
function isEnabled(version: ServedVersion, { runtimeConfig }: RuntimeConfig): boolean {
  const patterns = Object.entries(VERSION_PATTERNS).filter(([, pattern]) => pattern.test(version.version))
  const keys = [resourceKey(version), versionKey(version), ...patterns.map(([key]) => key).reverse()]
  const key = keys.find((name) => runtimeConfig[name] !== undefined)
  return key === undefined ? version.served : runtimeConfig[key] === true
}

function expectKnown(versions: readonly ServedVersion[], config: RuntimeConfig): void {
  const known = new Set([...versions.map(versionKey), ...versions.map(resourceKey)])
  const unknown = namedKeys(config).find((key) => !known.has(key))
  if (unknown === undefined) return
  const [group = '', version = '', resource] = unknown.split('/')
  const groupVersion = group === '' ? version : `${group}/${version}`
  const what =
    resource === undefined || !known.has(`${group}/${version}`)
      ? groupVersion
      : `${resource} of ${groupVersion}`
  throw new StartError(`--runtime-config: this server has no ${excerpt(what)}`)
}
