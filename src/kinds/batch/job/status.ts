import { explicit, type Infer, int32, list, optional, required, string, struct, time } from '#schema/type.js'

export const JobCondition = struct('io.k8s.api.batch.v1.JobCondition', 'One finding about a job.', () => ({
  type: required(
    1,
    string,
    'Aspect described: Suspended, Complete, Failed, FailureTarget or SuccessCriteriaMet.',
  ),
  status: required(2, string, 'True when the condition applies, False when not, Unknown when undecided.'),
  lastProbeTime: optional(3, time, 'When the condition was last looked at.'),
  lastTransitionTime: optional(4, time, 'When the status last moved from one value to another.'),
  reason: optional(5, string, 'CamelCase word for the cause of the last move.'),
  message: optional(6, string, 'Readable text with details of the last move.'),
}))
export interface JobCondition extends Infer<typeof JobCondition> {}

export const UncountedTerminatedPods = struct(
  'io.k8s.api.batch.v1.UncountedTerminatedPods',
  'Pods that have ended and are not in the counts yet.',
  () => ({
    succeeded: optional(1, list(string), 'Identifiers of pods that have succeeded.', { listType: 'set' }),
    failed: optional(2, list(string), 'Identifiers of pods that have failed.', { listType: 'set' }),
  }),
)
export interface UncountedTerminatedPods extends Infer<typeof UncountedTerminatedPods> {}

export const JobStatus = struct('io.k8s.api.batch.v1.JobStatus', 'Observed progress of a job.', () => ({
  conditions: optional(1, list(JobCondition), 'Latest findings; Complete or Failed when the job has ended.', {
    merge: { key: 'type' },
    listType: 'atomic',
  }),
  startTime: explicit(2, time, 'When the job was started, or started again after it was suspended.'),
  completionTime: explicit(3, time, 'When the job succeeded; absent for one that has failed.'),
  active: optional(4, int32, 'Pods that are pending or running and not being ended.'),
  succeeded: optional(5, int32, 'Pods that have succeeded.'),
  failed: optional(6, int32, 'Pods that have failed.'),
  terminating: explicit(11, int32, 'Pods that are being ended.'),
  completedIndexes: optional(7, string, 'Indexes that have succeeded, as numbers and ranges such as 1,3-5.'),
  failedIndexes: explicit(10, string, 'Indexes that were given up, as numbers and ranges.'),
  uncountedTerminatedPods: explicit(
    8,
    UncountedTerminatedPods,
    'Pods that have ended and are still to be counted.',
  ),
  ready: explicit(9, int32, 'Active pods that are ready.'),
}))
export interface JobStatus extends Infer<typeof JobStatus> {}
