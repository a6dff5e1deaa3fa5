import { validateDomainPrefixedPath } from '#kinds/shared/domain-prefixed-path.js'
import { mustBeReference } from '#kinds/shared/object-reference.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { rfc1123Label } from '#meta/formats.js'
import {
  type IngressClass,
  type IngressClassParametersReference,
  type IngressClassSpec,
  SCOPES,
} from './schema.js'

const CONTROLLER_LIMIT = 250

export function validateIngressClass({ spec }: Readonly<IngressClass>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec({ controller = '', parameters }: IngressClassSpec, errors: FieldErrors): void {
  if (Buffer.byteLength(controller) > CONTROLLER_LIMIT) errors.tooLarge('controller', CONTROLLER_LIMIT)
  validateDomainPrefixedPath('controller', controller, errors)
  errors.field('parameters', parameters, validateParameters)
}

function validateParameters(parameters: IngressClassParametersReference, errors: FieldErrors): void {
  const { scope = '', namespace } = parameters
  mustBeReference(parameters, errors)
  if (scope === 'Namespace') {
    if (namespace === undefined) errors.required('namespace', "`parameters.scope` is set to 'Namespace'")
    else errors.format('namespace', namespace, rfc1123Label)
  } else if (scope === 'Cluster') {
    if (namespace !== undefined) errors.forbidden('namespace', "`parameters.scope` is set to 'Cluster'")
  } else mustBeGivenAsOneOf('scope', scope, SCOPES, errors)
}

/** The controller is immutable: a change would move all ingresses of the class to another one. */
export function validateIngressClassUpdate(
  ingressClass: Readonly<IngressClass>,
  { spec: current }: Readonly<IngressClass>,
  errors: FieldErrors,
): void {
  const { controller = '' } = ingressClass.spec
  if (controller !== current.controller) errors.invalid('spec.controller', controller, 'field is immutable')
  validateIngressClass(ingressClass, errors)
}
