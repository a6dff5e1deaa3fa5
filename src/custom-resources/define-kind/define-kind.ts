import type { ObjectMeta } from '#meta/object-meta.js'
import {
  type InputValueOf,
  KindError,
  type SchemaSource,
  type StandardSchemaSource,
  type ValueOf,
} from './schema-type.js'
import { type Schema, structuralSchema } from './structural-schema.js'

/** A version of a kind. Paths look like `.spec.replicas`. */
export interface KindVersion {
  /** The fields besides `apiVersion`, `kind` and `metadata`: JSON Schema, or a TypeBox or Zod schema. */
  readonly schema: SchemaSource
  /** Default: true. */
  readonly served?: boolean
  /** Whether there is a `status` subresource. Default: whether the schema has a `status`. */
  readonly status?: boolean
  /** Paths of the `scale` subresource. */
  readonly scale?: { readonly replicas: string; readonly statusReplicas: string; readonly selector?: string }
  /** Table columns besides the name. Default: the age. */
  readonly columns?: readonly KindColumn[]
  /** Paths of fields for field selectors. */
  readonly selectableFields?: readonly string[]
  /** Warn clients, optionally with this message. */
  readonly deprecated?: boolean | string
}

export interface KindColumn {
  readonly name: string
  readonly path: string
  /** Default: `string`. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description?: string
  /** Whether only wide tables show the column. */
  readonly wide?: boolean
}

/** The description of a kind. */
export interface KindDescription {
  /** For example `fleet.example.com`. */
  readonly group: string
  /** For example `Ship`. */
  readonly kind: string
  /** Plural in paths. Default: the kind in lower case with an `s`. */
  readonly plural?: string
  readonly singular?: string
  readonly listKind?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Default: `Namespaced`. */
  readonly scope?: 'Namespaced' | 'Cluster'
  /** By name, such as `v1`. */
  readonly versions: Readonly<Record<string, KindVersion>>
  /** Default: the first version. */
  readonly storageVersion?: string
}

type VersionOf<D extends KindDescription> = Extract<keyof D['versions'], string>
type SchemaIn<D extends KindDescription, V extends VersionOf<D>> = D['versions'][V]['schema']

/** A kind to start a server with. */
export interface CustomKind<D extends KindDescription = KindDescription> {
  readonly description: D
  /** The CustomResourceDefinition. */
  readonly definition: Schema
  /** The path of the collection in a version, of a namespace, or of one object. */
  path(version: VersionOf<D>, namespace?: string, name?: string): string
  /** An object with its apiVersion and kind. */
  object<V extends VersionOf<D>>(version: V, content: NewObject<D, V>): NewObject<D, V> & Head<D, V>
}

interface Head<D extends KindDescription, V extends VersionOf<D>> {
  apiVersion: `${D['group']}/${V}`
  kind: D['kind']
}

type NewObject<D extends KindDescription, V extends VersionOf<D>> = {
  metadata: Partial<ObjectMeta>
} & InputValueOf<SchemaIn<D, V>>

/** The type of an object that is read in a version. */
export type ObjectOf<K, V extends string = string> =
  K extends CustomKind<infer D>
    ? {
        [N in VersionOf<D> & V]: Head<D, N> & { metadata: ObjectMeta } & ValueOf<SchemaIn<D, N>>
      }[VersionOf<D> & V]
    : never

/**
 * A kind of the program's own, to start a server with. Throws a `KindError` where definitions have no words for what a schema
 * says. All else is checked before the server starts.
 *
 * @example
 * const Ship = defineKind({
 *   group: 'fleet.example.com',
 *   kind: 'Ship',
 *   versions: { v1: { schema: Type.Object({ spec: Type.Object({ port: Type.String() }) }) } },
 * })
 * const server = await createServer({ kinds: [Ship] })
 */
export function defineKind<const D extends KindDescription>(description: D): CustomKind<D> {
  const { group, kind, plural = `${kind.toLowerCase()}s`, scope = 'Namespaced', versions } = description
  const { singular, listKind, shortNames, categories } = description
  const { storageVersion = Object.keys(versions)[0] } = description
  const names = { kind, plural, singular, listKind, shortNames, categories }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names,
      versions: Object.entries(versions).map(([name, version]) =>
        describedVersion(name, version, name === storageVersion, `${kind}.${group} ${name}`),
      ),
    },
  }
  return {
    description,
    definition: JSON.parse(JSON.stringify(definition)) as Schema,
    path: (version, namespace, name) => {
      const place = scope === 'Namespaced' && namespace !== undefined ? `/namespaces/${namespace}` : ''
      return `/apis/${group}/${version}${place}/${plural}${name === undefined ? '' : `/${name}`}`
    },
    object: (version, content) => ({ ...content, apiVersion: `${group}/${version}`, kind }),
  }
}

function describedVersion(name: string, version: KindVersion, storage: boolean, place: string): Schema {
  const { served = true, scale, columns, selectableFields, deprecated } = version
  const schema = schemaOf(version.schema, place)
  const { properties = {} } = schema as { properties?: Schema }
  const { status = properties.status !== undefined } = version
  return {
    name,
    served,
    storage,
    schema: { openAPIV3Schema: schema },
    subresources: {
      ...(status && { status: {} }),
      ...(scale && {
        scale: {
          specReplicasPath: scale.replicas,
          statusReplicasPath: scale.statusReplicas,
          labelSelectorPath: scale.selector,
        },
      }),
    },
    additionalPrinterColumns: columns?.map(({ path, type = 'string', wide, ...column }) => ({
      ...column,
      type,
      jsonPath: path,
      ...(wide && { priority: 1 }),
    })),
    selectableFields: selectableFields?.map((jsonPath) => ({ jsonPath })),
    ...(deprecated && { deprecated: true }),
    ...(typeof deprecated === 'string' && { deprecationWarning: deprecated }),
  }
}

function schemaOf(source: SchemaSource, place: string): Schema {
  try {
    const json = isStandard(source)
      ? source['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
      : source
    // Drops values that are not JSON, such as markers of libraries.
    return structuralSchema(JSON.parse(JSON.stringify(json)) as Schema)
  } catch (error) {
    throw new KindError(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Schemas of some libraries are functions. */
function isStandard(source: SchemaSource): source is StandardSchemaSource {
  const { '~standard': standard } = source as Partial<StandardSchemaSource>
  return standard?.jsonSchema !== undefined
}
