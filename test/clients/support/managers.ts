import assert from 'node:assert/strict'
import type { Json } from '#test/support/client.js'

/** An entry without its time. */
export type Entry = readonly [manager: string, operation: string, fields: Json, subresource?: string]

/** The entries of an object's `managedFields`, without their common fields. */
export function entriesOf({ apiVersion, metadata }: Json): Entry[] {
  return (metadata.managedFields ?? []).map((entry: Json) => {
    assert.equal(entry.apiVersion, apiVersion)
    assert.equal(entry.fieldsType, 'FieldsV1')
    if (entry.time !== undefined) assert.match(entry.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const { manager, operation, fieldsV1, subresource } = entry
    return subresource === undefined
      ? [manager, operation, fieldsV1]
      : [manager, operation, fieldsV1, subresource]
  })
}

export const managersOf = ({ metadata }: Json): string[] =>
  (metadata.managedFields ?? []).map(({ manager, operation }: Json) => `${manager} ${operation}`)
