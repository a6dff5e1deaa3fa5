import type { ApiObject } from '#meta/api-object.js'
import { sameMeaning } from '#schema/equal.js'
import type { ServedVersion } from './kind.js'

/** Whether two objects of a version mean the same. */
export function isSameObject({ form, schema }: ServedVersion, left: ApiObject, right: ApiObject): boolean {
  return form === undefined ? sameMeaning(schema, left, right) : form.isSame(left, right)
}
