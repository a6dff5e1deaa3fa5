import { defineResource, statusOf } from '../../../../registry/definition.js'
import { extensionsV1beta1 } from '../group.js'
import { daemonSetColumns } from './columns.js'
import { DaemonSet } from './schema.js'
import { firstTemplateGeneration, nextTemplateGeneration } from './template-generation.js'
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from './validation.js'

export const daemonset = defineResource<DaemonSet>({
  ...extensionsV1beta1,
  kind: 'DaemonSet',
  plural: 'daemonsets',
  singular: 'daemonset',
  shortNames: ['ds'],
  categories: ['all'],
  otherVersions: ['apps/v1beta2', 'apps/v1'],
  orphansDependents: true,
  namespaced: true,
  schema: DaemonSet,
  subresources: [statusOf('DaemonSet')],
  columns: daemonSetColumns,
  strategy: {
    prepareForCreate: firstTemplateGeneration,
    prepareForUpdate: nextTemplateGeneration,
    validate: validateDaemonSet,
    validateUpdate: validateDaemonSetUpdate,
    validateStatusUpdate: validateDaemonSetStatus,
  },
})
