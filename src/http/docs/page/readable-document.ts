import type { ApiPart } from './api-parts.js'

/** As much of an OpenAPI document as is looked at here. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } }
  readonly [member: string]: unknown
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])
/** The section of operations that belong to no resource. */
const ABOUT = 'about'

/**
 * The document as a person reads it best. Programs get one tag for all operations of a version; here each resource has
 * a section, and what an operation does stands beside its path.
 */
export function readableDocument(document: ApiDocument, part: ApiPart): ApiDocument {
  const sections = new Set<string>()
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => {
      const section = sectionOf(path, part)
      sections.add(section)
      return [path, readableItem(item, section)]
    }),
  )
  // Resources come in the order of the document, and after them what is about the version itself.
  const tags = [...sections].sort((left, right) => Number(left === ABOUT) - Number(right === ABOUT))
  return {
    ...document,
    info: { ...document.info, title: part.label },
    tags: tags.map((name) => ({ name })),
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
