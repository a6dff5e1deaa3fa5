import type { OtherRule } from './missing-rule.js'

const WORKLOADS = 'test/api/kinds/workloads.test.ts'
const JOB_LABELS = 'test/api/kinds/job-labels.test.ts'

export const workloadsRules: readonly OtherRule[] = [
  { type: 'Deployment', path: 'spec.rollback.version', error: 'Invalid', test: WORKLOADS },
  { type: 'Scale', path: 'metadata.uid', error: '(409)', test: WORKLOADS },
  {
    type: 'DaemonSet',
    path: 'spec.templateGeneration',
    error: 'Invalid',
    reason: 'The server keeps this count: it is at least 1 on create, and updates cannot set it.',
  },
  {
    type: 'ControllerRevision',
    path: 'data',
    error: 'Invalid',
    detail: 'error parsing data',
    reason: 'The data is part of a body that has been parsed.',
  },
  {
    type: 'CronJob',
    path: 'spec.schedule',
    error: 'Invalid',
    detail: 'cannot use both',
    reason: 'No stored schedule contains TZ: such a schedule is rejected on create.',
  },
  ...[
    'controller-uid',
    'job-name',
    'batch.kubernetes.io/controller-uid',
    'batch.kubernetes.io/job-name',
  ].flatMap((label) =>
    ['Required', 'Invalid'].map((error) => ({
      type: 'Job',
      path: `spec.template.metadata.labels[${label}]`,
      error,
      test: JOB_LABELS,
    })),
  ),
]
