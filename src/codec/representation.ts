import { FORMATS, type Format } from './media-type.js'

/**
 * What is shown of an object: all of it, its metadata alone (`PartialObjectMetadata`), or a row of a table for people.
 */
export const SHAPES = ['whole', 'metadata', 'table'] as const
export type Shape = (typeof SHAPES)[number]

/** The group of the shapes other than the whole object, and its versions. */
export const META_GROUP = 'meta.k8s.io'
export const META_VERSIONS = ['v1', 'v1beta1', 'v1alpha1'] as const
export type MetaVersion = (typeof META_VERSIONS)[number]

/** How an answer looks: which shape, in which format, for whom. There is one instance of each. */
export interface Representation {
  readonly format: Format
  readonly shape: Shape
  /** Of a whole object its own version is meant, and this says nothing. */
  readonly version: MetaVersion
  /** Indented for people, which only JSON can be: YAML always is, protobuf is for programs. */
  readonly pretty: boolean
}

const known = new Map<string, Representation>()
for (const format of FORMATS) {
  for (const shape of SHAPES) {
    for (const version of META_VERSIONS) {
      for (const pretty of [false, true]) {
        if (!pretty || format === 'json')
          known.set(keyOf(format, shape, version, pretty), { format, shape, version, pretty })
      }
    }
  }
}

export function representation(
  format: Format,
  shape: Shape = 'whole',
  version: MetaVersion = 'v1',
  pretty = false,
): Representation {
  return known.get(keyOf(format, shape, version, pretty && format === 'json')) as Representation
}

function keyOf(format: Format, shape: Shape, version: MetaVersion, pretty: boolean): string {
  return `${format} ${shape} ${version} ${pretty}`
}

/** The same, indented if it can be. */
export const indented = ({ format, shape, version }: Representation) =>
  representation(format, shape, version, true)

/** The same without line breaks. */
export const compact = ({ format, shape, version }: Representation) => representation(format, shape, version)

export const PLAIN_JSON = representation('json')
