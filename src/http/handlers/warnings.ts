import type { RequestContext } from '#http/request/request-context.js'
import type { WriteOptions } from '#registry/write/write-options.js'

/** In characters, of all warnings together. Clients and proxies reject responses with headers of about 8 KiB. */
const MAX_WARNINGS = 4096
const MAX_LENGTH_OF_MANY = 256

/** Adds `Warning` headers: the fields of the body that were dropped, then the other warnings. */
export function warn(
  { response }: RequestContext,
  { fields, warnings = [] }: { fields?: WriteOptions['fields']; warnings?: readonly string[] | undefined },
): void {
  if (warnings.length === 0 && (fields === undefined || fields.warnings.length === 0)) return
  const all = [...(fields?.warnings ?? []), ...new Set(warnings)]
  for (const text of bounded(all)) response.appendHeader('Warning', headerOf(text))
}

export function addWarning({ response }: RequestContext, text: string): void {
  response.appendHeader('Warning', headerOf(text))
}

/** All warnings if they fit; otherwise truncated ones, as many as fit, and the number of the rest. */
function bounded(warnings: readonly string[]): readonly string[] {
  const length = warnings.reduce((sum, text) => sum + text.length, 0)
  if (length <= MAX_WARNINGS) return warnings
  const sent: string[] = []
  let room = MAX_WARNINGS
  for (const text of warnings) {
    if (room <= 0) break
    const beginning = text.slice(0, MAX_LENGTH_OF_MANY)
    room -= beginning.length
    sent.push(beginning)
  }
  const left = warnings.length - sent.length
  return left === 0 ? sent : [...sent, `${left} more warnings are left out`]
}

/** A quoted header string: control characters removed, quotes and backslashes escaped. */
function headerOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no header can hold.
  const plain = text.replace(/[\x00-\x1f\x7f]/g, '?').replace(/["\\]/g, '\\$&')
  // Node writes headers as latin1, so these bytes become UTF-8.
  return `299 - "${Buffer.from(plain).toString('latin1')}"`
}
