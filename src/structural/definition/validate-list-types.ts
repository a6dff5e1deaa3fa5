import type { FieldErrors } from '#meta/field-errors.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { propertyOf } from './schema-keywords.js'

/** Checks the list and map type extensions against the schemas that have them. */

export function validateListAndMapTypes(schema: JsonSchema, path: string, errors: FieldErrors): void {
  validateMapType(schema, path, errors)
  validateListType(schema, path, errors)
  validateListMapKeys(schema, path, errors)
  validateItemNulls(schema, path, errors)
}

function validateMapType(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const mapType = schema['x-kubernetes-map-type']
  if (mapType === undefined) return
  mustBeOf('object', schema, 'x-kubernetes-map-type', path, errors)
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])
  }
}

const LIST_TYPES = ['atomic', 'set', 'map']

function validateListType(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const listType = schema['x-kubernetes-list-type']
  if (listType === undefined) return
  mustBeOf('array', schema, 'x-kubernetes-list-type', path, errors)
  if (schema.type === 'array' && listType === 'set') validateSetItems(schema, path, errors)
  if (!LIST_TYPES.includes(listType)) {
    errors.notSupported(`${path}.x-kubernetes-list-type`, listType, LIST_TYPES)
  }
}

function mustBeOf(
  type: string,
  schema: JsonSchema,
  extension: string,
  path: string,
  errors: FieldErrors,
): void {
  if (schema.type === type) return
  const detail = `must be ${type} if ${extension} is specified`
  if (schema.type === undefined || schema.type === '') errors.required(`${path}.type`, detail)
  else errors.invalid(`${path}.type`, schema.type, detail)
}

const ATOMIC_ITEMS = 'must be atomic as item of a list with x-kubernetes-list-type=set'

/** Items of a set are compared as a whole, so each of them has one owner. */
function validateSetItems(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const items = itemsOf(schema)
  const listType = items?.['x-kubernetes-list-type']
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic') {
    errors.invalid(`${path}.items.x-kubernetes-list-type`, listType, ATOMIC_ITEMS)
  }
  if (items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    errors.invalid(`${path}.items.x-kubernetes-map-type`, listType, ATOMIC_ITEMS)
  }
}

function validateListMapKeys(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const listType = schema['x-kubernetes-list-type']
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  if (keys.length > 0 && listType !== 'map') {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty'
    if (listType === undefined) errors.required(`${path}.x-kubernetes-list-type`, detail)
    else errors.invalid(`${path}.x-kubernetes-list-type`, listType, detail)
  }
  if (listType !== 'map') return
  if (keys.length === 0) {
    const detail = 'must not be empty if x-kubernetes-list-type is map'
    errors.required(`${path}.x-kubernetes-list-map-keys`, detail)
  }
  if (schema.items === undefined) {
    errors.required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')
  } else if (Array.isArray(schema.items)) {
    const detail = 'must only have a single schema if x-kubernetes-list-type is map'
    errors.invalid(`${path}.items`, schema.items, detail)
  } else validateMapItems(schema.items as JsonSchema, keys, path, errors)
}

function validateMapItems(
  items: JsonSchema,
  keys: readonly string[],
  path: string,
  errors: FieldErrors,
): void {
  if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map"
    errors.invalid(`${path}.items.type`, items.type ?? '', detail)
    return
  }
  const field = `${path}.x-kubernetes-list-map-keys`
  const seen = new Set<string>()
  for (const key of keys) {
    const property = propertyOf(items, key)
    if (property === undefined) errors.invalid(field, keys, 'entries must all be names of item properties')
    else if (property.type === 'array' || property.type === 'object') {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map"
      errors.invalid(`${path}.items.properties[${key}].type`, items.type, detail)
    }
    if (seen.has(key)) errors.invalid(field, keys, 'must not contain duplicate entries')
    seen.add(key)
  }
}

/** Keys must not be null. */
function validateItemNulls(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const listType = schema['x-kubernetes-list-type']
  const items = itemsOf(schema)
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return
  if (items.nullable === true) {
    errors.forbidden(
      `${path}.items.nullable`,
      `cannot be nullable when x-kubernetes-list-type is ${listType}`,
    )
  }
  if (listType !== 'map') return
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = propertyOf(items, key)
    if (property === undefined) continue
    const field = `${path}.items.properties[${key}]`
    const isKey = 'this property is in x-kubernetes-list-map-keys'
    if (!items.required?.includes(key) && (property.default ?? undefined) === undefined) {
      errors.required(`${field}.default`, `${isKey}, so it must have a default or be a required property`)
    }
    if (property.nullable === true)
      errors.forbidden(`${field}.nullable`, `${isKey}, so it cannot be nullable`)
  }
}

function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return items === undefined || Array.isArray(items) ? undefined : (items as JsonSchema)
}
