import { shownAsControllerRevisions } from '#kinds/apps/revisions/controller-revisions.js'
import { recordsUnder } from '#kinds/apps/revisions/record.js'
import { appsV1, extensionsV1beta1 } from '#kinds/groups.js'
import { mustKeepSelector } from '#kinds/shared/selector-change.js'
import { templateWarnings } from '#kinds/shared/workload-warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import * as v1 from './apps-v1/schema.js'
import * as v1Rules from './apps-v1/validation.js'
import { daemonSetColumns } from './columns.js'
import { appsV1Conversion } from './conversion.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import * as v1beta1Rules from './extensions-v1beta1/validation.js'
import { keepMaxSurge, MAX_SURGE } from './max-surge.js'
import { validateDaemonSetStatus } from './status-rules.js'
import { firstTemplateGeneration, nextTemplateGeneration } from './template-generation.js'

const history = shownAsControllerRevisions('DaemonSet')

export const daemonSet = builtInKind<v1beta1.DaemonSet>({
  kind: 'DaemonSet',
  plural: 'daemonsets',
  singular: 'daemonset',
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  generation: ['spec', { annotation: MAX_SURGE }],
  strategy: {
    prepareForCreate: firstTemplateGeneration,
    prepareForUpdate: nextTemplateGeneration,
    prepareForStatusUpdate: keepMaxSurge,
    auxiliaryRecords: recordsUnder(history.records),
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
      // An annotation carries the surge of the other version.
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
        warnings: templateWarnings,
      },
    },
  ],
})
