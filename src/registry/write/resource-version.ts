import { badRequest } from '#meta/api-error.js'
import { parseResourceVersion } from '#meta/resource-version.js'

/** The revision that a request names. Throws `badRequest` for what is no version, and could be none of any object. */
export function expectVersion(field: string, text: string): number {
  const revision = parseResourceVersion(text)
  if (revision !== undefined) return revision
  throw badRequest(`${field}: Invalid value: ${JSON.stringify(text)}: must be a decimal number`)
}
