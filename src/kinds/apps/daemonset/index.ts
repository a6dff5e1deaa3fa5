import { controllerRevisionHistory } from '#kinds/apps/revisions/controller-revisions.js'
import { templateHistoryChanges } from '#kinds/apps/revisions/template-history.js'
import { appsV1, extensionsV1beta1 } from '#kinds/groups.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { labelsCell, workloadColumns } from '#kinds/shared/workload/columns.js'
import { mustKeepSelector } from '#kinds/shared/workload/rules.js'
import { templateStrategy } from '#kinds/shared/workload/template-strategy.js'
import { changedTemplateWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { semanticEqual } from '#schema/equal.js'
import type { DaemonSet as DaemonSetV1 } from './apps-v1/schema.js'
import * as v1 from './apps-v1/schema.js'
import * as v1Rules from './apps-v1/validation.js'
import { appsV1Conversion, keepMaxSurge, MAX_SURGE } from './conversion.js'
import type { DaemonSet } from './extensions-v1beta1/schema.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import * as v1beta1Rules from './extensions-v1beta1/validation.js'
import { validateDaemonSetStatus } from './validation.js'

const daemonSetColumns: readonly Column<DaemonSet | DaemonSetV1>[] = [
  NAME,
  {
    name: 'Desired',
    type: 'integer',
    description: 'Nodes that should run the pod.',
    cell: ({ status }) => status.desiredNumberScheduled ?? 0,
  },
  {
    name: 'Current',
    type: 'integer',
    description: 'Nodes that should run the pod and do.',
    cell: ({ status }) => status.currentNumberScheduled ?? 0,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Nodes whose pod is ready.',
    cell: ({ status }) => status.numberReady ?? 0,
  },
  {
    name: 'Up-to-date',
    type: 'integer',
    description: 'Nodes whose pod follows the current template.',
    cell: ({ status }) => status.updatedNumberScheduled ?? 0,
  },
  {
    name: 'Available',
    type: 'integer',
    description: 'Nodes whose pod has been ready long enough to count.',
    cell: ({ status }) => status.numberAvailable ?? 0,
  },
  {
    name: 'Node Selector',
    type: 'string',
    description: 'Labels that a node must have to run the pod.',
    cell: ({ spec }) => labelsCell(spec.template.spec.nodeSelector),
  },
  AGE,
  ...workloadColumns,
]

/** `spec.templateGeneration` counts the pod templates a daemon set has had. The server keeps the count. */

function firstTemplateGeneration({ spec }: DaemonSet): void {
  spec.templateGeneration = Math.max(1, spec.templateGeneration ?? 0)
}

function nextTemplateGeneration({ spec }: DaemonSet, { spec: current }: Readonly<DaemonSet>): void {
  const changed = !semanticEqual(PodTemplateSpec, spec.template, current.template)
  spec.templateGeneration = (current.templateGeneration ?? 0) + (changed ? 1 : 0)
}

const history = controllerRevisionHistory('DaemonSet')

export const daemonSet = builtInKind<v1beta1.DaemonSet>({
  kind: 'DaemonSet',
  plural: 'daemonsets',
  singular: 'daemonset',
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  generation: ['spec', { annotation: MAX_SURGE }],
  strategy: {
    ...templateStrategy,
    prepareForCreate: firstTemplateGeneration,
    prepareForUpdate: nextTemplateGeneration,
    prepareForStatusUpdate: keepMaxSurge,
    auxiliaryRecords: templateHistoryChanges(history.records),
  },
  history,
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
    schema: v1beta1.DaemonSet,
    subresources: [statusOf('DaemonSet')],
    columns: daemonSetColumns,
    rules: {
      // An annotation holds `maxSurge` of the other version.
      readMetadata: true,
      validate: v1beta1Rules.validateDaemonSet,
      validateUpdate: v1beta1Rules.validateDaemonSetUpdate,
      validateStatusUpdate: validateDaemonSetStatus,
    },
  },
  otherVersions: [
    {
      ...appsV1,
      aliases: ['apps/v1beta2', 'extensions/v1beta1'],
      nameFormat: rfc1123Subdomain,
      schema: v1.DaemonSet,
      subresources: [statusOf('DaemonSet')],
      columns: daemonSetColumns,
      conversion: appsV1Conversion,
      rules: {
        validate: v1Rules.validateDaemonSet,
        validateUpdate: mustKeepSelector,
        validateStatusUpdate: validateDaemonSetStatus,
        warnings: changedTemplateWarnings,
      },
    },
  ],
})
