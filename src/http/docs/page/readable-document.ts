import type { ApiPart } from './api-parts.js'

/** The fields of an OpenAPI document that are used here. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } }
  readonly [member: string]: unknown
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])
const GROUP_VERSION_KIND = 'x-kubernetes-group-version-kind'
type NamedKind = { readonly [GROUP_VERSION_KIND]?: { readonly kind: string } }
/** The section of operations without a resource. */
const ABOUT = 'about'

/**
 * The document, arranged for people. The served document has one tag for all operations of a version; here each
 * resource has a section, and each operation its description.
 */
export function readableDocument(document: ApiDocument, part: ApiPart): ApiDocument {
  const kinds = new Map<string, string | undefined>()
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => {
      const section = sectionOf(path, part)
      kinds.set(section, kinds.get(section) ?? kindOf(item))
      return [path, readableItem(item, section)]
    }),
  )
  // Resources in alphabetical order, then operations on the version itself.
  const sections = [...kinds].sort(
    ([left], [right]) => Number(left === ABOUT) - Number(right === ABOUT) || (left < right ? -1 : 1),
  )
  return {
    ...document,
    info: { ...document.info, title: part.label },
    tags: sections.map(([name, description]) => ({ name, ...(description && { description }) })),
    paths,
  }
}

function readableItem(item: Readonly<Record<string, unknown>>, section: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item).map(([name, member]) => {
      if (!METHODS.has(name)) return [name, member]
      const { description, ...operation } = member as Record<string, unknown>
      return [name, { summary: description, ...operation, tags: [section] }]
    }),
  )
}

/** The first path of a resource is its collection, whose operations name its kind. */
function kindOf(item: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, member] of Object.entries(item)) {
    const kind = METHODS.has(name) && (member as NamedKind)[GROUP_VERSION_KIND]?.kind
    if (kind) return kind
  }
  return undefined
}

/**
 * `/apis/G/V[/watch][/namespaces/{namespace}]/deployments/…` belongs to `deployments`, `…/namespaces/{name}` to
 * `namespaces`.
 */
function sectionOf(path: string, part: ApiPart): string {
  const [first = '', ...others] = path
    .slice(part.name.length + 1)
    .split('/')
    .slice(1)
  const segments = first === 'watch' ? others : [first, ...others]
  const resource = segments[1] === '{namespace}' ? segments[2] : segments[0]
  return resource || ABOUT
}
