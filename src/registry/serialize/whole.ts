import { apiVersionOf, type ResourceName } from '../../meta/resource.js'
import { listMetadata, type ObjectShape } from './shape.js'
import type { VersionView } from './version-view.js'

/** Objects as they are. In a list they do not repeat what kind they are. */
export function wholeShape(resource: ResourceName, view: VersionView): ObjectShape {
  return {
    timeless: true,
    whole: true,
    objectValue: view.value,
    items: 'items',
    itemValue: (object) => {
      const { kind: _, apiVersion: __, ...item } = view.value(object)
      return item
    },
    bookmarkValue: (bookmark) => bookmark,
    listMembers: (list) => ({
      kind: `${resource.kind}List`,
      apiVersion: apiVersionOf(resource),
      metadata: listMetadata(list),
    }),
  }
}
