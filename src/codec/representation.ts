import { FORMATS, type Format } from './media-type.js'

/**
 * What is shown of an object: all of it, its metadata alone (`PartialObjectMetadata`), or a row of a table for people.
 */
export const PROJECTIONS = ['whole', 'metadata', 'table'] as const
export type Projection = (typeof PROJECTIONS)[number]

/** The group of the projections other than the whole object, and its versions. */
export const META_GROUP = 'meta.k8s.io'
export const META_VERSIONS = ['v1', 'v1beta1', 'v1alpha1'] as const
export type MetaVersion = (typeof META_VERSIONS)[number]

/** The projection and format of a response. There is one instance of each. */
export interface Representation {
  readonly format: Format
  readonly projection: Projection
  /** Of a whole object its own version is meant, and this says nothing. */
  readonly version: MetaVersion
  /** Indented for people, which only JSON can be: YAML always is, protobuf is for programs. */
  readonly pretty: boolean
}

const known = new Map<string, Representation>()
for (const format of FORMATS) {
  for (const projection of PROJECTIONS) {
    for (const version of META_VERSIONS) {
      for (const pretty of [false, true]) {
        if (!pretty || format === 'json')
          known.set(keyOf(format, projection, version, pretty), { format, projection, version, pretty })
      }
    }
  }
}

export function representation(
  format: Format,
  projection: Projection = 'whole',
  version: MetaVersion = 'v1',
  pretty = false,
): Representation {
  return known.get(keyOf(format, projection, version, pretty && format === 'json')) as Representation
}

function keyOf(format: Format, projection: Projection, version: MetaVersion, pretty: boolean): string {
  return `${format} ${projection} ${version} ${pretty}`
}

/** The same, indented if it can be. */
export const indented = ({ format, projection, version }: Representation) =>
  representation(format, projection, version, true)

/** The same without line breaks. */
export const compact = ({ format, projection, version }: Representation) =>
  representation(format, projection, version)

export const PLAIN_JSON = representation('json')
