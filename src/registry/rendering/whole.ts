import { apiVersionOf, type ResourceName } from '../../meta/resource.js'
import { listMetadata, type ObjectShape, parsed } from './shape.js'

/** Objects as they are. In a list they do not repeat what kind they are. */
export function wholeShape(resource: ResourceName): ObjectShape {
  return {
    timeless: true,
    whole: true,
    objectValue: parsed,
    items: 'items',
    itemValue: (object) => {
      const { kind: _, apiVersion: __, ...item } = parsed(object)
      return item
    },
    listMembers: (list) => ({
      kind: `${resource.kind}List`,
      apiVersion: apiVersionOf(resource),
      metadata: listMetadata(list),
    }),
  }
}
