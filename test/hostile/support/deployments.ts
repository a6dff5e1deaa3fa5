/** Builds hostile deployments as JSON strings, because no JavaScript value could represent many of them. */

/** The description of a body, and the body. */
export type NamedBody = readonly [name: string, body: () => string]

export const CONTAINERS = '"containers":[{"name":"main","image":"web:1"}]'
export const SPEC = `"spec":{"template":{"metadata":{"labels":{"app":"web"}},"spec":{${CONTAINERS}}}}`

/** A deployment with these further fields. */
export const deploymentWith = (fields: string, name = 'hostile') =>
  `{"metadata":{"name":"${name}"},${fields}}`

/** A deployment whose pods have these fields. */
export const podsWith = (fields: string, name?: string) =>
  deploymentWith(`"spec":{"template":{"metadata":{"labels":{"app":"web"}},"spec":{${fields}}}}`, name)

/** A deployment with these further fields in its metadata. */
export const metadataWith = (fields: string, name = 'hostile') =>
  `{"metadata":{"name":"${name}",${fields}},${SPEC}}`

/** A deployment whose pods have these annotations. */
export const podAnnotationsWith = (annotations: string) =>
  deploymentWith(
    `"spec":{"template":{"metadata":{"labels":{"app":"web"},"annotations":{${annotations}}},"spec":{${CONTAINERS}}}}`,
  )

export const nested = (open: string, middle: string, close: string, depth: number) =>
  open.repeat(depth) + middle + close.repeat(depth)

/** Joins this many strings with commas. */
export const many = (count: number, element: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => element(index)).join()

/** The maximum number of objects with two fields in a body. */
export const FEW = 24_000
