import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { pathSegment } from '#meta/formats.js'
import { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { explicit, type Infer, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const ParamRef = struct(
  `${V1}.ParamRef`,
  'Parameter objects of a policy: one by name, or several by label.',
  () => ({
    name: optional(1, string, 'Name of the object.'),
    namespace: optional(2, string, 'Namespace of the objects; the namespace of the request when empty.'),
    selector: explicit(3, LabelSelector, 'Matches the objects by label.'),
    parameterNotFoundAction: explicit(
      4,
      string,
      'Whether a request passes when no parameters are found: Allow or Deny.',
    ),
  }),
  { mapType: 'atomic' },
)
export interface ParamRef extends Infer<typeof ParamRef> {}

const EXCLUSIVE = 'name and selector are mutually exclusive'
const NOT_FOUND_ACTIONS = ['Deny', 'Allow']

export function validateParamRef(ref: ParamRef, errors: FieldErrors): void {
  const { name = '', selector, parameterNotFoundAction = '' } = ref
  if (name !== '') {
    errors.format('name', name, pathSegment)
    if (selector !== undefined) errors.forbidden('name', EXCLUSIVE)
  }
  if (selector !== undefined) {
    errors.field('selector', selector, validateLabelSelector)
    if (name !== '') errors.forbidden('selector', EXCLUSIVE)
  }
  if (name === '' && selector === undefined) {
    errors.required('', 'one of name or selector must be specified')
  }
  if (parameterNotFoundAction === '') errors.required('parameterNotFoundAction')
  else mustBeOneOf('parameterNotFoundAction', parameterNotFoundAction, NOT_FOUND_ACTIONS, errors)
}
