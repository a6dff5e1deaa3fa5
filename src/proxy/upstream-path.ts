import { badRequest } from '#meta/api-error.js'

/** Printable ASCII without `#` and `\`, which servers read in different ways. */
const PLAIN = /^[\x21\x22\x24-\x5b\x5d-\x7e]*$/
/** Slash, backslash and NUL. A server may decode them before it splits the path. */
const ENCODED_SEPARATOR = /%(2f|5c|00)/i

/**
 * The path and query of a request at the other server. Throws `badRequest` for a path that servers may read in different
 * ways, so that nothing leaves the path of that server.
 */
export function upstreamPath(rest: string): string {
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const query = mark < 0 ? '' : rest.slice(mark)
  if (!PLAIN.test(rest) || ENCODED_SEPARATOR.test(path)) throw ambiguous()
  for (const segment of path.split('/')) if (isDots(segment)) throw ambiguous()
  return (path || '/') + query
}

function isDots(segment: string): boolean {
  if (!segment.includes('.') && !segment.includes('%')) return false
  try {
    const text = decodeURIComponent(segment)
    return text === '.' || text === '..'
  } catch {
    throw ambiguous()
  }
}

const ambiguous = () => badRequest('the path is not in a form that all servers read alike')
