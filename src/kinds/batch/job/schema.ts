import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { completed, type Infer, optional, struct } from '#schema/type.js'
import { completeJob } from './defaults.js'
import { JobSpec } from './spec.js'
import { JobStatus } from './status.js'

export const Job = completed(
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
