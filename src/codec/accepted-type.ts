/**
 * Chooses among the media types that a document is offered in; what `negotiate` is for objects.
 * The highest q wins; among equals a named type comes before a wildcard, then the order of the header counts.
 */
export function acceptedType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const wishes = accept.split(',').map(readWish)
  const refused = new Set(wishes.filter(({ quality }) => quality === 0).map(({ type }) => type))
  let best: string | undefined
  let bestRank = 0
  for (const { type, quality } of wishes) {
    const isWildcard = WILDCARDS.has(type)
    const found = isWildcard ? offered.find((candidate) => !refused.has(candidate)) : type
    if (found === undefined || !offered.includes(found)) continue
    // A wildcard is worth a little less than a name of the same quality.
    const rank = isWildcard ? quality - LESS : quality
    if (rank > bestRank) {
      best = found
      bestRank = rank
    }
  }
  return best
}

const WILDCARDS: ReadonlySet<string> = new Set(['*/*', '*', 'application/*'])
/** Qualities have three digits. */
const LESS = 0.0005

function readWish(entry: string): { type: string; quality: number } {
  const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
  const quality = given === undefined ? 1 : Number(given.slice(given.indexOf('=') + 1).trim())
  // What cannot be read counts as not given.
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 1 }
}
