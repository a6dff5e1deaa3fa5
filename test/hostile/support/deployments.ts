/** How hostile deployments are put together, as text: what they are made of often has no object that stands for it. */

/** What a body is called, and what it is. */
export type NamedBody = readonly [name: string, body: () => string]

export const CONTAINERS = '"containers":[{"name":"main","image":"web:1"}]'
export const SPEC = `"spec":{"template":{"metadata":{"labels":{"app":"web"}},"spec":{${CONTAINERS}}}}`

/** A deployment with this as the rest of its fields. */
export const deploymentWith = (members: string, name = 'hostile') =>
  `{"metadata":{"name":"${name}"},${members}}`

/** A deployment whose pods have these fields. */
export const podsWith = (members: string, name?: string) =>
  deploymentWith(`"spec":{"template":{"metadata":{"labels":{"app":"web"}},"spec":{${members}}}}`, name)

/** A deployment with this as the rest of its metadata. */
export const metadataWith = (members: string, name = 'hostile') =>
  `{"metadata":{"name":"${name}",${members}},${SPEC}}`

/** A deployment whose pods have these annotations. */
export const podAnnotationsWith = (annotations: string) =>
  deploymentWith(
    `"spec":{"template":{"metadata":{"labels":{"app":"web"},"annotations":{${annotations}}},"spec":{${CONTAINERS}}}}`,
  )

export const nested = (open: string, middle: string, close: string, depth: number) =>
  open.repeat(depth) + middle + close.repeat(depth)

/** So many, parted by commas. */
export const many = (count: number, element: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => element(index)).join()

/** As many objects of two members as a body may have. */
export const FEW = 24_000
