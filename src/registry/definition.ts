import type { ApiObject } from '../meta/api-object.js'
import type { FieldErrors, TextFormat } from '../meta/field-errors.js'
import { dns1123Subdomain } from '../meta/formats.js'
import type { ResourceName } from '../meta/resource.js'
import { decoderOf, emptyOf } from '../schema/decode.js'
import { encoderOf } from '../schema/encode.js'
import type { AnyStruct, Fields } from '../schema/type.js'
import type { Operation, StoredValue } from '../storage/contract.js'
import { AGE, type Column, NAME } from './rendering/column.js'
import type { EndpointFactory } from './subresources/endpoint.js'
import { statusEndpoint } from './subresources/status.js'

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
  /** Set where clients must be told which group and version that kind belongs to. */
  readonly groupVersion?: { readonly group: string; readonly version: string }
  /** The description of that kind; undefined where it is the kind that the subresource belongs to. */
  readonly schema?: AnyStruct
  readonly endpoint: EndpointFactory
}

/**
 * What a kind does differently from every other. Each hook is optional; the generic store does the rest
 * (identity, versions, generation, status, metadata rules) the same way for all.
 */
export interface Strategy<O extends ApiObject> {
  /** Sets what the kind decides on a new object. Runs after the generic store has set the metadata. */
  prepareForCreate?(object: O): void
  /** Sets what the kind decides on a changed object. Runs before the generation is raised. */
  prepareForUpdate?(object: O, current: Readonly<O>): void
  /** The kind's own rules, on create and on update. */
  validate?(object: Readonly<O>, errors: FieldErrors): void
  /** Rules that look at the old object too. */
  validateUpdate?(object: Readonly<O>, current: Readonly<O>, errors: FieldErrors): void
  /** Puts back what a report of the status may not change besides the spec. */
  prepareForStatusUpdate?(object: O, current: Readonly<O>): void
  /** The rules on a reported status. */
  validateStatusUpdate?(object: Readonly<O>, current: Readonly<O>, errors: FieldErrors): void
  /**
   * What else is stored in one write with the object, for the server's own use. Where the store takes the object but not
   * both in one write, the object is stored alone and its companions stay as they were.
   */
  companions?(change: StoredChange<O>): readonly Operation[]
}

/** A change of one object that is about to be stored. */
export interface StoredChange<O extends ApiObject> {
  /** Undefined for a new object. */
  readonly before: O | undefined
  /** Undefined for an object that goes. */
  readonly after: O | undefined
  /** The bytes of the object as it will be stored; 0 for one that goes. */
  readonly size: number
  /** What is stored under one of the server's own keys now. */
  readonly companion: (key: string) => StoredValue | undefined
}

/**
 * What raises `metadata.generation` by one: a change of any of these parts. With `client` the server never
 * touches it.
 */
export type GenerationRule = readonly ('spec' | 'annotations')[] | 'client'

/** A kind as its folder describes it. */
export interface ResourceDescription<O extends ApiObject> extends ResourceName {
  readonly singular: string
  readonly namespaced: boolean
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Versions of other groups in which clients know the same kind. */
  readonly otherVersions?: readonly string[]
  readonly subresources: readonly Subresource[]
  readonly schema: AnyStruct
  /** What a name must look like; a DNS subdomain unless said otherwise. */
  readonly nameFormat?: TextFormat
  /** Follows the spec unless said otherwise. */
  readonly generation?: GenerationRule
  /** Whether objects that it owns are set free, unless said otherwise, when it is deleted. */
  readonly orphansDependents?: boolean
  /** The table in which people look at objects; name and age unless said otherwise. */
  readonly columns?: readonly Column<O>[]
  readonly strategy?: Strategy<O>
}

/** A kind with every choice made and its schema compiled. */
export interface ResourceDefinition<O extends ApiObject = ApiObject> extends ResourceName {
  readonly singular: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly otherVersions: readonly string[]
  readonly verbs: readonly Verb[]
  readonly subresources: readonly Subresource[]
  readonly schema: AnyStruct
  readonly decode: (input: unknown) => O
  /** The JSON of an object, as `JSON.stringify` would write it. */
  readonly encode: (object: ApiObject) => Buffer
  /** The status of an object that nobody has reported on; undefined for a kind without a status. */
  readonly emptyStatus: (() => unknown) | undefined
  readonly nameFormat: TextFormat
  readonly generation: GenerationRule
  readonly orphansDependents: boolean
  readonly columns: readonly Column<O>[]
  readonly strategy: Strategy<O>
}

/**
 * Completes the description of a kind.
 *
 * @example
 * export const ingress = defineResource<Ingress>({
 *   group: 'extensions', version: 'v1beta1', plural: 'ingresses', singular: 'ingress', kind: 'Ingress',
 *   namespaced: true, subresources: [statusOf('Ingress')], schema: IngressSchema,
 * })
 */
export function defineResource<O extends ApiObject>(
  description: ResourceDescription<O>,
): ResourceDefinition<O> {
  const { schema } = description
  const status = (schema.fields as Fields).status?.type
  return {
    shortNames: [],
    categories: [],
    otherVersions: [],
    verbs: VERBS,
    nameFormat: dns1123Subdomain,
    generation: ['spec'],
    orphansDependents: false,
    columns: [NAME, AGE],
    strategy: {},
    ...description,
    // The schema is the one that O was derived from; `StructType<any>` has forgotten it.
    decode: decoderOf(schema) as (input: unknown) => never,
    encode: encoderOf(schema),
    emptyStatus: status?.kind === 'struct' ? emptyOf(status) : undefined,
  }
}

/** The usual `status` subresource: read, replaced and patched as the whole object. */
export const statusOf = (kind: string): Subresource => ({
  name: 'status',
  kind,
  verbs: ['get', 'patch', 'update'],
  endpoint: statusEndpoint,
})
