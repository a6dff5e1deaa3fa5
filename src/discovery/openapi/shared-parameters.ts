import type { ApiPath, Parameter } from './model.js'

/**
 * Moves the parameters that all operations of a path have in common to the path, and sorts parameters by name, as the documents of
 * Kubernetes do.
 */
export function withSharedParameters({ path, parameters, operations }: ApiPath): ApiPath {
  const shared = (operations[0]?.parameters ?? []).filter((parameter) =>
    operations.every((operation) => operation.parameters.includes(parameter)),
  )
  return {
    path,
    parameters: sorted([...parameters, ...shared]),
    operations: operations.map((operation) => ({
      ...operation,
      parameters: sorted(operation.parameters.filter((parameter) => !shared.includes(parameter))),
    })),
  }
}

const sorted = (parameters: readonly Parameter[]) =>
  [...parameters].sort((one, other) => compare(one.name, other.name) || compare(one.in, other.in))

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
