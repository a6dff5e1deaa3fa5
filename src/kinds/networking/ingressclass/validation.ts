import { mustBeReference } from '#kinds/shared/object-reference.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type IngressClass,
  type IngressClassParametersReference,
  type IngressClassSpec,
  SCOPES,
} from './schema.js'

const CONTROLLER_LIMIT = 250
const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const httpPath = new RegExp(`^${HTTP_PATH}$`)

export function validateIngressClass({ spec }: Readonly<IngressClass>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec({ controller = '', parameters }: IngressClassSpec, errors: FieldErrors): void {
  if (controller.length > CONTROLLER_LIMIT) errors.tooLong('controller', CONTROLLER_LIMIT)
  mustBeDomainPrefixedPath('controller', controller, errors)
  errors.field('parameters', parameters, validateParameters)
}

function mustBeDomainPrefixedPath(field: string, text: string, errors: FieldErrors): void {
  if (text === '') {
    errors.required(field)
    return
  }
  const slash = text.indexOf('/')
  const [domain, path] = [text.slice(0, slash), text.slice(slash + 1)]
  if (slash < 1 || path === '') {
    errors.invalid(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")')
    return
  }
  errors.format(field, domain, rfc1123Subdomain)
  if (!httpPath.test(path)) {
    errors.invalid(field, path, `Invalid path (regex used for validation is '${HTTP_PATH}')`)
  }
}

function validateParameters(parameters: IngressClassParametersReference, errors: FieldErrors): void {
  const { scope = '', namespace } = parameters
  mustBeReference(parameters, errors)
  if (scope === 'Namespace') {
    if (namespace === undefined) errors.required('namespace', "`parameters.scope` is set to 'Namespace'")
    else errors.format('namespace', namespace, rfc1123Label)
  } else if (scope === 'Cluster') {
    if (namespace !== undefined) errors.forbidden('namespace', "`parameters.scope` is set to 'Cluster'")
  } else errors.notSupported('scope', scope, SCOPES)
}

/** The controller is immutable: a change would move all ingresses of the class to another one. */
export function validateIngressClassUpdate(
  { spec }: Readonly<IngressClass>,
  { spec: current }: Readonly<IngressClass>,
  errors: FieldErrors,
): void {
  if (spec.controller === current.controller) return
  errors.invalid('spec.controller', spec.controller ?? '', 'field is immutable')
}
