import type { WriteOptions } from '../../registry/write/write-options.js'
import { excerpt } from '../../util/excerpt.js'
import type { RequestContext } from '../request-context.js'

/**
 * In characters: of one warning, and of all together. Clients and proxies reject answers with headers of some 8 KiB.
 */
const LONGEST_WARNING = 256
const MOST_WARNINGS = 4096

/** Warns the client, in headers of the answer, of members of its body that were dropped. */
export function warn({ response }: RequestContext, { fields, warnings = [] }: WriteOptions): void {
  if (warnings.length === 0 && (fields === undefined || fields.warnings.length === 0)) return
  const all = [...(fields?.warnings ?? []), ...new Set(warnings)]
  response.setHeader('Warning', bounded(all.map(headerOf)))
}

/** Adds one more to what the client is warned of. */
export function addWarning({ response }: RequestContext, text: string): void {
  response.appendHeader('Warning', headerOf(text))
}

/** As many as there is room for, and how many there are besides. */
function bounded(warnings: readonly string[]): string[] {
  let length = 0
  const sent = warnings.filter((warning) => {
    length += warning.length
    return length <= MOST_WARNINGS
  })
  const left = warnings.length - sent.length
  return left === 0 ? sent : [...sent, headerOf(`${left} more warnings are left out`)]
}

/** A quoted string of a header: ASCII, with quotes and backslashes escaped. */
function headerOf(text: string): string {
  const plain = excerpt(text, LONGEST_WARNING)
    .replaceAll('…', '...')
    .replace(/[^\x20-\x7e]/g, '?')
  return `299 - "${plain.replace(/["\\]/g, '\\$&')}"`
}
