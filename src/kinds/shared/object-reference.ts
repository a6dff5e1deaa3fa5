import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { type Infer, nullable, optional, required, string, struct } from '#schema/type.js'

export const ObjectReference = struct(
  'io.k8s.api.core.v1.ObjectReference',
  'Reference to another object, or to a part of one.',
  () => ({
    kind: optional(1, string, 'Kind of the object.'),
    namespace: optional(2, string, 'Namespace of the object.'),
    name: optional(3, string, 'Name of the object.'),
    uid: optional(
      4,
      string,
      'UID of the object, which distinguishes it from a later object of the same name.',
    ),
    apiVersion: optional(5, string, 'API group and version of the object.'),
    resourceVersion: optional(
      6,
      string,
      'Resource version of the object, if the reference is to one version.',
    ),
    fieldPath: optional(7, string, 'Path of the part of the object, such as spec.containers{name}.'),
  }),
  { mapType: 'atomic' },
)
export interface ObjectReference extends Infer<typeof ObjectReference> {}

export const TypedLocalObjectReference = struct(
  'io.k8s.api.core.v1.TypedLocalObjectReference',
  'Reference by kind and name to an object in the same namespace.',
  () => ({
    apiGroup: nullable(1, string, 'Group of the kind; the core group when left out.', { mustBeGiven: false }),
    kind: required(2, string, 'Kind of the object.'),
    name: required(3, string, 'Name of the object.'),
  }),
  { mapType: 'atomic' },
)
export interface TypedLocalObjectReference extends Infer<typeof TypedLocalObjectReference> {}

interface Reference {
  readonly apiGroup?: string | null | undefined
  readonly kind: string
  readonly name: string
}

/** A reference by group, kind and name. */
export function mustBeReference({ apiGroup, kind, name }: Reference, errors: FieldErrors): void {
  if (apiGroup !== undefined && apiGroup !== null) errors.format('apiGroup', apiGroup, rfc1123Subdomain)
  mustBeSegment('kind', kind, errors)
  mustBeSegment('name', name, errors)
}

function mustBeSegment(field: string, text: string, errors: FieldErrors): void {
  if (text === '') errors.required(field, `${field} is required`)
  else errors.format(field, text, pathSegment)
}
