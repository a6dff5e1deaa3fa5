import { appsV1 } from '#kinds/groups.js'
import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { semanticEqual } from '#schema/equal.js'
import { type Infer, int64, json, optional, required, struct } from '#schema/type.js'

export const ControllerRevision = struct(
  'io.k8s.api.apps.v1.ControllerRevision',
  "Snapshot of an object's state, which a controller keeps for rollbacks.",
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the revision.'),
    data: optional(2, json, 'The state, as an arbitrary object; never changes.'),
    revision: required(3, int64, 'Number of the state: the larger, the newer.'),
  }),
)
export interface ControllerRevision extends Infer<typeof ControllerRevision> {}

function validateControllerRevision({ revision }: Readonly<ControllerRevision>, errors: FieldErrors): void {
  mustNotBeNegative('revision', revision, errors)
}

/** The data never changes, so an update does not check it again. */
function validateNewControllerRevision({ data }: Readonly<ControllerRevision>, errors: FieldErrors): void {
  if (data === null || data === undefined) errors.required('data', 'data is mandatory')
  else if (typeof data !== 'object' || Array.isArray(data)) {
    errors.required('data', 'data must be a valid JSON object')
  }
}

export function validateControllerRevisionUpdate(
  { data }: Readonly<ControllerRevision>,
  current: Readonly<ControllerRevision>,
  errors: FieldErrors,
): void {
  if (!semanticEqual(json, data, current.data)) errors.invalid('data', data, 'field is immutable')
}

const controllerRevisionColumns: readonly Column<ControllerRevision>[] = [
  NAME,
  {
    name: 'Controller',
    type: 'string',
    description: 'Owner of the state.',
    cell: ({ metadata }) => {
      const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
      if (owner === undefined) return EMPTY_CELL
      const [group = '', version] = owner.apiVersion.split('/')
      // An apiVersion without a group is of the core group.
      const kind = version === undefined ? owner.kind : `${owner.kind}.${group}`
      return `${kind.toLowerCase()}/${owner.name}`
    },
  },
  {
    name: 'Revision',
    type: 'string',
    description: 'Number of the state: the larger, the newer.',
    cell: ({ revision }) => revision,
  },
  AGE,
]

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
    rules: {
      validate: validateControllerRevision,
      validateCreate: validateNewControllerRevision,
      validateUpdate: validateControllerRevisionUpdate,
    },
  },
})
