import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { MAX_INT32 } from '#meta/field-rules.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'
import { PodFailurePolicy, SuccessPolicy } from './policies.js'

export const JobSpec = struct('io.k8s.api.batch.v1.JobSpec', 'Wanted run of a job.', () => ({
  parallelism: explicit(1, int32, 'Pods that may run at the same time; one when left out.'),
  completions: explicit(
    2,
    int32,
    'Pods that have to succeed; one when neither this nor parallelism is given, else any one pod is enough.',
  ),
  activeDeadlineSeconds: explicit(
    3,
    int64,
    'Seconds after its start at which the job is ended as failed; without limit when absent.',
  ),
  podFailurePolicy: explicit(
    11,
    PodFailurePolicy,
    'What failed pods mean for the job, by exit code or condition; needs restartPolicy Never.',
  ),
  successPolicy: explicit(
    16,
    SuccessPolicy,
    'When an indexed job has succeeded before all of its indexes have; never changes.',
  ),
  backoffLimit: explicit(
    7,
    int32,
    'Failures after which the job is given up; 6 when left out, without limit with backoffLimitPerIndex.',
  ),
  backoffLimitPerIndex: explicit(
    12,
    int32,
    'Failures after which one index of an indexed job is given up; never changes.',
  ),
  maxFailedIndexes: explicit(
    13,
    int32,
    'Indexes that may be given up before the whole job is; needs backoffLimitPerIndex.',
  ),
  selector: explicit(
    4,
    LabelSelector,
    'Labels of the pods that belong to the job; made by the server unless manualSelector is true.',
  ),
  manualSelector: explicit(
    5,
    boolean,
    'True leaves selector and labels of the template to the author, who has to keep jobs apart.',
  ),
  template: required(6, PodTemplateSpec, 'Pod to run; its restartPolicy is OnFailure or Never.'),
  ttlSecondsAfterFinished: explicit(
    8,
    int32,
    'Seconds after its end at which the job may be deleted; kept for good when absent.',
  ),
  completionMode: explicit(
    9,
    string,
    'NonIndexed counts pods that succeed; Indexed gives each a number from 0 to completions - 1.',
    { enum: ['Indexed', 'NonIndexed'] },
  ),
  suspend: explicit(10, boolean, 'True ends the running pods and starts no more until it is false again.'),
  podReplacementPolicy: explicit(
    14,
    string,
    'Whether a pod is replaced as soon as it ends (TerminatingOrFailed) or only once it has failed (Failed).',
    { enum: ['Failed', 'TerminatingOrFailed'] },
  ),
  managedBy: explicit(
    15,
    string,
    'Controller that runs the job, as a name with a domain; the usual one when absent. Never changes.',
  ),
}))
export interface JobSpec extends Infer<typeof JobSpec> {}

const JobCondition = struct('io.k8s.api.batch.v1.JobCondition', 'One finding about a job.', () => ({
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

/** Defaults of a job. A job template is left as written. */
function completeJob({ metadata, spec }: { metadata: ObjectMeta; spec: JobSpec }): void {
  completeSpec(spec)
  // The same object, not a copy: see `generateSelector`.
  metadata.labels ??= spec.template.metadata.labels
}

function completeSpec(spec: JobSpec): void {
  const { podFailurePolicy } = spec
  if (spec.parallelism === undefined) spec.completions ??= 1
  spec.parallelism ??= 1
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32
  spec.completionMode ??= 'NonIndexed'
  spec.suspend ??= false
  spec.manualSelector ??= false
  spec.podReplacementPolicy ??= podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'
  for (const { onPodConditions = [] } of podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions) if (pattern.status === '') pattern.status = 'True'
  }
}

export const Job = withCompletion(
  struct('io.k8s.api.batch.v1.Job', 'Runs pods until enough of them have succeeded.', () => ({
    ...typeMeta,
    metadata: optional(
      1,
      ObjectMeta,
      'Name, namespace and labels; missing labels are copied from the pod template.',
    ),
    spec: optional(2, JobSpec, 'Wanted run: the pod, how many of it, and when the job has failed.'),
    status: optional(3, JobStatus, 'Progress of the job as reported by its controller.'),
  })),
  completeJob,
)
export interface Job extends Infer<typeof Job> {}
