import type { GroupVersion } from '#meta/resource.js'
import type { NamedType } from './named-type.js'

/** The paths of a document, independent of OpenAPI 2 or 3. */

export type Method = 'get' | 'head' | 'put' | 'post' | 'delete' | 'patch'

/** The `x-kubernetes-action` of an operation. */
export type Action =
  | 'connect'
  | 'delete'
  | 'deletecollection'
  | 'get'
  | 'list'
  | 'patch'
  | 'post'
  | 'put'
  | 'watch'
  | 'watchlist'

export interface GroupVersionKind extends GroupVersion {
  readonly kind: string
}

export interface Parameter {
  readonly name: string
  /** Path parameters are required, query parameters optional. */
  readonly in: 'path' | 'query'
  readonly type: 'boolean' | 'integer' | 'string'
  readonly description: string
}

export interface RequestBody {
  readonly type: NamedType
  readonly required: boolean
  readonly mediaTypes: readonly string[]
}

export interface Response {
  readonly code: number
  readonly description: string
  /** Undefined for a response without a documented schema. */
  readonly type?: NamedType
  /** Whether it is a string. */
  readonly isText?: boolean
}

export interface Operation {
  readonly method: Method
  /** Unique among all operations of all documents. */
  readonly id: string
  readonly description: string
  readonly tag: string
  readonly deprecated?: boolean
  /** Undefined for non-resource paths. */
  readonly action?: Action
  readonly groupVersionKind?: GroupVersionKind
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  /** Media types of responses. */
  readonly produces: readonly string[]
  readonly responses: readonly Response[]
}

export interface ApiPath {
  readonly path: string
  /** Parameters of all operations of the path. */
  readonly parameters: readonly Parameter[]
  readonly operations: readonly Operation[]
}

/** The media types of the server. */
export interface MediaTypes {
  readonly bodies: readonly string[]
  readonly patches: readonly string[]
  readonly responses: readonly string[]
  readonly streams: readonly string[]
}

/** Title and version of the documents. */
export interface ApiInfo {
  readonly title: string
  readonly version: string
}

/** The content of an OpenAPI document, or of a part of one. */
export interface OpenApiContent {
  readonly paths: Readonly<Record<string, object>>
  /** The types that the paths refer to, by name. */
  readonly schemas: Readonly<Record<string, object>>
}

/** The paths and types that one part of a document describes, so that no other has to. */
export interface NamesInContent {
  readonly paths: ReadonlySet<string>
  readonly schemas: ReadonlySet<string>
}

export const namesIn = ({ paths, schemas }: OpenApiContent): NamesInContent => ({
  paths: new Set(Object.keys(paths)),
  schemas: new Set(Object.keys(schemas)),
})
