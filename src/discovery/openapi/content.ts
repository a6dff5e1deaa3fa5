/** What a document in OpenAPI 2 or 3 says. Parts of it are put together to the whole. */
export interface OpenApiContent {
  readonly paths: Readonly<Record<string, object>>
  /** The types that the paths refer to, by name. */
  readonly schemas: Readonly<Record<string, object>>
}

/** The paths and types that one part of a document describes, so that no other has to. */
export interface NamesInContent {
  readonly paths: ReadonlySet<string>
  readonly schemas: ReadonlySet<string>
}

export const namesIn = ({ paths, schemas }: OpenApiContent): NamesInContent => ({
  paths: new Set(Object.keys(paths)),
  schemas: new Set(Object.keys(schemas)),
})
