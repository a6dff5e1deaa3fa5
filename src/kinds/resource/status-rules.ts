import { CURRENT_TEMPLATES } from '#kinds/shared/pod/pod-rules.js'
import { validateNodeSelector } from '#kinds/shared/pod/scheduling/affinity-rules.js'
import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import { validateConditions } from '#meta/condition.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { rfc1123Label } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { MAX_CONFIGURATIONS, validateList } from './claim-rules.js'
import { deviceIdOf } from './device-id.js'
import { mustBePoolName } from './names.js'
import { validateNetworkData } from './network-data-rules.js'
import { mustBeParameters, validateConfiguration } from './parameter-rules.js'
import { KnownRequests } from './request-names.js'
import {
  type AllocatedDevice,
  type Allocation,
  type AllocationConfiguration,
  type Consumer,
  type DeviceStatus,
  type ResourceClaim,
  V1,
} from './types/kind-types.js'

const MAX_CONSUMERS = 256
const MAX_RESULTS = 32
const MAX_CONDITIONS = 8
const SOURCES = ['FromClaim', 'FromClass']

export function validateClaimStatus(
  { metadata, spec, status }: Readonly<ResourceClaim>,
  { status: before }: Readonly<ResourceClaim>,
  errors: FieldErrors,
): void {
  const { allocation, reservedFor, devices } = status
  const allocated = new Set((allocation?.devices.results ?? []).map(deviceIdOf))
  errors.field('status', status, (_, errors) => {
    validateConsumers(reservedFor, errors)
    errors.eachDistinct('devices', devices, (device, errors, seen) => {
      validateDevice(device, errors, allocated)
      const id = deviceIdOf(device)
      if (seen.has(id)) errors.duplicate('deviceID', id)
      seen.add(id)
    })
    if ((reservedFor ?? []).length > 0) {
      if (allocation === undefined) {
        errors.forbidden('reservedFor', 'may not be specified when `allocated` is not set')
      } else if (metadata.deletionTimestamp && hasNewConsumers(reservedFor, before.reservedFor)) {
        errors.forbidden('reservedFor', NO_NEW_CONSUMERS)
      }
    }
    if (allocation === undefined) return
    if (before.allocation === undefined) {
      errors.field('allocation', allocation, validateAllocation, new KnownRequests(spec.devices))
    } else if (!semanticEqual(V1.AllocationResult, allocation, before.allocation)) {
      errors.invalid('allocation', allocation, 'field is immutable')
    }
  })
}

const NO_NEW_CONSUMERS =
  'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set'

function validateConsumers(consumers: readonly Consumer[] | undefined, errors: FieldErrors): void {
  validateList(
    'reservedFor',
    consumers,
    MAX_CONSUMERS,
    ({ resource, name, uid }, errors) => {
      mustBeGiven('resource', resource, errors)
      mustBeGiven('name', name, errors)
      mustBeGiven('uid', uid, errors)
    },
    errors,
  )
  errors.eachDistinct('reservedFor', consumers, ({ uid }, errors, seen) => {
    if (seen.has(uid)) errors.duplicate('uid', uid)
    seen.add(uid)
  })
}

function hasNewConsumers(after: readonly Consumer[] = [], before: readonly Consumer[] = []): boolean {
  const known = new Set(before.map(({ uid }) => uid))
  return after.some(({ uid }) => !known.has(uid))
}

function validateDevice(device: DeviceStatus, errors: FieldErrors, allocated: ReadonlySet<string>): void {
  const { driver, pool, device: name, conditions, data } = device
  mustBeDriverName('driver', driver, errors)
  mustBePoolName('pool', pool, errors)
  errors.format('device', name, rfc1123Label)
  const id = deviceIdOf(device)
  if (!allocated.has(id)) errors.invalid('', id, 'must be an allocated device in the claim')
  if (conditions !== undefined && conditions.length > MAX_CONDITIONS) {
    errors.tooMany('conditions', conditions.length, MAX_CONDITIONS)
  }
  validateConditions('conditions', conditions, errors)
  if (data !== undefined) mustBeParameters('data', data, errors)
  errors.field('networkData', device.networkData, validateNetworkData)
}

function validateAllocation(
  { devices, nodeSelector }: Allocation,
  errors: FieldErrors,
  known: KnownRequests,
): void {
  errors.field('devices', devices, ({ results, config }, errors) => {
    validateList(
      'results',
      results,
      MAX_RESULTS,
      (result, errors) => validateResult(result, errors, known),
      errors,
    )
    validateList(
      'config',
      config,
      2 * MAX_CONFIGURATIONS,
      (value, errors) => validateAllocationConfiguration(value, errors, known),
      errors,
    )
  })
  errors.field('nodeSelector', nodeSelector, validateNodeSelector, CURRENT_TEMPLATES)
}

function validateResult(
  { request, driver, pool, device }: AllocatedDevice,
  errors: FieldErrors,
  known: KnownRequests,
): void {
  known.validateOne('request', request, errors)
  mustBeDriverName('driver', driver, errors)
  mustBePoolName('pool', pool, errors)
  errors.format('device', device, rfc1123Label)
}

function validateAllocationConfiguration(
  config: AllocationConfiguration,
  errors: FieldErrors,
  known: KnownRequests,
): void {
  mustBeGivenAsOneOf('source', config.source, SOURCES, errors)
  known.validate('requests', config.requests, errors)
  validateConfiguration(config, errors)
}
