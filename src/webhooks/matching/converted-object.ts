import type { ApiObject } from '#meta/api-object.js'
import { fromStored, toStored } from '#registry/conversion.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import { parseJson, stringifyJson } from '#util/json-integers.js'

/** A copy of an object in another version of its kind. */
export function convertedObject(
  from: ServedVersion,
  to: ServedVersion,
  object: Readonly<ApiObject>,
): ApiObject {
  // Conversions may share parts with what they are given.
  return jsonCopy(from === to ? object : fromStored(to, toStored(from, jsonCopy(object))))
}

/** An object as its JSON has it: without members that are undefined. */
export function jsonCopy<O extends object>(object: O): O {
  return parseJson(stringifyJson(object)) as O
}

/** The subresource of a version by its name. */
export function subresourceOf(version: ServedVersion, name: string | undefined): Subresource | undefined {
  return name === undefined
    ? undefined
    : version.subresources.find((subresource) => subresource.name === name)
}
