import type { CachedObject } from '../../cache/cached-object.js'
import { META_GROUP, type MetaVersion } from '../../codec/representation.js'
import { listMetadata, type ObjectShape } from './shape.js'

/** The metadata of objects alone, for clients that need no more and would rather not be sent it. */
export function metadataShape(version: MetaVersion): ObjectShape {
  return {
    timeless: true,
    whole: false,
    objectValue: (object) => partialObject(object, version),
    items: 'items',
    itemValue: (object) => partialObject(object, version),
    listMembers: (list) => ({
      kind: 'PartialObjectMetadataList',
      apiVersion: `${META_GROUP}/${version}`,
      // The first version of these lists had none.
      metadata: version === 'v1alpha1' ? undefined : listMetadata(list),
    }),
  }
}

export function partialObject(object: CachedObject, version: MetaVersion) {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `${META_GROUP}/${version}`,
    metadata: object.metadata(),
  }
}
