import { type CostModel, PATTERN_FACTOR, TRAVERSAL_FACTOR } from '#cel/cost/model.js'
import { costs } from '#cel/cost/models.js'
import { scale, ZERO } from '#cel/cost/range.js'
import { listOf, opaque, optionalOf, STRING } from '#cel/types.js'
import { ArrayList } from '#cel/values/collections.js'
import { sizeOf } from '#cel/values/size.js'
import { parseDate, parseTimestamp } from '#cel/values/timestamp-text.js'
import { type CelValue, OpaqueValue, Optional } from '#cel/values/values.js'
import type { StringFormat } from '#meta/field-errors.js'
import {
  dns1035Label,
  labelValue,
  maskFinalDash,
  qualifiedName,
  rfc1123Label,
  rfc1123Subdomain,
  VALID,
} from '#meta/formats.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'
import { parseUrl } from './url.js'

/** Named string formats: `format.dns1123Label().validate(x)` returns the errors. */

const FORMAT = opaque('kubernetes.NamedFormat')

class NamedFormat extends OpaqueValue {
  override readonly type = FORMAT
  readonly validate: StringFormat
  /** The length of the equivalent regular expression, for costs. */
  readonly patternSize: number

  constructor(validate: StringFormat, patternSize: number) {
    super()
    this.validate = validate
    this.patternSize = patternSize
  }

  override equals(other: OpaqueValue): boolean {
    return other === this
  }
}

const asPrefix =
  (format: StringFormat): StringFormat =>
  (text) =>
    format(maskFinalDash(text))

const satisfying =
  (holds: (text: string) => boolean, error: string): StringFormat =>
  (text) =>
    holds(text) ? VALID : [error]

const UUID =
  /^(?:[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32})$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const FORMATS: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: new NamedFormat(rfc1123Label, 30),
  dns1123Subdomain: new NamedFormat(rfc1123Subdomain, 60),
  dns1035Label: new NamedFormat(dns1035Label, 30),
  qualifiedName: new NamedFormat(qualifiedName, 60),
  dns1123LabelPrefix: new NamedFormat(asPrefix(rfc1123Label), 30),
  dns1123SubdomainPrefix: new NamedFormat(asPrefix(rfc1123Subdomain), 60),
  dns1035LabelPrefix: new NamedFormat(asPrefix(dns1035Label), 30),
  labelValue: new NamedFormat(labelValue, 40),
  uri: new NamedFormat(
    satisfying((text) => parseUrl(text) !== undefined, 'invalid URI for request'),
    1000,
  ),
  uuid: new NamedFormat(
    satisfying((text) => UUID.test(text), 'does not match the UUID format'),
    150,
  ),
  byte: new NamedFormat(
    satisfying((text) => BASE64.test(text), 'invalid base64'),
    80,
  ),
  date: new NamedFormat(
    satisfying((text) => parseDate(text) !== undefined, 'invalid date'),
    120,
  ),
  datetime: new NamedFormat(
    satisfying((text) => parseTimestamp(text) !== undefined, 'invalid datetime'),
    120,
  ),
}

/** The longest such expression, for estimates. */
const MAX_PATTERN_SIZE = 128

const validates: CostModel = {
  estimate: ({ args: [text] }) => ({
    cost: scale(scale(text?.size ?? ZERO, TRAVERSAL_FACTOR), MAX_PATTERN_SIZE * PATTERN_FACTOR),
  }),
  count: ([format, text]) =>
    Math.ceil((1 + sizeOf(text as CelValue)) * TRAVERSAL_FACTOR) *
    Math.ceil((format as NamedFormat).patternSize * PATTERN_FACTOR),
}

function validate(format: NamedFormat, text: string): Optional {
  const errors = format.validate(text)
  return errors.length === 0 ? Optional.NONE : new Optional(new ArrayList(errors))
}

const named = (name: string) =>
  Object.hasOwn(FORMATS, name) ? new Optional(FORMATS[name] as NamedFormat) : Optional.NONE

export const namedFormats: readonly FunctionDeclaration[] = [
  ...Object.entries(FORMATS).map(([name, format]) =>
    declare(
      `format.${name}`,
      overload([], FORMAT, () => format),
    ),
  ),
  declare('format.named', overload([STRING], optionalOf(FORMAT), named, costs(1))),
  declare('validate', member([FORMAT, STRING], optionalOf(listOf(STRING)), validate, validates)),
]
