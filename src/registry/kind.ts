import type { StringFormat } from '#meta/field-errors.js'
import { dns1123Subdomain } from '#meta/formats.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { GroupVersion, ResourceName } from '#meta/resource.js'
import { decoderOf, emptyOf } from '#schema/decode.js'
import { encoderOf } from '#schema/encode.js'
import type { AnyStruct, Fields } from '#schema/type.js'
import type { KindFields } from '#selector/field-selector.js'
import { excerpt } from '#util/excerpt.js'
import { once } from '#util/memoize.js'
import type { GroupConventions } from './group-conventions.js'
import type { ObjectCodec } from './object-codec.js'
import { AGE, type Column, NAME } from './serialize/column.js'
import type { History, Strategy, VersionRules } from './strategy.js'
import { type EndpointFactory, statusEndpoint } from './subresources/endpoint.js'

export { CURRENT_CONVENTIONS, type GroupConventions, LEGACY_CONVENTIONS } from './group-conventions.js'
export type { DeletionRequest, StoredChange, Strategy, VersionRules } from './strategy.js'

export const VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const
export type Verb = (typeof VERBS)[number]

/** A subresource of an object: `status`, `scale`, `rollback`. */
export interface Subresource {
  readonly name: string
  /** The kind of the objects that it reads and writes. */
  readonly kind: string
  readonly verbs: readonly Verb[]
  /** The group and version of that kind, if discovery must name them. */
  readonly groupVersion?: { readonly group: string; readonly version: string }
  /** Whether it opens a connection, such as `exec`. */
  readonly connects?: boolean
  /** Whether it is plain text, such as a log. */
  readonly isText?: boolean
  /** Whether it also serves the paths below its own. */
  readonly takesPaths?: boolean
  /**
   * Whether its endpoint handles whole requests (`connect`); `optional` if only some servers have such an endpoint. They
   * last as long as those of a watch.
   */
  readonly forwards?: boolean | 'optional'
  /** The schema of that kind; undefined if it is the kind of the object itself. */
  readonly schema?: AnyStruct
  readonly endpoint: EndpointFactory
  /** The columns of its tables, if it is not the object itself and has tables. */
  // biome-ignore lint/suspicious/noExplicitAny: a subresource knows the type of its own values.
  readonly columns?: readonly Column<any>[]
  /** Its view of the object, if that is not the whole object. */
  readonly view?: SubresourceView
}

/** The part of an object that a subresource shows, as an object of its own kind. */
export interface SubresourceView {
  show(object: Readonly<ApiObject>): ApiObject
  /** Applies the changed part to the object. */
  take(object: ApiObject, shown: Readonly<ApiObject>): void
}

/**
 * A change of any of these parts increments `metadata.generation`. With `client` the server never changes it; with
 * `content` any change outside of the metadata does.
 */
export type GenerationRule = readonly GenerationPart[] | 'client' | 'content'

/**
 * A single annotation counts if it holds a part of another version's spec. A field other than `spec` counts for kinds
 * without a spec.
 */
export type GenerationPart =
  | 'spec'
  | 'annotations'
  | { readonly annotation: string }
  | { readonly member: string }

/** The names and the scope of a kind, the same in all versions. */
interface KindNames {
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly namespaced: boolean
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** The kind and `List`, by default. */
  readonly listKind?: string
}

/** A kind as its folder describes it. */
export interface KindDescription<O extends ApiObject> extends KindNames {
  /** The format of names; a DNS subdomain by default. */
  readonly nameFormat?: StringFormat
  /** Follows the spec by default. */
  readonly generation?: GenerationRule
  /** Whether new objects keep the generation of the client, if any, until their first change. */
  readonly startsWithoutGeneration?: boolean
  readonly strategy?: Strategy<O>
  /** Whether it is a review: its objects are not stored, and a `ReviewHandler` fills in their status (`review-handler.ts`). */
  readonly review?: boolean
  /** Undefined for a kind that keeps no revisions of its objects. */
  // biome-ignore lint/suspicious/noExplicitAny: the folder of a kind knows what a revision of its objects is.
  readonly history?: History<any, any>
  /** The version that objects are stored in. */
  readonly storageVersion: VersionDescription<O>
  /** The other versions that are served. */
  // biome-ignore lint/suspicious/noExplicitAny: each version has a type of its own, which its conversion relates to O.
  readonly otherVersions?: readonly ConvertedVersionDescription<any, O>[]
}

/**
 * The fields that field selectors can use, by their paths in the served version. Each function returns the value of the
 * field in a stored object.
 */
// biome-ignore lint/suspicious/noExplicitAny: the folder of a kind knows the type of its own stored objects.
export type SelectableFields = Readonly<Record<string, (object: any) => string>>

const unknownField = (field: string) => `field label not supported: ${excerpt(field)}`

/** A served version of a kind, as the kind's folder describes it. */
export interface VersionDescription<V extends ApiObject> extends GroupVersion {
  readonly schema: AnyStruct
  /** Set where the schema does not describe all of an object. */
  readonly codec?: ObjectCodec<V>
  readonly subresources: readonly Subresource[]
  /** Versions that are not served, but in which clients may name the kind. */
  readonly aliases?: readonly string[]
  /** Whether a delete orphans dependents by default. */
  readonly orphansDependents?: boolean
  /** Whether a delete returns the deleted object instead of a Status. */
  readonly returnDeletedObject?: boolean
  /** Whether an update creates an object that does not exist. */
  readonly allowCreateOnUpdate?: boolean
  /** Whether an update without a resourceVersion is allowed; true by default. */
  readonly allowUnconditionalUpdate?: boolean
  /** The verbs of the kind itself; all of them by default. */
  readonly verbs?: readonly Verb[]
  /** Whether the CustomResourceDefinition is being deleted: objects can no longer be created, and the rest are deleted. */
  readonly terminating?: boolean
  /** The fields of field selectors besides name and namespace. */
  readonly selectableFields?: SelectableFields
  /** The error message for any other field. */
  readonly unknownField?: (field: string) => string
  /** The columns of `kubectl get`; name and age by default. */
  readonly columns?: readonly Column<V>[]
  /** The warning for clients of a deprecated version. */
  readonly deprecation?: string
  /** Whether finalizers may have names without a path. */
  readonly freeFinalizers?: boolean
  /** The format of names, if this version has error messages of its own. */
  readonly nameFormat?: StringFormat
  readonly rules?: VersionRules<V>
  /**
   * Whether discovery and OpenAPI list it; true by default. A version that lacks some of its kinds is hidden, because
   * clients expect a group to be complete.
   */
  readonly discoverable?: boolean
  /** Whether the version is served; true by default. A version that is not served may still be stored. */
  readonly served?: boolean
  /** Whether a version of a built-in kind is served unless `--runtime-config` turns it on or off; true by default. */
  readonly enabledByDefault?: boolean
  /** Where discovery lists its group: the lower, the earlier. Groups without a rank come last. */
  readonly discoveryRank?: number
  /** The conventions that all kinds of the group share. */
  readonly conventions: GroupConventions
  /** The group of the kind in errors; its own by default. */
  readonly kindGroup?: string
}

/**
 * Converts between a served version and the stored one. Both functions are pure and lossless: annotations keep what
 * only one of the versions can express. The result may share parts with the argument. The caller sets `kind`,
 * `apiVersion` and `selfLink`.
 */
export interface Conversion<V extends ApiObject, O extends ApiObject> {
  toStored(object: V): O
  fromStored(object: O): V
  /**
   * Whether the JSON of a stored object is the same in both versions, except for `apiVersion` and `selfLink`. May
   * return false for equal JSON. Undefined if the JSON always differs.
   */
  isSameJson?(stored: Buffer): boolean
}

export interface ConvertedVersionDescription<V extends ApiObject, O extends ApiObject>
  extends VersionDescription<V> {
  readonly conversion: Conversion<V, O>
}

/** A stored kind. Its versions share one key prefix, one history and one strategy. */
export interface StoredKind {
  /** The prefix of its keys: `group/plural/` of the stored version. */
  readonly prefix: string
  readonly namespaced: boolean
  readonly nameFormat: StringFormat
  readonly generation: GenerationRule
  readonly startsWithoutGeneration: boolean
  readonly strategy: Strategy<ApiObject>
  /** Whether it is a review: its objects are not stored. */
  readonly review: boolean
  /** Undefined for a kind that keeps no revisions of its objects. */
  readonly history: History | undefined
  readonly storageVersion: ServedVersion
  /** All versions, including the stored one. */
  readonly versions: readonly ServedVersion[]
}

/** A kind with a TypeScript type for its objects. */
export interface BuiltInKind<O extends ApiObject> extends StoredKind {
  readonly storageVersion: ServedVersion<O>
}

/** A served version of a kind, with defaults applied and its schema compiled. */
export interface ServedVersion<V extends ApiObject = ApiObject> extends ResourceName {
  /** The kind that it is a version of. */
  readonly stored: StoredKind
  /** The conversion to and from the stored version; undefined for the stored version itself. */
  readonly conversion: Conversion<V, ApiObject> | undefined
  readonly singular: string
  readonly listKind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly aliases: readonly string[]
  readonly verbs: readonly Verb[]
  readonly terminating: boolean
  readonly subresources: readonly Subresource[]
  readonly schema: AnyStruct
  /** The version belongs to a custom resource, and not to a built-in kind. */
  readonly isCustomResource: boolean
  /** Reads and writes objects where the schema does not describe them completely; undefined for built-in kinds. */
  readonly codec: ObjectCodec<V> | undefined
  readonly decode: (input: unknown) => V
  /** The JSON of an object, as `JSON.stringify` would write it. */
  readonly encode: (object: ApiObject) => Buffer
  /**
   * Returns the function that creates an empty status; undefined for a kind without one. Schemas are built on first
   * use, hence a function. It is not a getter, because an object with a getter is slow to read.
   */
  readonly emptyStatus: () => (() => unknown) | undefined
  readonly orphansDependents: boolean
  readonly returnDeletedObject: boolean
  readonly allowCreateOnUpdate: boolean
  readonly allowUnconditionalUpdate: boolean
  /** Undefined for a kind whose objects are selected by name and namespace only. */
  readonly selectableFields: KindFields | undefined
  readonly columns: readonly Column<V>[]
  readonly deprecation: string | undefined
  readonly freeFinalizers: boolean
  readonly nameFormat: StringFormat
  readonly rules: VersionRules<V>
  readonly discoverable: boolean
  /** Whether it is served by default (`KindRegistry.isServed`). */
  readonly served: boolean
  readonly discoveryRank: number
  readonly conventions: GroupConventions
}

/**
 * A kind whose folder in `kinds/` describes it.
 *
 * @example
 * export const ingress = builtInKind<Ingress>({
 *   kind: 'Ingress', plural: 'ingresses', singular: 'ingress', namespaced: true,
 *   storageVersion: { ...extensionsV1beta1, schema: Ingress, subresources: [statusOf('Ingress')] },
 * })
 */
export const builtInKind = <O extends ApiObject>(description: KindDescription<O>): BuiltInKind<O> =>
  storedKind(description) as BuiltInKind<O>

/** Completes the description of a built-in kind or of a custom resource. */
export function storedKind<O extends ApiObject>(description: KindDescription<O>): StoredKind {
  const { plural, namespaced, storageVersion, otherVersions = [] } = description
  const kind: Mutable<StoredKind> = {
    prefix: `${storageVersion.group === '' ? CORE : storageVersion.group}/${plural}/`,
    namespaced,
    nameFormat: description.nameFormat ?? dns1123Subdomain,
    generation: description.generation ?? ['spec'],
    startsWithoutGeneration: description.startsWithoutGeneration ?? false,
    // The generic store passes a strategy only objects of its own kind.
    strategy: (description.strategy ?? {}) as Strategy<ApiObject>,
    review: description.review ?? false,
    history: description.history,
    // Kind and versions refer to each other: the kind is complete once both exist.
    storageVersion: undefined as unknown as ServedVersion,
    versions: [],
  }
  const served = serveVersion(kind, description, storageVersion, undefined)
  kind.storageVersion = served as ServedVersion
  kind.versions = [
    kind.storageVersion,
    ...otherVersions.map((version) => serveVersion(kind, description, version, version.conversion)),
  ]
  return kind
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The name of the core group in keys. */
/** The first segment of the keys of the core group. */
export const CORE = 'core'

function serveVersion<V extends ApiObject>(
  stored: StoredKind,
  {
    kind,
    plural,
    singular,
    listKind = `${kind}List`,
    namespaced,
    shortNames = [],
    categories = [],
  }: KindNames,
  version: VersionDescription<V>,
  conversion: Conversion<V, ApiObject> | undefined,
): ServedVersion<V> {
  const { group, schema, codec, columns = [NAME, AGE], rules = {}, aliases = [], subresources } = version
  return {
    stored,
    conversion,
    group,
    version: version.version,
    kind,
    kindGroup: version.kindGroup,
    plural,
    singular,
    listKind,
    namespaced,
    shortNames,
    categories,
    aliases,
    verbs: stored.review ? ['create'] : (version.verbs ?? VERBS),
    terminating: version.terminating ?? false,
    subresources,
    schema,
    isCustomResource: codec !== undefined,
    codec,
    // The schema is the one that V was derived from; `StructType<any>` has forgotten it.
    decode: codec?.decode ?? (decoderOf(schema) as (input: unknown) => never),
    encode: codec?.encode ?? encoderOf(schema),
    emptyStatus: codec === undefined ? once(() => emptyStatusOf(schema)) : NO_STATUS,
    orphansDependents: version.orphansDependents ?? false,
    returnDeletedObject: version.returnDeletedObject ?? false,
    allowCreateOnUpdate: version.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: version.allowUnconditionalUpdate ?? true,
    selectableFields: version.selectableFields && {
      values: version.selectableFields,
      namespaced,
      unknown: version.unknownField ?? unknownField,
      parse: codec && ((object) => codec.read(object)),
    },
    columns,
    deprecation: version.deprecation,
    freeFinalizers: version.freeFinalizers ?? false,
    nameFormat: version.nameFormat ?? stored.nameFormat,
    rules,
    discoverable: version.discoverable ?? true,
    served: version.served ?? version.enabledByDefault ?? true,
    discoveryRank: version.discoveryRank ?? Number.MAX_SAFE_INTEGER,
    conventions: version.conventions,
  }
}

const NO_STATUS = () => undefined

function emptyStatusOf(schema: AnyStruct): (() => unknown) | undefined {
  const status = (schema.fields as Fields).status?.type
  return status?.kind === 'struct' ? emptyOf(status) : undefined
}

/** The usual `status` subresource: read, replaced and patched as the whole object. */
export const statusOf = (kind: string): Subresource => ({
  name: 'status',
  kind,
  verbs: ['get', 'patch', 'update'],
  endpoint: statusEndpoint,
})
