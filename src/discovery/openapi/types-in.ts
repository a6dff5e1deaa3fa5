import type { ApiPath } from './model.js'
import type { NamedType } from './named-type.js'

/** The types that the operations of the paths take and answer with. */
export function typesIn(paths: readonly ApiPath[]): NamedType[] {
  return paths
    .flatMap(({ operations }) => operations)
    .flatMap(({ body, responses }) => [body?.type, ...responses.map(({ type }) => type)])
    .filter((type) => type !== undefined)
}
