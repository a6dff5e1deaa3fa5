/** Where the specs of pods are, in the kinds that have some. */

type Json = Readonly<Record<string, unknown>>

const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

/** The paths to pod specs: of a workload, of a CronJob, and of a pod. */
const PATHS = [
  ['spec', 'template', 'spec'],
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ['spec'],
] as const

/** The pod spec of an object, of any kind; undefined if it has none. */
export function podSpecOf(object: unknown): Json | undefined {
  for (const path of PATHS) {
    let part: unknown = object
    for (const name of path) part = asObject(part)?.[name]
    const spec = asObject(part)
    if (spec !== undefined && Array.isArray(spec.containers)) return spec
  }
  return undefined
}

/** The containers of a pod spec, of every kind. */
export function containersOf(podSpec: Json): readonly Json[] {
  return [podSpec.initContainers, podSpec.containers, podSpec.ephemeralContainers].flatMap(listOf)
}

/** The objects in a list, if it is one. */
export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(asObject).filter((entry) => entry !== undefined) : []

export { asObject, type Json as JsonPart }
