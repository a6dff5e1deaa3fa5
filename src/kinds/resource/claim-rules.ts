import { mustBeShortTogether } from '#kinds/shared/expression-length.js'
import type { FieldErrors, Rule } from '#meta/field-errors.js'
import { mustBeGivenAs } from '#meta/field-rules.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { validateDeviceExpression } from './device-expression.js'
import { mustBeFullyQualifiedName } from './names.js'
import { validateConfiguration } from './parameter-rules.js'
import { KnownRequests } from './request-names.js'
import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from './types/kind-types.js'

const MAX_REQUESTS = 32
const MAX_ALTERNATIVES = 8
const MAX_SELECTORS = 32
const MAX_CONSTRAINTS = 32
export const MAX_CONFIGURATIONS = 32
const MODES = ['All', 'ExactCount']

export function validateClaimSpec({ devices }: ResourceClaimSpec, errors: FieldErrors): void {
  errors.field('devices', devices, validateDevices)
}

function validateDevices(claim: DeviceClaim, errors: FieldErrors): void {
  const selectors = claim.requests?.flatMap(selectorsOf)
  if (!mustBeShortTogether('requests', expressionsOf(selectors), errors)) return
  const known = new KnownRequests(claim)
  validateList('requests', claim.requests, MAX_REQUESTS, validateRequest, errors)
  mustHaveOwnNames('requests', claim.requests, errors)
  const constraint: Rule<DeviceConstraint> = (value, errors) => validateConstraint(value, errors, known)
  validateList('constraints', claim.constraints, MAX_CONSTRAINTS, constraint, errors)
  validateList(
    'config',
    claim.config,
    MAX_CONFIGURATIONS,
    (config, errors) => {
      known.validate('requests', config.requests, errors)
      validateConfiguration(config, errors)
    },
    errors,
  )
}

const selectorsOf = ({ exactly, firstAvailable = [] }: DeviceRequest) => [
  ...(exactly?.selectors ?? []),
  ...firstAvailable.flatMap(({ selectors }) => selectors ?? []),
]

const expressionsOf = (selectors: readonly DeviceSelector[] = []) =>
  selectors.map(({ cel }) => cel?.expression)

/** The selectors of a class, which has no requests. */
export function validateSelectorsOfClass(
  selectors: readonly DeviceSelector[] | undefined,
  errors: FieldErrors,
): void {
  if (mustBeShortTogether('selectors', expressionsOf(selectors), errors)) validateSelectors(selectors, errors)
}

/** Validates the elements of a list that is not too long. */
export function validateList<T>(
  name: string,
  list: readonly T[] | undefined,
  limit: number,
  rule: Rule<T>,
  errors: FieldErrors,
): void {
  if (list !== undefined && list.length > limit) errors.tooMany(name, list.length, limit)
  else errors.each(name, list, rule)
}

function mustHaveOwnNames(
  name: string,
  list: readonly { readonly name: string }[] | undefined,
  errors: FieldErrors,
): void {
  errors.eachDistinct(name, list, (element, errors, names) => {
    if (names.has(element.name)) errors.duplicate('name', element.name)
    names.add(element.name)
  })
}

function validateRequest(request: DeviceRequest, errors: FieldErrors): void {
  const { name, exactly, firstAvailable = [] } = request
  errors.format('name', name, rfc1123Label)
  if (exactly !== undefined && firstAvailable.length > 0) {
    errors.invalid('', null, `${EXACTLY_ONE}, but multiple fields are set`)
  } else if (exactly === undefined && firstAvailable.length === 0) errors.required('', EXACTLY_ONE)
  else if (exactly !== undefined) errors.field('exactly', exactly, validateDevicesOfClass)
  else {
    validateList('firstAvailable', firstAvailable, MAX_ALTERNATIVES, validateSubRequest, errors)
    mustHaveOwnNames('firstAvailable', firstAvailable, errors)
  }
}

const EXACTLY_ONE = 'exactly one of `exactly` or `firstAvailable` is required'

function validateSubRequest(request: DeviceSubRequest, errors: FieldErrors): void {
  errors.format('name', request.name, rfc1123Label)
  validateDevicesOfClass(request, errors)
}

function validateDevicesOfClass(
  request: Pick<ExactDeviceRequest, 'deviceClassName' | 'selectors' | 'allocationMode' | 'count'>,
  errors: FieldErrors,
): void {
  const { deviceClassName, selectors, allocationMode, count = 0 } = request
  mustBeGivenAs('deviceClassName', deviceClassName, rfc1123Subdomain, errors)
  validateSelectors(selectors, errors)
  if (allocationMode === 'All') {
    if (count !== 0) errors.invalid('count', count, "must not be specified when allocationMode is 'All'")
  } else if (allocationMode !== 'ExactCount') errors.notSupported('allocationMode', allocationMode, MODES)
  else if (count <= 0) errors.invalid('count', count, 'must be greater than zero')
}

function validateSelectors(selectors: readonly DeviceSelector[] | undefined, errors: FieldErrors): void {
  validateList('selectors', selectors, MAX_SELECTORS, validateSelector, errors)
}

function validateSelector({ cel }: DeviceSelector, errors: FieldErrors): void {
  if (cel === undefined) errors.required('cel')
  errors.field('cel', cel, ({ expression }, errors) => validateDeviceExpression(expression, errors))
}

function validateConstraint(
  { requests, matchAttribute }: DeviceConstraint,
  errors: FieldErrors,
  known: KnownRequests,
): void {
  known.validate('requests', requests, errors)
  if (matchAttribute === undefined) errors.required('matchAttribute')
  else mustBeFullyQualifiedName('matchAttribute', matchAttribute, errors)
}
