import type { ApiObject } from '#meta/object-meta.js'
import { fromStored, toStored } from '#registry/conversion.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import { parseJson, stringifyJson } from '#util/text/json-integers.js'

/** A copy of an object in another version. */
export function convertedObject(
  from: ServedVersion,
  to: ServedVersion,
  object: Readonly<ApiObject>,
): ApiObject {
  // Conversions may share values with their input.
  return jsonCopy(from === to ? object : fromStored(to, toStored(from, jsonCopy(object))))
}

/** A deep copy without undefined properties. */
export function jsonCopy<O extends object>(object: O): O {
  return parseJson(stringifyJson(object)) as O
}

export function subresourceOf(version: ServedVersion, name: string | undefined): Subresource | undefined {
  return name === undefined
    ? undefined
    : version.subresources.find((subresource) => subresource.name === name)
}
