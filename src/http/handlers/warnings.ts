import type { WriteOptions } from '../../registry/write/write-options.js'
import type { Exchange } from '../exchange.js'

/** Tells the client, in headers of the answer, of members of its body that were dropped. */
export function warn({ response }: Exchange, { fields }: WriteOptions): void {
  if (fields === undefined || fields.warnings.length === 0) return
  response.setHeader(
    'Warning',
    fields.warnings.map((text) => `299 - ${quoted(text)}`),
  )
}

/** A quoted string of a header: ASCII, with quotes and backslashes escaped. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`
}
