import type { Job } from '#kinds/batch/job/schema.js'
import { parseIndexes } from './index-set.js'

/** The index of the first rule by which the job has succeeded; undefined when it has not by any. */
export function metSuccessRule({ spec }: Readonly<Job>, completed: ReadonlySet<number>): number | undefined {
  const index = (spec.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    const named = succeededIndexes ? parseIndexes(succeededIndexes) : undefined
    const succeeded =
      named === undefined ? completed.size : [...named].filter((one) => completed.has(one)).length
    return succeeded >= (succeededCount ?? named?.size ?? Number.POSITIVE_INFINITY)
  })
  return index < 0 ? undefined : index
}
