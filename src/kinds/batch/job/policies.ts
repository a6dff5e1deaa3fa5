import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

/** Pod failure policy and success policy. */

export const PodFailurePolicyOnExitCodesRequirement = struct(
  'io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement',
  'Condition on the exit codes of a failed pod.',
  () => ({
    containerName: explicit(
      1,
      string,
      'Container whose exit code counts; that of any container when absent.',
    ),
    operator: required(2, string, 'In matches exit codes among the values, NotIn all others.', {
      enum: ['In', 'NotIn'],
    }),
    values: required(3, list(int32), 'Exit codes in ascending order; In does not allow 0.', {
      listType: 'set',
    }),
  }),
)
export interface PodFailurePolicyOnExitCodesRequirement
  extends Infer<typeof PodFailurePolicyOnExitCodesRequirement> {}

export const PodFailurePolicyOnPodConditionsPattern = struct(
  'io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern',
  'Condition of a failed pod.',
  () => ({
    type: required(1, string, 'Type of the condition, such as DisruptionTarget.'),
    status: required(2, string, 'Status of the condition; True when left out.'),
  }),
)
export interface PodFailurePolicyOnPodConditionsPattern
  extends Infer<typeof PodFailurePolicyOnPodConditionsPattern> {}

export const PodFailurePolicyRule = struct(
  'io.k8s.api.batch.v1.PodFailurePolicyRule',
  'Reaction to a failed pod; set exactly one of onExitCodes and onPodConditions.',
  () => ({
    action: required(
      1,
      string,
      'FailJob fails the job, FailIndex fails the index, Ignore does not count the failure, Count does.',
      { enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'] },
    ),
    onExitCodes: explicit(
      2,
      PodFailurePolicyOnExitCodesRequirement,
      'Matches by the exit code of a container.',
    ),
    onPodConditions: optional(
      3,
      list(PodFailurePolicyOnPodConditionsPattern),
      'Matches a pod with one of these conditions.',
      { listType: 'atomic' },
    ),
  }),
)
export interface PodFailurePolicyRule extends Infer<typeof PodFailurePolicyRule> {}

export const PodFailurePolicy = struct(
  'io.k8s.api.batch.v1.PodFailurePolicy',
  'How a job reacts to failed pods.',
  () => ({
    rules: required(1, list(PodFailurePolicyRule), 'Rules in order; the first match counts. At most 20.', {
      listType: 'atomic',
    }),
  }),
)
export interface PodFailurePolicy extends Infer<typeof PodFailurePolicy> {}

export const SuccessPolicyRule = struct(
  'io.k8s.api.batch.v1.SuccessPolicyRule',
  'Indexes whose success completes the job.',
  () => ({
    succeededIndexes: explicit(
      1,
      string,
      'Indexes that have to succeed, as numbers and ranges such as 1,3-5; all of them when absent.',
    ),
    succeededCount: explicit(2, int32, 'How many of the indexes have to succeed; all of them when absent.'),
  }),
)
export interface SuccessPolicyRule extends Infer<typeof SuccessPolicyRule> {}

export const SuccessPolicy = struct(
  'io.k8s.api.batch.v1.SuccessPolicy',
  'When an indexed job has succeeded.',
  () => ({
    rules: required(
      1,
      list(SuccessPolicyRule),
      'Rules in order; the first match completes the job. From 1 to 20.',
      { listType: 'atomic' },
    ),
  }),
)
export interface SuccessPolicy extends Infer<typeof SuccessPolicy> {}
