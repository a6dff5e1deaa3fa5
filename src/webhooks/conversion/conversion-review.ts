import type { ApiObject } from '#meta/object-meta.js'

/** Why a conversion response is invalid. */
export class InvalidConversion extends Error {
  override readonly name = 'InvalidConversion'
}

type JsonObject = Readonly<Record<string, unknown>>

/** Reads the converted objects from a ConversionReview. Throws `InvalidConversion`. */
export function readConversion(
  body: unknown,
  asked: { readonly uid: string; readonly objects: readonly ApiObject[]; readonly apiVersion: string },
): readonly ApiObject[] {
  const response = objectOf(objectOf(body, 'an answer').response, 'response')
  if (response.uid !== asked.uid) {
    throw new InvalidConversion(
      `expected response.uid=${JSON.stringify(asked.uid)}, got ${JSON.stringify(response.uid ?? '')}`,
    )
  }
  const { status, message } = objectOf(response.result, 'response.result')
  if (status !== 'Success') throw new InvalidConversion(textOf(message) || 'without explanation')
  const converted = Array.isArray(response.convertedObjects) ? response.convertedObjects : []
  if (converted.length !== asked.objects.length) {
    throw new InvalidConversion(`returned ${converted.length} objects, expected ${asked.objects.length}`)
  }
  return converted.map((object: unknown, index) => {
    const before = asked.objects[index] as ApiObject
    try {
      return expectSameObject(objectOf(object, 'the object'), before, asked.apiVersion)
    } catch (error) {
      if (!(error instanceof InvalidConversion)) throw error
      throw new InvalidConversion(`invalid converted object at index ${index}: ${error.message}`)
    }
  })
}

/** A webhook must not change the identity of an object. */
function expectSameObject(object: JsonObject, before: ApiObject, apiVersion: string): ApiObject {
  const { metadata: given } = object
  if (object.apiVersion !== apiVersion) {
    throw new InvalidConversion(
      `invalid groupVersion (expected ${apiVersion}, received ${textOf(object.apiVersion)})`,
    )
  }
  if (object.kind !== before.kind) {
    throw new InvalidConversion(`invalid kind (expected ${before.kind}, received ${textOf(object.kind)})`)
  }
  const metadata = objectOf(given, 'metadata')
  for (const member of ['name', 'namespace', 'uid'] as const) {
    if ((metadata[member] ?? '') !== (before.metadata[member] ?? '')) {
      throw new InvalidConversion(`invalid metadata: ${member} must not be changed`)
    }
  }
  for (const member of ['labels', 'annotations'] as const)
    expectStrings(metadata[member], `metadata.${member}`)
  return object as unknown as ApiObject
}

function expectStrings(value: unknown, where: string): void {
  if (value === undefined || value === null) return
  const texts = Object.values(objectOf(value, where))
  if (texts.some((text) => typeof text !== 'string'))
    throw new InvalidConversion(`${where}: expected strings`)
}

function objectOf(value: unknown, where: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new InvalidConversion(`${where}: expected an object`)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
