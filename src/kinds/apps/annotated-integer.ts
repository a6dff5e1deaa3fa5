import { badRequest } from '#meta/api-error.js'
import { excerpt } from '#util/excerpt.js'

const INTEGER = /^[+-]?[0-9]+$/

/**
 * The integer in an annotation of an `apps/v1` object that stands for a field of the stored version. Kubernetes reads it
 * while it decodes the object; `what` is how it begins the error for other text.
 */
export function annotatedInteger(text: string, kind: string, what = ''): number {
  const value = Number(text)
  const isInteger = INTEGER.test(text)
  // Integers that JavaScript cannot represent are rejected too.
  if (isInteger && Number.isSafeInteger(value)) return value
  const problem = isInteger ? 'value out of range' : 'invalid syntax'
  const why = `${what}strconv.ParseInt: parsing ${JSON.stringify(excerpt(text))}: ${problem}`
  throw badRequest(`${kind} in version "v1" cannot be handled as a ${kind}: ${why}`)
}
