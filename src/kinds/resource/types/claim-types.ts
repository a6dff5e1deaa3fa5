import {
  boolean,
  explicit,
  inline,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'
import { type DeviceTypes, nameIn, type ResourceVersion, requestNames } from './device-types.js'

const MODES = { enum: ['All', 'ExactCount'], default: 'ExactCount' }
const ATOMIC = { listType: 'atomic' } as const
const MODE = 'ExactCount for a number of devices, the default, or All for every one that fits.'
const COUNT = 'Number of devices with ExactCount; 1 by default.'

function completeCount(request: { allocationMode?: string | undefined; count?: number | undefined }): void {
  if (request.allocationMode === 'ExactCount') request.count ??= 1
}

/** What a claim asks for. */
export function claimTypes(version: ResourceVersion, devices: DeviceTypes) {
  const name = nameIn(version)
  const { DeviceSelector, DeviceConfiguration, DeviceToleration, CapacityRequirements } = devices
  const selectors = 'Conditions that a device must all meet.'
  const tolerations = 'Taints that are tolerated. Alpha: not stored.'
  const capacity = 'Capacity that each device must have. Alpha: not stored.'
  const ExactDeviceRequest = withCompletion(
    struct(name('ExactDeviceRequest'), 'Request for devices of a class.', () => ({
      deviceClassName: required(1, string, 'DeviceClass of the devices.'),
      selectors: optional(2, list(DeviceSelector), selectors, ATOMIC),
      allocationMode: optional(3, string, MODE, MODES),
      count: optional(4, int64, COUNT),
      adminAccess: explicit(
        5,
        boolean,
        'True for access to devices that others use; only in namespaces with the label for it.',
      ),
      tolerations: optional(6, list(DeviceToleration), tolerations, ATOMIC),
      capacity: explicit(7, CapacityRequirements, capacity),
    })),
    completeCount,
  )
  const DeviceSubRequest = withCompletion(
    struct(
      name('DeviceSubRequest'),
      'One of several requests, of which the first that can be met counts.',
      () => ({
        name: required(1, string, 'Name of the request; a DNS label.'),
        deviceClassName: required(2, string, 'DeviceClass of the devices.'),
        selectors: optional(3, list(DeviceSelector), selectors, ATOMIC),
        allocationMode: optional(4, string, MODE, MODES),
        count: optional(5, int64, COUNT),
        tolerations: optional(6, list(DeviceToleration), tolerations, ATOMIC),
        capacity: explicit(7, CapacityRequirements, capacity),
      }),
    ),
    completeCount,
  )
  const DeviceRequest = struct(name('DeviceRequest'), 'Request for devices, in one of two ways.', () => ({
    name: required(1, string, 'Name of the request; a DNS label.'),
    exactly: explicit(2, ExactDeviceRequest, 'The only devices that will do.'),
    firstAvailable: optional(3, list(DeviceSubRequest), 'Requests by preference; up to 8.', ATOMIC),
  }))
  const DeviceConstraint = struct(name('DeviceConstraint'), 'Condition on several devices.', () => ({
    requests: requestNames(1, 'Requests that it applies to, or all:'),
    matchAttribute: explicit(
      2,
      string,
      'Attribute, with its domain, that all devices must have the same of.',
    ),
    distinctAttribute: explicit(
      3,
      string,
      'Attribute, with its domain, that all devices must have another of. Alpha: not stored.',
    ),
  }))
  const DeviceClaimConfiguration = struct(
    name('DeviceClaimConfiguration'),
    'Configuration of the devices of a claim.',
    () => ({
      requests: requestNames(1, 'Requests that it applies to, or all:'),
      ...inline(2, DeviceConfiguration),
    }),
  )
  const DeviceClaim = struct(name('DeviceClaim'), 'Devices that a claim asks for.', () => ({
    requests: optional(1, list(DeviceRequest), 'Requests that must all be met; up to 32.', ATOMIC),
    constraints: optional(2, list(DeviceConstraint), 'Conditions on the devices together; up to 32.', ATOMIC),
    config: optional(3, list(DeviceClaimConfiguration), 'Configuration for the drivers; up to 32.', ATOMIC),
  }))
  const ResourceClaimSpec = struct(name('ResourceClaimSpec'), 'What a claim asks for.', () => ({
    devices: optional(1, DeviceClaim, 'Devices that the claim asks for.'),
  }))
  return { ResourceClaimSpec }
}
