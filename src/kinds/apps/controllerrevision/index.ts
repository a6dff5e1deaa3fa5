import { appsV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { controllerRevisionColumns } from './columns.js'
import { ControllerRevision } from './schema.js'
import { validateControllerRevision, validateControllerRevisionUpdate } from './validation.js'

export const controllerRevision = builtInKind<ControllerRevision>({
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  singular: 'controllerrevision',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...appsV1,
    aliases: ['apps/v1beta1', 'apps/v1beta2'],
    schema: ControllerRevision,
    subresources: [],
    columns: controllerRevisionColumns,
    rules: { validate: validateControllerRevision, validateUpdate: validateControllerRevisionUpdate },
  },
})
