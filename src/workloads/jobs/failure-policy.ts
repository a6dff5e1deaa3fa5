import type { Job } from '#kinds/batch/job/schema.js'
import type { PodSummary } from '#workloads/pods/summary.js'

export type FailureAction = 'FailJob' | 'FailIndex' | 'Ignore' | 'Count'

/** The effect of a failed pod, and the reason. */
export interface FailurePolicyMatch {
  readonly action: FailureAction
  readonly message: string
}

const COUNTED: FailurePolicyMatch = { action: 'Count', message: '' }

/** The first matching rule decides. Without a match the failure counts. */
export function matchFailurePolicy({ spec }: Readonly<Job>, pod: PodSummary): FailurePolicyMatch {
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const cause = exitCodeCause(rule.onExitCodes, pod) ?? conditionCause(rule.onPodConditions, pod)
    if (cause === undefined) continue
    return {
      action: rule.action as FailureAction,
      message: `${cause} matching ${rule.action} rule at index ${index}`,
    }
  }
  return COUNTED
}

interface ExitCodes {
  readonly containerName?: string | null | undefined
  readonly operator: string
  readonly values: readonly number[] | null
}

function exitCodeCause(
  wanted: ExitCodes | null | undefined,
  { namespace, name, failure }: PodSummary,
): string | undefined {
  if (!wanted) return undefined
  const { containerName, operator, values } = wanted
  const found = failure?.exitCodes.find(
    ({ container, code }) =>
      (!containerName || container === containerName) &&
      code !== 0 &&
      (values ?? []).includes(code) === (operator === 'In'),
  )
  return (
    found && `Container ${found.container} for pod ${namespace}/${name} failed with exit code ${found.code}`
  )
}

function conditionCause(
  patterns: readonly { readonly type: string; readonly status?: string | undefined }[] | undefined,
  { namespace, name, failure }: PodSummary,
): string | undefined {
  const found = patterns?.find(({ type, status = 'True' }) =>
    failure?.conditions.some((condition) => condition.type === type && condition.status === status),
  )
  return found && `Pod ${namespace}/${name} has condition ${found.type}`
}
