import { coreV1 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label } from '#meta/formats.js'
import { builtInKind, type Subresource, statusOf } from '#registry/kind.js'
import { mustBeFinalizerName } from '#registry/metadata/finalizer-rules.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import { keepSpec, keepStatus, prepareNew, prepareStatusUpdate } from './preparation.js'
import { Namespace } from './schema.js'

const namespaceColumns: readonly Column<Namespace>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Active or Terminating.',
    cell: ({ status }) => status.phase ?? '',
  },
  AGE,
]

function validateNamespace({ spec }: Readonly<Namespace>, errors: FieldErrors): void {
  for (const finalizer of new Set(spec.finalizers)) mustBeFinalizerName('spec.finalizers', finalizer, errors)
}

function validateFinalizers({ spec }: Readonly<Namespace>, errors: FieldErrors): void {
  errors.each('spec.finalizers', spec.finalizers, (finalizer) => mustBeFinalizerName('', finalizer, errors))
}

/** The phase follows from whether the namespace is being deleted. */
function validateNamespaceStatus(
  { metadata, status: { phase = '' } }: Readonly<Namespace>,
  _current: Readonly<Namespace>,
  errors: FieldErrors,
): void {
  const isDeleted = Boolean(metadata.deletionTimestamp)
  if (!isDeleted && phase !== 'Active') {
    errors.invalid('status.phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")
  }
  if (isDeleted && phase !== 'Terminating') {
    errors.invalid('status.phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")
  }
}

export const updateFinalizers: SubresourceUpdate<Namespace> = {
  prepare: keepStatus,
  validate: (namespace, _current, errors) => validateFinalizers(namespace, errors),
}

/** `finalize`: the only way to change the spec. */
const finalize: Subresource = {
  name: 'finalize',
  kind: 'Namespace',
  verbs: ['update'],
  endpoint: (host) => ({
    replace: (place, body, options) => host.replace(place, body, options, updateFinalizers),
  }),
}

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
    prepareForStatusUpdate: prepareStatusUpdate,
    prepareForDeletion: ({ metadata, status }) => {
      status.phase = 'Terminating'
      // A namespace has nothing to shut down, so there is no grace period.
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
