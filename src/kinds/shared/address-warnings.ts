import {
  formatAddress,
  isStrictAddress,
  networkOf,
  parseLegacyAddress,
  parseLegacyRange,
} from '#util/net/legacy-address.js'

/** Warnings about addresses and ranges that are accepted, but written in another than the canonical form. */

const INVALID_LATER = 'will be considered invalid in a future Kubernetes release: use'
const NONE: readonly string[] = []
const quoted = JSON.stringify

/** Nothing for text that is no address. */
export function addressWarnings(path: string, text: string): readonly string[] {
  const bytes = parseLegacyAddress(text)
  if (bytes === undefined) return NONE
  const canonical = formatAddress(bytes)
  if (!isStrictAddress(text)) {
    return [`${path}: non-standard IP address ${quoted(text)} ${INVALID_LATER} ${quoted(canonical)}`]
  }
  if (canonical === text) return NONE
  return [
    `${path}: IPv6 address ${quoted(text)} should be in RFC 5952 canonical format (${quoted(canonical)})`,
  ]
}

/** The digits of a range without a leading zero. */
const BITS = /^(?:0|[1-9][0-9]*)$/

/** Nothing for text that is no range. */
export function rangeWarnings(path: string, text: string): readonly string[] {
  const range = parseLegacyRange(text)
  if (range === undefined) return NONE
  const [address, network] = [formatAddress(range.address), formatAddress(networkOf(range))]
  const canonical = `${network}/${range.bits}`
  const warnings: string[] = []
  if (address !== network) {
    const single = `${address}/${range.address.length * 8}`
    warnings.push(
      `${path}: CIDR value ${quoted(text)} is ambiguous in this context (should be ${quoted(canonical)} or ${quoted(single)}?)`,
    )
  }
  const slash = text.indexOf('/')
  if (!isStrictAddress(text.slice(0, slash)) || !BITS.test(text.slice(slash + 1))) {
    warnings.push(`${path}: non-standard CIDR value ${quoted(text)} ${INVALID_LATER} ${quoted(canonical)}`)
  } else if (warnings.length === 0 && canonical !== text) {
    warnings.push(
      `${path}: IPv6 CIDR value ${quoted(text)} should be in RFC 5952 canonical format (${quoted(canonical)})`,
    )
  }
  return warnings
}

/** More warnings do not fit into the headers of a response. */
const MAX_ELEMENTS = 1000

/** The warnings of each element of a list. */
export const eachWarning = (
  path: string,
  texts: readonly string[] | undefined,
  warningsOf: (path: string, text: string) => readonly string[],
): readonly string[] =>
  texts === undefined
    ? NONE
    : texts.slice(0, MAX_ELEMENTS).flatMap((text, index) => warningsOf(`${path}[${index}]`, text))
