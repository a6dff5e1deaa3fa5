import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import { listMetadata, type ObjectShape } from './shape.js'
import type { VersionView } from './version-view.js'

/** Objects as they are. In a list those of built-in kinds do not repeat what kind they are. */
export function wholeShape(
  version: Pick<ServedVersion, 'group' | 'version' | 'listKind' | 'form'>,
  view: VersionView,
): ObjectShape {
  return {
    timeless: true,
    json: view.json,
    objectValue: view.value,
    hasTypedItems: version.form !== undefined,
    items: 'items',
    itemValue: (object) => {
      if (version.form !== undefined) return view.value(object)
      const { kind: _, apiVersion: __, ...item } = view.value(object)
      return item
    },
    bookmarkValue: (bookmark) => bookmark,
    listMembers: (list) => ({
      kind: version.listKind,
      apiVersion: apiVersionOf(version),
      metadata: listMetadata(list),
    }),
  }
}
