import { DecodeError, describe } from './decode-error.js'

/** Editors and tools break long lines. */
const LINE_BREAKS = /[\r\n]+/g
const COMPLETE = /^[A-Za-z0-9+/]*={0,2}$/
const STRANGE = /[^A-Za-z0-9+/\r\n]/

/**
 * Bytes in standard base64. Line breaks are passed over, and bits that belong to no byte are cleared. The error does not
 * repeat the text, which may be a secret.
 */
export function decodeBase64(input: unknown): string {
  if (typeof input !== 'string') throw new DecodeError(`expected bytes in base64, got ${describe(input)}`)
  const canonical = Buffer.from(input, 'base64').toString('base64')
  if (canonical === input) return input
  const digits = input.replace(LINE_BREAKS, '')
  if (digits.length % 4 !== 0 || !COMPLETE.test(digits)) {
    const place = input.search(STRANGE)
    throw new DecodeError(
      place === -1
        ? 'illegal base64: the text ends too early, or lacks its padding'
        : `illegal base64 at character ${place + 1}`,
    )
  }
  return canonical
}
