import { isFields } from './values.js'
import { readDocuments, type YamlDocument } from './yaml-text.js'

/** A document that is to be created or applied. */
export interface Manifest {
  readonly document: YamlDocument
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace: string | undefined
  readonly value: Readonly<Record<string, unknown>>
  /** Why it cannot be sent; undefined if it can. */
  readonly problem: string | undefined
}

/** The objects of a text; those of lists one by one. */
export const readManifests = (text: string): Manifest[] =>
  readDocuments(text).flatMap((document) => {
    const { value, errors } = document
    const items = isFields(value) && isList(value) ? (value.items as readonly unknown[]) : [value]
    return items.map((item) => readManifest(document, item, errors[0]?.message))
  })

const isList = ({ kind, items }: Readonly<Record<string, unknown>>) =>
  typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)

function readManifest(document: YamlDocument, value: unknown, error: string | undefined): Manifest {
  const object = isFields(value) ? value : {}
  const metadata = isFields(object.metadata) ? object.metadata : {}
  const text = (field: unknown) => (typeof field === 'string' ? field : '')
  const manifest = {
    document,
    apiVersion: text(object.apiVersion),
    kind: text(object.kind),
    name: text(metadata.name),
    namespace: text(metadata.namespace) || undefined,
    value: object,
  }
  return { ...manifest, problem: error ?? problemOf(value, manifest) }
}

function problemOf(
  value: unknown,
  { apiVersion, kind, name }: Pick<Manifest, 'apiVersion' | 'kind' | 'name'>,
): string | undefined {
  if (!isFields(value)) return 'the document is not an object'
  if (apiVersion === '') return 'apiVersion is missing'
  if (kind === '') return 'kind is missing'
  if (name === '') return 'metadata.name is missing'
  return undefined
}

/** Kinds that others need come first. */
const FIRST = ['Namespace', 'CustomResourceDefinition', 'ServiceAccount', 'ClusterRole', 'Role']

const rank = ({ kind }: Manifest) => {
  const index = FIRST.indexOf(kind)
  return index === -1 ? FIRST.length : index
}

/** The order in which to send them, otherwise as they are. */
export const inOrder = (manifests: readonly Manifest[]): Manifest[] =>
  manifests.toSorted((one, other) => rank(one) - rank(other))
