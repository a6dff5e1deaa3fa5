import type { CachedObject } from '#cache/cached-object.js'
import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { VersionView } from './version-view.js'

/** Makes the JSON values of responses: whole objects, their metadata or table rows. */
export interface ObjectProjection {
  /** Whether the encoding of an object never changes. */
  readonly isCacheable: boolean
  /** The whole object as JSON; undefined if only a part is shown. */
  json?(object: CachedObject): Buffer
  /** Whether list items have `kind` and `apiVersion`. */
  readonly hasTypedItems?: boolean
  /** The response for one object. */
  objectValue(object: CachedObject): object
  /** The property that holds the elements of a list. */
  readonly items: 'items' | 'rows'
  /** The objects of a list in the order in which it shows them, if that is not the stored one. */
  inOrder?(objects: readonly CachedObject[]): readonly CachedObject[]
  /** An element of a list. */
  itemValue(object: CachedObject): object
  /** A bookmark: an object of the version with only metadata. */
  bookmarkValue(bookmark: ApiObject): object
  /** The fields of a list except its items. */
  listProperties(list: ObjectList): object
}

export function listMetadata({ selfLink, revision, next, remaining }: ObjectList) {
  return { selfLink, resourceVersion: revision?.toString(), continue: next, remainingItemCount: remaining }
}

/** Whole objects. List items of built-in kinds omit `kind` and `apiVersion`. */
export function objectProjection(
  version: Pick<ServedVersion, 'group' | 'version' | 'listKind' | 'isCustomResource'>,
  view: VersionView,
): ObjectProjection {
  return {
    isCacheable: true,
    json: view.json,
    objectValue: view.value,
    hasTypedItems: version.isCustomResource,
    items: 'items',
    itemValue: (object) => {
      if (version.isCustomResource) return view.value(object)
      const { kind: _, apiVersion: __, ...item } = view.value(object)
      return item
    },
    bookmarkValue: (bookmark) => bookmark,
    listProperties: (list) => ({
      kind: version.listKind,
      apiVersion: apiVersionOf(version),
      metadata: listMetadata(list),
    }),
  }
}

/** Only the metadata of objects (PartialObjectMetadata). */
export function metadataProjection(version: MetaVersion, view: VersionView): ObjectProjection {
  return {
    isCacheable: true,
    objectValue: (object) => partialObjectMetadata(view.metadata(object), version),
    items: 'items',
    itemValue: (object) => partialObjectMetadata(view.metadata(object), version),
    bookmarkValue: ({ metadata }) => partialObjectMetadata(metadata, version),
    listProperties: (list) => ({
      kind: 'PartialObjectMetadataList',
      apiVersion: `${META_GROUP}/${version}`,
      // v1beta1 lists have no metadata.
      metadata: version === 'v1alpha1' ? undefined : listMetadata(list),
    }),
  }
}

export function partialObjectMetadata(metadata: ObjectMeta, version: MetaVersion) {
  return { kind: 'PartialObjectMetadata', apiVersion: `${META_GROUP}/${version}`, metadata }
}
