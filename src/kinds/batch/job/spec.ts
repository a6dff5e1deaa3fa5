import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { boolean, explicit, type Infer, int32, int64, required, string, struct } from '#schema/type.js'
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
