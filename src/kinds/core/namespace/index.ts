import { coreV1 } from '#kinds/groups.js'
import { rfc1123Label } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { namespaceColumns } from './columns.js'
import { finalize } from './finalize.js'
import { keepSpec, prepareNew, prepareReport } from './preparation.js'
import { Namespace } from './schema.js'
import { validateNamespace, validateNamespaceStatus } from './validation.js'

export const namespace = builtInKind<Namespace>({
  kind: 'Namespace',
  plural: 'namespaces',
  singular: 'namespace',
  shortNames: ['ns'],
  namespaced: false,
  nameFormat: rfc1123Label,
  generation: 'client',
  strategy: {
    prepareForCreate: prepareNew,
    prepareForUpdate: keepSpec,
    prepareForStatusUpdate: prepareReport,
    prepareForDeletion: ({ metadata, status }) => {
      status.phase = 'Terminating'
      // Nothing of a namespace comes to an end by itself, so there is no time to wait for.
      metadata.deletionGracePeriodSeconds = undefined
    },
    holdsDeleted: ({ spec }) => (spec.finalizers ?? []).length > 0,
  },
  storageVersion: {
    ...coreV1,
    schema: Namespace,
    subresources: [finalize, statusOf('Namespace')],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    returnDeletedObject: true,
    selectableFields: { 'status.phase': ({ status }: Namespace) => status.phase ?? '' },
    columns: namespaceColumns,
    rules: { validateCreate: validateNamespace, validateStatusUpdate: validateNamespaceStatus },
  },
})
