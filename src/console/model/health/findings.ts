import { type ApiObject, controllerOf } from '../api/object.js'
import type { Resource } from '../api/resource.js'
import { type Problem, problemOf } from './problem.js'

/** An object that is not as it should be, with the reason. */
export interface Finding {
  readonly resource: Resource
  readonly object: ApiObject
  readonly problem: Problem
  /** The problem of most of its pods: it explains that of a workload. */
  readonly cause: (Problem & { readonly count: number }) | undefined
}

export interface Collection {
  readonly resource: Resource
  readonly items: readonly ApiObject[]
}

/** All objects with problems, the worst first. Pods of a workload with a problem are its cause and not told again. */
export function findProblems(collections: readonly Collection[]): readonly Finding[] {
  const objects = collections.flatMap(({ resource, items }) => items.map((object) => ({ resource, object })))
  const byUid = new Map(objects.map((each) => [each.object.metadata.uid, each]))
  const rootOf = (object: ApiObject): string | undefined => {
    let current = object
    for (let depth = 0; depth < 5; depth++) {
      const owner = byUid.get(controllerOf(current) ?? '')
      if (owner === undefined) break
      current = owner.object
    }
    return current.metadata.uid
  }
  const found = objects.flatMap(({ resource, object }) => {
    const problem = problemOf(resource.group, resource.kind, object)
    return problem === undefined ? [] : [{ resource, object, problem }]
  })
  const ill = new Set(found.map(({ object }) => object.metadata.uid))
  const causes = new Map<string, Problem[]>()
  const told = found.filter(({ resource, object, problem }) => {
    const root = rootOf(object)
    if (resource.kind !== 'Pod' || root === undefined || root === object.metadata.uid || !ill.has(root))
      return true
    causes.set(root, [...(causes.get(root) ?? []), problem])
    return false
  })
  return told
    .map(
      (finding): Finding => ({
        ...finding,
        cause: mostFrequent(causes.get(finding.object.metadata.uid ?? '')),
      }),
    )
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

const rankOf = ({ problem, cause }: Finding) => (problem.tone === 'bad' ? 0 : cause?.tone === 'bad' ? 1 : 2)

function mostFrequent(problems: readonly Problem[] = []): Finding['cause'] {
  const bad = problems.filter(({ tone }) => tone === 'bad')
  const counted = bad.length > 0 ? bad : problems
  const countOf = ({ reason }: Problem) => counted.filter((each) => each.reason === reason).length
  const [first] = counted.toSorted((one, other) => countOf(other) - countOf(one))
  return first && { ...first, count: countOf(first) }
}
