import { type CelType, DYN, listOf, mapOf, typeOf } from '#cel/types.js'
import { ArrayList, EntryMap } from '#cel/values/collections.js'
import { parseDuration } from '#cel/values/duration-text.js'
import { parseTimestamp } from '#cel/values/timestamp-text.js'
import { type CelValue, TypeValue, Uint } from '#cel/values/values.js'

/** Reads types and values of the specification tests from the JSON of their protobuf messages. */

// biome-ignore lint/suspicious/noExplicitAny: the JSON of another project's messages, read property by property
export type SpecJson = any

const PRIMITIVES: Readonly<Record<string, CelType>> = {
  BOOL: { kind: 'bool' },
  INT64: { kind: 'int' },
  UINT64: { kind: 'uint' },
  DOUBLE: { kind: 'double' },
  STRING: { kind: 'string' },
  BYTES: { kind: 'bytes' },
}

export function specType(json: SpecJson): CelType | undefined {
  if ('primitive' in json) return PRIMITIVES[json.primitive]
  if ('dyn' in json) return DYN
  if ('null' in json) return { kind: 'null' }
  if ('wellKnown' in json) {
    if (json.wellKnown === 'TIMESTAMP') return { kind: 'timestamp' }
    if (json.wellKnown === 'DURATION') return { kind: 'duration' }
    return undefined
  }
  if ('type' in json) return typeOf(specType(json.type) ?? DYN)
  if ('listType' in json) {
    const element = specType(json.listType.elemType ?? { dyn: {} })
    return element && listOf(element)
  }
  if ('mapType' in json) {
    const key = specType(json.mapType.keyType ?? { dyn: {} })
    const value = specType(json.mapType.valueType ?? { dyn: {} })
    return key && value && mapOf(key, value)
  }
  if ('abstractType' in json) {
    const parameters = (json.abstractType.parameterTypes ?? []).map(specType)
    return parameters.includes(undefined)
      ? undefined
      : { kind: 'opaque', name: json.abstractType.name, parameters }
  }
  return undefined
}

/** Undefined for protobuf messages, which rules do not support. */
export function specValue(json: SpecJson): CelValue | undefined {
  if ('nullValue' in json) return null
  if ('boolValue' in json) return json.boolValue
  if ('int64Value' in json) return BigInt(json.int64Value)
  if ('uint64Value' in json) return new Uint(BigInt(json.uint64Value))
  if ('doubleValue' in json) return Number(json.doubleValue)
  if ('stringValue' in json) return json.stringValue
  if ('bytesValue' in json) return Buffer.from(json.bytesValue, 'base64')
  if ('typeValue' in json) return new TypeValue(json.typeValue)
  if ('listValue' in json) return listValue(json.listValue.values ?? [])
  if ('mapValue' in json) return mapValue(json.mapValue.entries ?? [])
  if ('objectValue' in json) return wellKnownValue(json.objectValue)
  return undefined
}

function listValue(values: SpecJson[]): CelValue | undefined {
  const items = values.map(specValue)
  return items.includes(undefined) ? undefined : new ArrayList(items as CelValue[])
}

function mapValue(entries: SpecJson[]): CelValue | undefined {
  const pairs = entries.map(({ key, value }) => [specValue(key), specValue(value)] as const)
  return pairs.flat().includes(undefined) ? undefined : new EntryMap(pairs as [CelValue, CelValue][])
}

function wellKnownValue(message: SpecJson): CelValue | undefined {
  const type = String(message['@type']).replace('type.googleapis.com/', '')
  if (type === 'google.protobuf.Timestamp') return parseTimestamp(message.value)
  if (type === 'google.protobuf.Duration') return parseDuration(message.value)
  return undefined
}
