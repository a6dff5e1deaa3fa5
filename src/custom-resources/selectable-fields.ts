import type { SelectableFields } from '#registry/kind.js'
import type { CustomResource } from './custom-resource-codec.js'
import { JsonPath } from './json-path.js'

/** The fields that objects of a version can be selected by, under the paths that selectors name them by. */
export function customResourceFields(fields: readonly { readonly jsonPath: string }[]): SelectableFields {
  return Object.fromEntries(
    fields.map(({ jsonPath }) => {
      const path = new JsonPath(jsonPath)
      return [jsonPath.replace(/^\./, ''), (object: CustomResource) => textOf(path.first(object))]
    }),
  )
}

function textOf(value: unknown): string {
  const isScalar = ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
  return isScalar ? String(value) : ''
}
