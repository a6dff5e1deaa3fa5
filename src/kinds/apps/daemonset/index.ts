import { defineKind, statusOf } from '../../../registry/kind.js'
import { extensionsV1beta1 } from '../../groups.js'
import { daemonSetColumns } from './columns.js'
import { DaemonSet } from './extensions-v1beta1/schema.js'
import {
  validateDaemonSet,
  validateDaemonSetStatus,
  validateDaemonSetUpdate,
} from './extensions-v1beta1/validation.js'
import { firstTemplateGeneration, nextTemplateGeneration } from './template-generation.js'

export const daemonset = defineKind<DaemonSet>({
  kind: 'DaemonSet',
  plural: 'daemonsets',
  singular: 'daemonset',
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  strategy: { prepareForCreate: firstTemplateGeneration, prepareForUpdate: nextTemplateGeneration },
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
    schema: DaemonSet,
    subresources: [statusOf('DaemonSet')],
    columns: daemonSetColumns,
    rules: {
      validate: validateDaemonSet,
      validateUpdate: validateDaemonSetUpdate,
      validateStatusUpdate: validateDaemonSetStatus,
    },
  },
})
