/** One of the media types that an `Accept` header lists. */
export interface AcceptEntry {
  /** Without its parameters, in lower case. */
  readonly type: string
  readonly quality: number
  /** All parameters but q; names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * The accepted types of a header in order of preference, without rejected ones (q=0). The highest q wins; among equals
 * a named type comes before a wildcard, then the order of appearance counts.
 */
export function acceptEntries(header: string): AcceptEntry[] {
  return header
    .split(',')
    .map(parseEntry)
    .filter(({ quality }) => quality > 0)
    .sort(
      (left, right) =>
        right.quality - left.quality || Number(isWildcard(left.type)) - Number(isWildcard(right.type)),
    )
}

/** The types that a header rejects, whatever their parameters. */
export function rejectedTypes(header: string): string[] {
  return header
    .split(',')
    .map(parseEntry)
    .filter(({ quality, parameters }) => quality === 0 && !parameters.has('as'))
    .map(({ type }) => type)
}

/**
 * Whether a header lists one of the types, or any. This is how Kubernetes finds a route: case counts, parameters do not, and
 * `application/*` is no type.
 */
export function namesType(header: string, types: readonly string[]): boolean {
  return header.split(',').some((entry) => {
    const type = (entry.split(';', 1)[0] as string).trim()
    return type === '*/*' || types.includes(type)
  })
}

export const isWildcard = (type: string) => type === '*/*' || type === '*' || type === 'application/*'

function parseEntry(entry: string): AcceptEntry {
  const [type = '', ...rest] = entry.split(';')
  const parameters = new Map<string, string>()
  for (const parameter of rest) {
    const equals = parameter.indexOf('=')
    if (equals >= 0)
      parameters.set(parameter.slice(0, equals).trim().toLowerCase(), parameter.slice(equals + 1).trim())
  }
  const quality = parseQuality(parameters.get('q'))
  parameters.delete('q')
  return { type: type.trim().toLowerCase(), quality, parameters }
}

/** A malformed q counts as absent. */
function parseQuality(text: string | undefined): number {
  if (text === undefined || !/^[0-9.]+$/.test(text)) return 1
  const quality = Number(text)
  return quality >= 0 && quality <= 1 ? quality : 1
}
