import type { CachedObject } from '#cache/cached-object.js'
import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { VersionView } from './version-view.js'

/** Makes the JSON values of responses: whole objects, their metadata or table rows. */
export interface ObjectProjection {
  /** Whether an object always looks the same. */
  readonly isCacheable: boolean
  /** All of an object as JSON; undefined where only a part of it is shown. */
  json?(object: CachedObject): Buffer
  /** Whether the elements of a list say what kind they are. */
  readonly hasTypedItems?: boolean
  /** The response for one object. */
  objectValue(object: CachedObject): object
  /** The property that holds the elements of a list. */
  readonly items: 'items' | 'rows'
  /** An element of a list. */
  itemValue(object: CachedObject): object
  /** A bookmark, which is an object of the version with nothing but metadata. */
  bookmarkValue(bookmark: ApiObject): object
  /** Everything of a list but its elements. */
  listProperties(list: ObjectList): object
}

export function listMetadata({ selfLink, revision, next, remaining }: ObjectList) {
  return { selfLink, resourceVersion: String(revision), continue: next, remainingItemCount: remaining }
}

/** Objects as they are. In a list those of built-in kinds do not repeat what kind they are. */
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

/** The metadata of objects alone, for clients that need no more and would rather not be sent it. */
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
      // The first version of these lists had none.
      metadata: version === 'v1alpha1' ? undefined : listMetadata(list),
    }),
  }
}

export function partialObjectMetadata(metadata: ObjectMeta, version: MetaVersion) {
  return { kind: 'PartialObjectMetadata', apiVersion: `${META_GROUP}/${version}`, metadata }
}
