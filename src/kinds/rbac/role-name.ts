import type { TextFormat } from '#meta/field-errors.js'
import { FINE, pathSegment } from '#meta/formats.js'

/** Keys of the store have 1000 characters; the group, the resource and the namespace take up to 110 of them. */
const MAX_LENGTH = 800
const PRINTABLE_ASCII = /^[ -~]*$/

/**
 * Names of roles and bindings may hold nearly everything. Kubernetes has no limit on their length and takes characters
 * beyond ASCII, which keys of the store cannot hold.
 */
export const roleName: TextFormat = (name) => {
  const problems = pathSegment(name)
  if (problems.length > 0) return problems
  if (name.length > MAX_LENGTH) return [`must be no more than ${MAX_LENGTH} characters`]
  return PRINTABLE_ASCII.test(name) ? FINE : ['must consist of printable ASCII characters']
}
