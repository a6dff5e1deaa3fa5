import { compareVersionPriority } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'

/** The served version of a kind. Throws a `TypeError` if there is none. */
export function findVersion(kinds: KindRegistry, apiVersion: string, kind: string): ServedVersion {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const found = kinds.servedVersions.find(
    (served) => served.kind === kind && served.version === version && served.group === group,
  )
  if (found === undefined) throw new TypeError(`no matches for kind "${kind}" in version "${apiVersion}"`)
  return found
}

/** A kind and the name of an object. */
export interface ObjectReference {
  readonly version: ServedVersion
  readonly name: string
}

/**
 * Reads `deployment/web`: a kind, its plural or a short name, with `.group` or not, in any case. Throws a `TypeError`.
 */
export function parseReference(kinds: KindRegistry, reference: string): ObjectReference {
  const slash = reference.indexOf('/')
  const word = reference.slice(0, slash)
  const name = reference.slice(slash + 1)
  if (slash <= 0 || name === '' || name.includes('/')) {
    throw new TypeError(
      `expected a kind and a name such as "deployment/web", got ${JSON.stringify(reference)}`,
    )
  }
  const version = preferredVersion(kinds, word)
  if (version === undefined) throw new TypeError(`there is no kind ${JSON.stringify(word)}`)
  return { version, name }
}

/** The version that clients prefer of the kind with a name, as in `kubectl get`. Built-in kinds come first. */
export function preferredVersion(kinds: KindRegistry, word: string): ServedVersion | undefined {
  const [wanted = '', ...group] = word.toLowerCase().split('.')
  const isMeant = (version: ServedVersion) =>
    kinds.isServed(version) &&
    (group.length === 0 || version.group === group.join('.')) &&
    namesOf(version).includes(wanted)
  const { discoverableVersions, servedVersions } = kinds
  const found = discoverableVersions.find(isMeant) ?? servedVersions.find(isMeant)
  return found?.stored.versions
    .filter(isMeant)
    .toSorted((left, right) => compareVersionPriority(left.version, right.version))[0]
}

/** The names of a kind for users, in lower case. */
export const namesOf = ({ kind, singular, plural, shortNames }: ServedVersion): readonly string[] => [
  ...new Set([kind.toLowerCase(), singular, plural, ...shortNames]),
]
