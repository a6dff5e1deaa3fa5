/** A part of the API with its own document. */
export interface ApiPart {
  /** The path, without the leading slash. */
  readonly name: string
  /** The label for people. */
  readonly label: string
  readonly url: string
  /** Whether it is a group version; other parts describe the server. */
  readonly isGroupVersion: boolean
}

/** The response of `/openapi/v3`. */
export interface ApiIndex {
  readonly paths: { readonly [name: string]: { readonly serverRelativeURL: string } }
}

const GROUP_VERSION = /^(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)$/
/** The groups that most people look for; the empty name is the core group. */
const FIRST_GROUPS = ['', 'apps']

/** The parts, those with objects first. */
export function apiParts({ paths }: ApiIndex): ApiPart[] {
  const parts = Object.entries(paths).map(([name, { serverRelativeURL }]) => {
    const isGroupVersion = GROUP_VERSION.test(name)
    const label = isGroupVersion ? name.replace(/^apis?\//, '') : `/${name}`
    return { name, label, url: serverRelativeURL, isGroupVersion }
  })
  return parts.sort((left, right) => comparePartNames(left.name, right.name))
}

/**
 * Versions of groups come before everything else. Stable versions come before older ones that never became stable; the
 * core group and `apps` lead, the other groups follow in alphabetical order, each with its newest version first.
 */
export function comparePartNames(left: string, right: string): number {
  const [leftRank, rightRank] = [rankOf(left), rankOf(right)]
  return (
    leftRank.place - rightRank.place ||
    compare(leftRank.group, rightRank.group) ||
    rightRank.version.localeCompare(leftRank.version, 'en', { numeric: true }) ||
    compare(left, right)
  )
}

function rankOf(name: string): { place: number; group: string; version: string } {
  const { group = '', version = '' } = GROUP_VERSION.exec(name)?.groups ?? {}
  if (version === '') return { place: FIRST_GROUPS.length + 2, group, version }
  const isStable = /^v\d+$/.test(version)
  const first = FIRST_GROUPS.indexOf(group)
  return {
    place: !isStable ? FIRST_GROUPS.length + 1 : first < 0 ? FIRST_GROUPS.length : first,
    group,
    version,
  }
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right))
