import type { CachedObject } from '#cache/cached-object.js'
import { META_GROUP, type MetaVersion, type Representation } from '#codec/representation.js'
import { CLUSTER } from '#federation/annotations.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { formatAge } from '#registry/serialize/age.js'
import { AGE, type Column, definitionsOf, NAME } from '#registry/serialize/column.js'
import { partialObjectMetadata } from '#registry/serialize/projection.js'
import type { IncludedObject } from '#registry/serialize/table.js'
import { stringifyJson } from '#util/text/json-integers.js'
import { withVersion } from './found-object.js'
import type { SearchableResource } from './member-resources.js'

/** The metadata of a list or a bookmark. */
export interface RenderedMetadata {
  readonly resourceVersion: string
  readonly continue?: string | undefined
  readonly annotations?: Readonly<Record<string, string>>
}

/** Writes objects as JSON, in one representation. */
export interface Rendering {
  /** Everything before the items of a list; `]}` ends it. */
  listHead(metadata: RenderedMetadata): string
  item(object: CachedObject): Buffer
  object(object: CachedObject): Buffer
  /** The object of a watch event. Its version is the token from which a client resumes. */
  eventObject(object: CachedObject, version: string): Buffer
  bookmark(metadata: RenderedMetadata): string
}

export interface RenderingOptions {
  readonly resource: SearchableResource
  readonly representation: Representation
  readonly include: IncludedObject
  /** The columns of the kind, if the host knows it. */
  readonly columns: readonly Column<ApiObject>[] | undefined
  readonly now: () => number
}

export function renderingOf(options: RenderingOptions): Rendering {
  const { resource, representation } = options
  if (representation.projection === 'table') return new TableRendering(options)
  return representation.projection === 'metadata'
    ? metadataRendering(resource, representation.version)
    : wholeRendering(resource)
}

function wholeRendering(resource: SearchableResource): Rendering {
  const apiVersion = apiVersionOf(resource)
  return {
    listHead: (metadata) => listHead({ kind: `${resource.kind}List`, apiVersion, metadata }, 'items'),
    item: (object) => object.json,
    object: (object) => object.json,
    eventObject: (object, version) => withVersion(object.json, version),
    bookmark: (metadata) => JSON.stringify({ kind: resource.kind, apiVersion, metadata }),
  }
}

function metadataRendering(_resource: SearchableResource, version: MetaVersion): Rendering {
  const apiVersion = `${META_GROUP}/${version}`
  const json = (object: CachedObject) =>
    Buffer.from(JSON.stringify(partialObjectMetadata(object.metadata(), version)))
  return {
    listHead: (metadata) => listHead({ kind: 'PartialObjectMetadataList', apiVersion, metadata }, 'items'),
    item: json,
    object: json,
    eventObject: (object, resourceVersion) =>
      Buffer.from(JSON.stringify(partialObjectMetadata({ ...object.metadata(), resourceVersion }, version))),
    bookmark: (metadata) => JSON.stringify({ kind: 'PartialObjectMetadata', apiVersion, metadata }),
  }
}

/** The columns of a kind that the host does not know. */
const USUAL: readonly Column<ApiObject>[] = [NAME, AGE]

/** Last: clients print the kind before the first cell. */
const CLUSTER_COLUMN: Column<ApiObject> = {
  name: 'Cluster',
  type: 'string',
  description: 'Cluster that the object is in.',
  cell: ({ metadata }) => metadata.annotations?.[CLUSTER] ?? '',
}

class TableRendering implements Rendering {
  readonly #columns: readonly Column<ApiObject>[]
  readonly #include: IncludedObject
  readonly #version: MetaVersion
  readonly #now: () => number
  /** In a stream the columns come once. */
  #hasShownColumns = false

  constructor({ columns = USUAL, include, representation, now }: RenderingOptions) {
    this.#columns = [...columns, CLUSTER_COLUMN]
    this.#include = include
    this.#version = representation.version
    this.#now = now
  }

  listHead(metadata: RenderedMetadata): string {
    return listHead(this.#table(metadata), 'rows')
  }

  item(object: CachedObject): Buffer {
    return this.#row(object)
  }

  object(object: CachedObject): Buffer {
    const { resourceVersion = '' } = object.metadata()
    return Buffer.concat([Buffer.from(this.listHead({ resourceVersion })), this.#row(object), LIST_END])
  }

  eventObject(object: CachedObject, version: string): Buffer {
    const head = Buffer.from(this.listHead({ resourceVersion: version }))
    return Buffer.concat([head, this.#row(object, version), LIST_END])
  }

  bookmark(metadata: RenderedMetadata): string {
    const object = partialObjectMetadata(metadata as ApiObject['metadata'], this.#version)
    const rows = [
      { cells: this.#columns.map(() => null), object: this.#include === 'None' ? undefined : object },
    ]
    return JSON.stringify({ ...this.#table({ resourceVersion: metadata.resourceVersion }), rows })
  }

  #table(metadata: RenderedMetadata): object {
    const columnDefinitions = this.#hasShownColumns ? null : definitionsOf(this.#columns)
    this.#hasShownColumns = true
    return { kind: 'Table', apiVersion: `${META_GROUP}/${this.#version}`, metadata, columnDefinitions }
  }

  #row(object: CachedObject, version?: string): Buffer {
    const value = JSON.parse(object.json.toString()) as ApiObject
    const now = this.#now()
    const age = formatAge(object.createdAt(), now)
    const cells = this.#columns.map((column) => (column.cell === undefined ? age : column.cell(value, now)))
    // Managed fields are useless in a table and would be most of its bytes.
    value.metadata.managedFields = undefined
    if (version !== undefined) value.metadata.resourceVersion = version
    return Buffer.from(stringifyJson({ cells, object: this.#included(value) }))
  }

  #included(value: ApiObject): object | undefined {
    if (this.#include === 'None') return undefined
    return this.#include === 'Metadata' ? partialObjectMetadata(value.metadata, this.#version) : value
  }
}

export const LIST_END = Buffer.from(']}')

/** A list up to its first item. */
function listHead(properties: object, items: 'items' | 'rows'): string {
  return `${JSON.stringify(properties).slice(0, -1)},"${items}":[`
}
