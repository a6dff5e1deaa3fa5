import type { ApiObject } from '#meta/api-object.js'
import type { TextFormat } from '#meta/field-errors.js'
import { dns1123Subdomain } from '#meta/formats.js'
import type { GroupVersion, ResourceName } from '#meta/resource.js'
import { decoderOf, emptyOf } from '#schema/decode.js'
import { encoderOf } from '#schema/encode.js'
import type { AnyStruct, Fields } from '#schema/type.js'
import type { KindFields } from '#selector/field-selector.js'
import { excerpt } from '#util/excerpt.js'
import { once } from '#util/once.js'
import type { GroupConventions } from './group-conventions.js'
import type { History } from './history.js'
import type { ObjectCodec } from './object-codec.js'
import { AGE, type Column, NAME } from './serialize/column.js'
import type { Strategy, VersionRules } from './strategy.js'
import type { EndpointFactory } from './subresources/endpoint.js'
import { statusEndpoint } from './subresources/status.js'

export { type GroupConventions, LEGACY_CONVENTIONS, TODAY_CONVENTIONS } from './group-conventions.js'
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

/** A second door to an object under its own path: `status`, `scale`, `rollback`. */
export interface Subresource {
  readonly name: string
  /** The kind of object that goes through it. */
  readonly kind: string
  readonly verbs: readonly Verb[]
  /** Set where discovery must name which group and version that kind belongs to. */
  readonly groupVersion?: { readonly group: string; readonly version: string }
  /** Whether it leads to something that runs, and not to a document. */
  readonly connects?: boolean
  /** Whether paths behind its own lead to it too. */
  readonly takesPaths?: boolean
  /** The description of that kind; undefined where it is the kind that the subresource belongs to. */
  readonly schema?: AnyStruct
  readonly endpoint: EndpointFactory
  /** How an object looks through it, where that is not the whole object. */
  readonly view?: SubresourceView
}

/** The part of an object that a subresource is about, as an object of the subresource's own kind. */
export interface SubresourceView {
  show(object: Readonly<ApiObject>): ApiObject
  /** Takes what was changed of the part back into the object. */
  take(object: ApiObject, shown: Readonly<ApiObject>): void
}

/**
 * What raises `metadata.generation` by one: a change of any of these parts. With `client` the server never
 * touches it, with `content` it follows everything but the metadata.
 */
export type GenerationRule = readonly GenerationPart[] | 'client' | 'content'

/**
 * A single annotation is named where the stored version keeps a part of another version's spec in it, another member where
 * the kind has one in place of a spec.
 */
export type GenerationPart =
  | 'spec'
  | 'annotations'
  | { readonly annotation: string }
  | { readonly member: string }

/** What a kind is called, and where its objects lie, in all of its versions. */
interface KindNames {
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly namespaced: boolean
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** The kind and `List`, unless said otherwise. */
  readonly listKind?: string
}

/** A kind as its folder describes it. */
export interface KindDescription<O extends ApiObject> extends KindNames {
  /** What a name must look like; a DNS subdomain unless said otherwise. */
  readonly nameFormat?: TextFormat
  /** Follows the spec unless said otherwise. */
  readonly generation?: GenerationRule
  readonly strategy?: Strategy<O>
  /** Whether its objects are questions: none is stored, and a create is answered by an evaluator (`evaluation.ts`). */
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
 * Fields by which objects can be selected, under their paths in the served version. Each function takes an object of the
 * version that is stored to the text that selectors are compared with.
 */
// biome-ignore lint/suspicious/noExplicitAny: the folder of a kind knows the type of its own stored objects.
export type SelectableFields = Readonly<Record<string, (object: any) => string>>

const unknownField = (field: string) => `field label not supported: ${excerpt(field)}`

/** A served version of a kind, as the kind's folder describes it. */
export interface VersionDescription<V extends ApiObject> extends GroupVersion {
  readonly schema: AnyStruct
  /** Set where the schema does not describe all of an object. */
  readonly form?: ObjectCodec<V>
  readonly subresources: readonly Subresource[]
  /** Versions that are not served, but in which clients know the same kind. */
  readonly aliases?: readonly string[]
  /** Whether objects that it owns are orphaned, unless said otherwise, when it is deleted. */
  readonly orphansDependents?: boolean
  /** Whether a deletion is answered with the object that is gone, and not with a Status. */
  readonly returnDeletedObject?: boolean
  /** Whether a replacement of an object that is not there creates the object. */
  readonly allowCreateOnUpdate?: boolean
  /** Whether an update without a resourceVersion is allowed, as it is unless this is false. */
  readonly allowUnconditionalUpdate?: boolean
  /** The verbs of the kind itself; all of them unless said otherwise. */
  readonly verbs?: readonly Verb[]
  /** Whether what defines the kind is being deleted: no object is created any longer, and those that are left go. */
  readonly terminating?: boolean
  /** What lists and watches can be selected by besides name and namespace. */
  readonly selectableFields?: SelectableFields
  /** What a client is told of a field that is not among them. */
  readonly unknownField?: (field: string) => string
  /** The table in which users look at objects; name and age unless said otherwise. */
  readonly columns?: readonly Column<V>[]
  /** What clients are told that use the version although they should not. */
  readonly deprecation?: string
  /** Whether finalizers may have names without a path. */
  readonly freeFinalizers?: boolean
  /** What a name must look like, where the version has words of its own for it. */
  readonly nameFormat?: TextFormat
  readonly rules?: VersionRules<V>
  /**
   * Whether discovery and OpenAPI list it, as they do unless this is false. A version of which only some kinds are
   * served yet is not announced: clients take a group that they find for a whole one.
   */
  readonly discoverable?: boolean
  /** Whether the version is served, as it is unless this is false: a version that is not may still be stored. */
  readonly served?: boolean
  /** Where discovery lists its group: the lower, the earlier. Groups without a rank come last. */
  readonly discoveryRank?: number
  /** The conventions of the group: what all of its kinds do alike. */
  readonly conventions: GroupConventions
  /** The group by which errors name the kind; its own unless said otherwise. */
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

/** A kind as it is stored: one place, one history and one set of preparations for all versions that it is served in. */
export interface StoredKind {
  /** What the keys of its objects begin with: `group/plural/`, of the version that is stored. */
  readonly prefix: string
  readonly namespaced: boolean
  readonly nameFormat: TextFormat
  readonly generation: GenerationRule
  readonly strategy: Strategy<ApiObject>
  /** Whether its objects are questions, of which none is stored. */
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
  /** Undefined where the schema describes all of an object. */
  readonly form: ObjectCodec<V> | undefined
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
  readonly nameFormat: TextFormat
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

/** What the group without a name is called in keys. */
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
  const { group, schema, form, columns = [NAME, AGE], rules = {}, aliases = [], subresources } = version
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
    form,
    // The schema is the one that V was derived from; `StructType<any>` has forgotten it.
    decode: form?.decode ?? (decoderOf(schema) as (input: unknown) => never),
    encode: form?.encode ?? encoderOf(schema),
    emptyStatus: form === undefined ? once(() => emptyStatusOf(schema)) : NO_STATUS,
    orphansDependents: version.orphansDependents ?? false,
    returnDeletedObject: version.returnDeletedObject ?? false,
    allowCreateOnUpdate: version.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: version.allowUnconditionalUpdate ?? true,
    selectableFields: version.selectableFields && {
      values: version.selectableFields,
      namespaced,
      unknown: version.unknownField ?? unknownField,
      parse: form && ((object) => form.read(object)),
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
