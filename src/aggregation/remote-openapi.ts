import type { OpenApiContent } from '#discovery/openapi/model.js'
import { V2_JSON, V2_PROTOBUF } from '#http/routes/openapi-format.js'

type Members = Readonly<Record<string, object>>

/** Schemas of Kubernetes have about 40 levels. */
const MAX_DEPTH = 500
const DEFINITIONS = '#/definitions/'

/** The part of an OpenAPI v2 document about the paths below one, with the types that it refers to. */
export function contentBelow(path: string, bytes: Buffer): OpenApiContent {
  const document: unknown = JSON.parse(bytes.toString())
  const { paths, definitions } = isObject(document) ? document : {}
  const all = membersOf(definitions)
  const kept = Object.fromEntries(
    Object.entries(membersOf(paths)).filter(([name]) => `${name}/`.startsWith(`${path}/`)),
  )
  const schemas = new Map<string, object>()
  const open: object[] = [kept]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of referencesIn(next)) {
      const schema = Object.hasOwn(all, name) ? all[name] : undefined
      if (schema === undefined || schemas.has(name)) continue
      schemas.set(name, schema)
      open.push(schema)
    }
  }
  const content = { paths: kept, schemas: Object.fromEntries(schemas) }
  expectEncodable(content)
  return content
}

/** The URL of one API in the index of OpenAPI v3; undefined if it is not there. */
export function documentUrl(path: string, index: Buffer): string | undefined {
  const document: unknown = JSON.parse(index.toString())
  const entry = membersOf(isObject(document) ? document.paths : undefined)[path.slice(1)]
  const url = isObject(entry) ? entry.serverRelativeURL : undefined
  return typeof url === 'string' && url.startsWith(`/openapi/v3${path}`) ? url : undefined
}

/** One server must not spoil the document of all: throws for what cannot be a part of it. */
function expectEncodable(content: OpenApiContent): void {
  for (const format of [V2_JSON, V2_PROTOBUF]) format.encode(content)
}

/** Throws for a document that is too deep to be encoded. */
function* referencesIn(root: object): Generator<string> {
  const open: (readonly [value: object, depth: number])[] = [[root, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [object, depth] = next
    if (depth > MAX_DEPTH) throw new Error('the document is too deep')
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === 'object' && value !== null) open.push([value, depth + 1])
      else if (name === '$ref' && typeof value === 'string' && value.startsWith(DEFINITIONS)) {
        yield value.slice(DEFINITIONS.length)
      }
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Those that are objects. */
const membersOf = (value: unknown): Members =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) => (isObject(member) ? [[name, member]] : [])),
      )
    : {}
