import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { listMetadata, type ObjectShape } from './shape.js'
import type { VersionView } from './version-view.js'

/** The metadata of objects alone, for clients that need no more and would rather not be sent it. */
export function metadataShape(version: MetaVersion, view: VersionView): ObjectShape {
  return {
    timeless: true,
    objectValue: (object) => partialObject(view.metadata(object), version),
    items: 'items',
    itemValue: (object) => partialObject(view.metadata(object), version),
    bookmarkValue: ({ metadata }) => partialObject(metadata, version),
    listMembers: (list) => ({
      kind: 'PartialObjectMetadataList',
      apiVersion: `${META_GROUP}/${version}`,
      // The first version of these lists had none.
      metadata: version === 'v1alpha1' ? undefined : listMetadata(list),
    }),
  }
}

export function partialObject(metadata: ObjectMeta, version: MetaVersion) {
  return { kind: 'PartialObjectMetadata', apiVersion: `${META_GROUP}/${version}`, metadata }
}
