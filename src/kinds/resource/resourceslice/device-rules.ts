import { mustBeQualifiedName } from '#kinds/resource/names.js'
import type { Device, DeviceAttribute } from '#kinds/resource/types/kind-types.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label } from '#meta/formats.js'

const MAX_DEVICES = 128
const MAX_ATTRIBUTES_AND_CAPACITIES = 32
const MAX_VALUE_LENGTH = 64

export function validateDevices(devices: readonly Device[] | undefined, errors: FieldErrors): void {
  if (devices !== undefined && devices.length > MAX_DEVICES) {
    errors.tooMany('devices', devices.length, MAX_DEVICES)
    return
  }
  errors.each('devices', devices, validateDevice)
  errors.eachDistinct('devices', devices, ({ name }, errors, names) => {
    if (names.has(name)) errors.duplicate('name', name)
    names.add(name)
  })
}

function validateDevice({ name, attributes = {}, capacity = {} }: Device, errors: FieldErrors): void {
  errors.format('name', name, rfc1123Label)
  const count = Object.keys(attributes).length + Object.keys(capacity).length
  if (count > MAX_ATTRIBUTES_AND_CAPACITIES) {
    errors.invalid(
      '',
      count,
      `the total number of attributes and capacities must not exceed ${MAX_ATTRIBUTES_AND_CAPACITIES}`,
    )
  }
  for (const [key, attribute] of Object.entries(attributes)) {
    mustBeQualifiedName(`attributes[${key}]`, key, errors)
    errors.field(`attributes[${key}]`, attribute, validateAttribute)
  }
  for (const key of Object.keys(capacity)) mustBeQualifiedName(`capacity[${key}]`, key, errors)
}

const EXACTLY_ONE = 'exactly one value must be specified'
/** By semver.org, version 2.0.0. */
const NUMBER = '(0|[1-9][0-9]*)'
const PRE_RELEASE = '(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${PRE_RELEASE}(\\.${PRE_RELEASE})*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$`,
)

function validateAttribute(attribute: DeviceAttribute, errors: FieldErrors): void {
  const { int, bool, string, version } = attribute
  if (string !== undefined) mustBeShort('string', string, errors)
  if (version !== undefined) {
    mustBeShort('version', version, errors)
    // Only a short text is searched.
    if (version.length <= MAX_VALUE_LENGTH && !SEMVER.test(version)) {
      errors.invalid('version', version, 'must be a string compatible with semver.org spec 2.0.0')
    }
  }
  const count = [int, bool, string, version].filter((value) => value !== undefined).length
  if (count === 0) errors.required('', EXACTLY_ONE)
  else if (count > 1) errors.invalid('', attribute, EXACTLY_ONE)
}

function mustBeShort(field: string, text: string, errors: FieldErrors): void {
  if (Buffer.byteLength(text) > MAX_VALUE_LENGTH) errors.tooLarge(field, MAX_VALUE_LENGTH)
}
