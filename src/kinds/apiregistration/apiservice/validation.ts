import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustFollow } from '#meta/field-rules.js'
import { dns1035Label, pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import type { APIService, APIServiceCondition, APIServiceSpec, ServiceReference } from './schema.js'

const STATUSES = ['True', 'False', 'Unknown']
const MAX_GROUP_PRIORITY = 20_000
const MAX_VERSION_PRIORITY = 1000
const MAX_PORT = 65_535

export function validateAPIService(
  { metadata: { name = '' }, spec }: Readonly<APIService>,
  errors: FieldErrors,
): void {
  const fixed = `${spec.version ?? ''}.${spec.group ?? ''}`
  if (name !== fixed && pathSegment(name).length === 0) {
    errors.invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(fixed)}`)
  }
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: APIServiceSpec, errors: FieldErrors): void {
  const { group = '', version = '' } = spec
  if (group === '' && version !== 'v1') {
    errors.required('group', 'only v1 may have an empty group and it better be legacy kube')
  }
  mustFollow('group', group, rfc1123Subdomain, errors)
  errors.format('version', version, dns1035Label)
  mustBeUpTo(MAX_GROUP_PRIORITY, 'groupPriorityMinimum', spec.groupPriorityMinimum, errors)
  mustBeUpTo(MAX_VERSION_PRIORITY, 'versionPriority', spec.versionPriority, errors)
  if (spec.service === undefined) validateLocal(spec, errors)
  else validateRemote(spec, spec.service, errors)
}

function mustBeUpTo(highest: number, field: string, value: number | undefined, errors: FieldErrors): void {
  if (value === undefined || value < 1 || value > highest) {
    errors.invalid(field, value ?? 0, `must be positive and less than ${highest}`)
  }
}

function validateLocal({ caBundle = '', insecureSkipTLSVerify }: APIServiceSpec, errors: FieldErrors): void {
  const size = Buffer.byteLength(caBundle, 'base64')
  if (size > 0) errors.invalid('caBundle', `${size} bytes`, 'local APIServices may not have a caBundle')
  if (insecureSkipTLSVerify) {
    errors.invalid('insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')
  }
}

function validateRemote(
  { caBundle = '', insecureSkipTLSVerify }: APIServiceSpec,
  { namespace, name, port = 0 }: ServiceReference,
  errors: FieldErrors,
): void {
  mustBeGiven('service.namespace', namespace, errors)
  mustBeGiven('service.name', name, errors)
  if (port < 1 || port > MAX_PORT) {
    errors.invalid('service.port', port, `port is not valid: must be between 1 and ${MAX_PORT}, inclusive`)
  }
  if (insecureSkipTLSVerify && caBundle !== '') {
    errors.invalid('insecureSkipTLSVerify', true, 'may not be true if caBundle is present')
  }
}

export function validateAPIServiceStatus(
  { status }: Readonly<APIService>,
  _current: Readonly<APIService>,
  errors: FieldErrors,
): void {
  errors.each('status.conditions', status.conditions, validateCondition)
}

function validateCondition({ status = '' }: APIServiceCondition, errors: FieldErrors): void {
  if (!STATUSES.includes(status)) errors.notSupported('status', status, STATUSES)
}
