import { DecodeError } from '#schema/decode-error.js'
import { canonicalQuantity } from '#schema/quantity.js'
import { isCidr, isEmail, isHostname, isIpv4, isIpv6, isMac, isRequestUri } from './addresses.js'
import { isCreditCard, isIsbn, isIsbn10, isIsbn13 } from './check-digits.js'
import { isDate, isDateTime, isDuration } from './times.js'

/** Whether text is an amount such as `500m` or `10Gi`. */
export function isQuantity(text: string): boolean {
  try {
    canonicalQuantity(text)
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/** Whether text has a format. */
export type ValueFormat = (text: string) => boolean

const matches =
  (pattern: RegExp): ValueFormat =>
  (text) =>
    pattern.test(text)

const COLOR_PART = '\\s*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*'
const uuid = (third: string, fourth: string) =>
  matches(new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${third}-?${fourth}-?[0-9a-f]{12}$`, 'i'))
const ANY_FOUR = '[0-9a-f]{4}'
const VARIANT = '[89ab][0-9a-f]{3}'

/**
 * The string formats that schemas of custom resources may name, without dashes. Each accepts what the parser
 * of the same name in Go takes. Formats that are not listed are not checked.
 */
const FORMATS: ReadonlyMap<string, ValueFormat> = new Map([
  ['bsonobjectid', matches(/^[0-9a-f]{24}$/i)],
  ['byte', matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hexcolor', matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['isbn', isIsbn],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['mac', isMac],
  ['password', () => true],
  ['quantity', isQuantity],
  ['rgbcolor', matches(new RegExp(`^rgb\\(${COLOR_PART},${COLOR_PART},${COLOR_PART}\\)$`))],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['uri', isRequestUri],
  ['uuid', uuid(ANY_FOUR, ANY_FOUR)],
  ['uuid3', uuid('3[0-9a-f]{3}', ANY_FOUR)],
  ['uuid4', uuid('4[0-9a-f]{3}', VARIANT)],
  ['uuid5', uuid('5[0-9a-f]{3}', VARIANT)],
])

/** The format of that name, such as `date-time`; undefined for one that is not checked. */
export function valueFormat(name: string): ValueFormat | undefined {
  return FORMATS.get(name.replaceAll('-', ''))
}
