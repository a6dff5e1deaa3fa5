/** Image references: `[host[:port]/]path[:tag][@digest]`. */

const HOST_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const IP_V6 = '\\[[a-fA-F0-9:]+\\]'
const HOST = `(?:${HOST_PART}(?:\\.${HOST_PART})*|${IP_V6})(?::[0-9]+)?`
const PATH_PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const TAG = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}'
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}'
const REFERENCE = new RegExp(
  `^(?:${HOST}/)?${PATH_PART}(?:/${PATH_PART})*(?::(?<tag>${TAG}))?(?:@(?<digest>${DIGEST}))?$`,
)
/** A bare image identifier looks like a name but is not one. */
const IDENTIFIER = /^[a-f0-9]{64}$/
const LENGTH_LIMIT = 1024

/** The tag; `latest` if neither tag nor digest is given, undefined if there is none. */
export function imageTag(image: string): string | undefined {
  if (image.length > LENGTH_LIMIT || IDENTIFIER.test(image)) return undefined
  const groups = REFERENCE.exec(image)?.groups
  if (groups === undefined) return undefined
  const { tag, digest } = groups
  return tag ?? (digest === undefined ? 'latest' : undefined)
}

/** A `latest` image is always pulled, because it may change. */
export function defaultPullPolicy(image: string | undefined): 'Always' | 'IfNotPresent' {
  return image !== undefined && imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent'
}
