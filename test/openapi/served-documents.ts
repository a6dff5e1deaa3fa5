import { Client, type Json } from '../support/client.js'

/** Reads all OpenAPI documents of a server. */
export async function servedDocuments(url: string): Promise<{ v2: Json; v3: Record<string, Json> }> {
  const client = new Client(url)
  const { body: index } = await client.get('/openapi/v3')
  const v3: Record<string, Json> = {}
  for (const [name, { serverRelativeURL }] of Object.entries<Json>(index.paths)) {
    v3[name] = (await client.get(serverRelativeURL)).body
  }
  return { v2: (await client.get('/openapi/v2')).body, v3 }
}

const METHODS: ReadonlySet<string> = new Set(['get', 'head', 'put', 'post', 'delete', 'patch'])

export interface DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Json
  /** The parameters of the path and of the operation. */
  readonly parameters: readonly Json[]
}

export function operationsOf(document: Json): DocumentedOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        path,
        method,
        operation,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
      })),
  )
}

/** The values of all properties with a name, at any depth. */
export function* propertiesNamed(name: string, value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, property] of Object.entries<Json>(value)) {
    if (key === name) yield property
    yield* propertiesNamed(name, property)
  }
}
