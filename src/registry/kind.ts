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
  /** The kind of object that goes through it. */
  readonly kind: string
  readonly verbs: readonly Verb[]
  /** Set where discovery must name which group and version that kind belongs to. */
  readonly groupVersion?: { readonly group: string; readonly version: string }
  /** Whether it connects to something that runs, such as `exec`. */
  readonly connects?: boolean
  /** Whether it also serves the paths below its own. */
  readonly takesPaths?: boolean
  /** The description of that kind; undefined where it is the kind that the subresource belongs to. */
  readonly schema?: AnyStruct
  readonly endpoint: EndpointFactory
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
 * A single annotation is named where the stored version keeps a part of another version's spec in it, another field where
 * the kind has one in place of a spec.
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
  readonly strategy?: Strategy<O>
  /** Whether it is a review: its objects are not stored, and a `ReviewHandler` fills in their status (`review-handler.ts`). */
  readonly review?: boolean
  /** Undefined for a kind that keeps no revisions of its objects. */
  // biome-ignore lint/suspicious/noExplicitAny: the folder of a kind knows what a revision of its objects is.
  readonly history?: History<any, any>
  /** The version whose wire form is stored. */
  readonly storageVersion: VersionDescription<O>
  /** The other versions that are served. */
  // biome-ignore lint/suspicious/noExplicitAny: each version has a type of its own, which its conversion relates to O.
  readonly otherVersions?: readonly ConvertedVersionDescription<any, O>[]
}

/**
 * The fields that field selectors can use, by their paths in the served version. Each function takes an object of the
 * version that is stored to the text that selectors are compared with.
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
  /** Versions that are not served, but in which clients know the same kind. */
  readonly aliases?: readonly string[]
  /** Whether objects that it owns are orphaned by default when it is deleted. */
  readonly orphansDependents?: boolean
  /** Whether a delete returns the deleted object instead of a Status. */
  readonly returnDeletedObject?: boolean
  /** Whether an update creates an object that does not exist. */
  readonly allowCreateOnUpdate?: boolean
  /** Whether an update without a resourceVersion is allowed, as it is unless this is false. */
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
  /** The format of names, where the version has words of its own for it. */
  readonly nameFormat?: StringFormat
  readonly rules?: VersionRules<V>
  /**
   * Whether discovery and OpenAPI list it, as they do unless this is false. A version that serves only some
   * of its kinds is hidden, because clients expect a group to be complete.
   */
  readonly discoverable?: boolean
  /** Whether the version is served, as it is unless this is false: a version that is not may still be stored. */
  readonly served?: boolean
  /** Where discovery lists its group: the lower, the earlier. Groups without a rank come last. */
  readonly discoveryRank?: number
  /** The conventions of the group: what all of its kinds do alike. */
  readonly conventions: GroupConventions
  /** The group that errors give the kind; its own by default. */
  readonly kindGroup?: string
}

/**
 * How the objects of one version become those of the version that is stored, and back. Both are pure and total: nothing
 * is lost on the way there and back, and what only one of the two versions can say is carried in annotations. They may
 * share parts with what they are given. Their caller sets `kind`, `apiVersion` and `selfLink`.
 */
export interface Conversion<V extends ApiObject, O extends ApiObject> {
  toStored(object: V): O
  fromStored(object: O): V
  /**
   * Whether the JSON of a stored object is the same in both versions, but for the type and the self link. May say no where
   * it is. Left out where it never is.
   */
  isSameJson?(stored: Buffer): boolean
}

export interface ConvertedVersionDescription<V extends ApiObject, O extends ApiObject>
  extends VersionDescription<V> {
  readonly conversion: Conversion<V, O>
}

/** A kind as it is stored. Its versions share one prefix, one history and one strategy. */
export interface StoredKind {
  /** The prefix of its keys: `group/plural/` of the stored version. */
  readonly prefix: string
  readonly namespaced: boolean
  readonly nameFormat: StringFormat
  readonly generation: GenerationRule
  readonly strategy: Strategy<ApiObject>
  /** Whether it is a review: its objects are not stored. */
  readonly review: boolean
  /** Undefined for a kind that keeps no revisions of its objects. */
  readonly history: History | undefined
  readonly storageVersion: ServedVersion
  /** All of them, the one that is stored among them. */
  readonly versions: readonly ServedVersion[]
}

/** A kind whose objects have a type that callers can use. */
export interface BuiltInKind<O extends ApiObject> extends StoredKind {
  readonly storageVersion: ServedVersion<O>
}

/** A version of a kind that is served, with every choice made and its schema compiled. */
export interface ServedVersion<V extends ApiObject = ApiObject> extends ResourceName {
  /** What it is a version of. */
  readonly stored: StoredKind
  /** How its objects become stored ones and back; undefined for the version that is stored. */
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
   * What makes the status of an object before the first report; undefined for a kind without a status. The fields of a schema
   * are described when the kind is first used, not when the server starts. A function, and no property that is made on
   * demand: an object that has one of those is slow to read throughout.
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

/** Completes the description of a kind: of a built-in one or of one that a CustomResourceDefinition describes. */
export function storedKind<O extends ApiObject>(description: KindDescription<O>): StoredKind {
  const { plural, namespaced, storageVersion, otherVersions = [] } = description
  const kind: Mutable<StoredKind> = {
    prefix: `${storageVersion.group === '' ? CORE : storageVersion.group}/${plural}/`,
    namespaced,
    nameFormat: description.nameFormat ?? dns1123Subdomain,
    generation: description.generation ?? ['spec'],
    // The generic store hands a strategy no objects but those of its own kind.
    strategy: (description.strategy ?? {}) as Strategy<ApiObject>,
    review: description.review ?? false,
    history: description.history,
    // A version refers to its kind and the kind to its versions; the kind is complete once both are made.
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
const CORE = 'core'

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
    discoverable: version.discoverable ?? version.served ?? true,
    served: version.served ?? true,
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
