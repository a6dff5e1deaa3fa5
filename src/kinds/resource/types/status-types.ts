import { NodeSelector } from '#kinds/shared/pod/scheduling/affinity.js'
import { Condition } from '#meta/condition.js'
import {
  boolean,
  explicit,
  inline,
  json,
  list,
  map,
  optional,
  quantity,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'
import { type DeviceTypes, nameIn, type ResourceVersion, requestNames } from './device-types.js'

const ATOMIC = { listType: 'atomic' } as const

/** What was allocated for a claim. */
export function statusTypes(version: ResourceVersion, devices: DeviceTypes) {
  const name = nameIn(version)
  const { DeviceConfiguration, DeviceToleration } = devices
  const DeviceRequestAllocationResult = struct(
    name('DeviceRequestAllocationResult'),
    'Device that was allocated for a request.',
    () => ({
      request: required(1, string, 'Name of the request, or request/subrequest.'),
      driver: required(2, string, 'Driver of the device.'),
      pool: required(3, string, 'Pool of the device.'),
      device: required(4, string, 'Name of the device in its pool.'),
      adminAccess: explicit(5, boolean, 'Whether it is used beside others.'),
      tolerations: optional(
        6,
        list(DeviceToleration),
        'Tolerations of the request. Alpha: not stored.',
        ATOMIC,
      ),
      bindingConditions: optional(7, list(string), 'Alpha: not stored.', ATOMIC),
      bindingFailureConditions: optional(8, list(string), 'Alpha: not stored.', ATOMIC),
      shareID: explicit(9, string, 'Alpha: not stored.'),
      consumedCapacity: optional(10, map(quantity), 'Alpha: not stored.'),
    }),
  )
  const DeviceAllocationConfiguration = struct(
    name('DeviceAllocationConfiguration'),
    'Configuration of the allocated devices.',
    () => ({
      source: required(1, string, 'Where it comes from: FromClaim or FromClass.'),
      requests: requestNames(2, 'Requests that it applies to, or all:'),
      ...inline(3, DeviceConfiguration),
    }),
  )
  const DeviceAllocationResult = struct(name('DeviceAllocationResult'), 'Allocated devices.', () => ({
    results: optional(1, list(DeviceRequestAllocationResult), 'The devices; up to 32.', ATOMIC),
    config: optional(2, list(DeviceAllocationConfiguration), 'Configuration of claim and classes.', ATOMIC),
  }))
  const AllocationResult = struct(name('AllocationResult'), 'What was allocated for a claim.', () => ({
    devices: optional(1, DeviceAllocationResult, 'The devices.'),
    nodeSelector: explicit(3, NodeSelector, 'Nodes that have access to them; all when absent.'),
    allocationTimestamp: explicit(5, time, 'When they were allocated. Alpha: not stored.'),
  }))
  const ResourceClaimConsumerReference = struct(
    name('ResourceClaimConsumerReference'),
    'Object in the namespace of the claim that may use it.',
    () => ({
      apiGroup: optional(1, string, 'Group of the object; empty for the core group.'),
      resource: required(3, string, 'Resource of the object, such as pods.'),
      name: required(4, string, 'Name of the object.'),
      uid: required(5, string, 'UID of the object.'),
    }),
  )
  const NetworkDeviceData = struct(name('NetworkDeviceData'), 'Network interface of a device.', () => ({
    interfaceName: optional(1, string, 'Name of the interface in the pod.'),
    ips: optional(2, list(string), 'Addresses with their prefix lengths.', ATOMIC),
    hardwareAddress: optional(3, string, 'Hardware address of the interface.'),
  }))
  const AllocatedDeviceStatus = struct(
    name('AllocatedDeviceStatus'),
    'State of an allocated device, as its driver reports it.',
    () => ({
      driver: required(1, string, 'Driver of the device.'),
      pool: required(2, string, 'Pool of the device.'),
      device: required(3, string, 'Name of the device in its pool.'),
      shareID: explicit(7, string, 'Alpha: not stored.'),
      conditions: optional(4, list(Condition), 'Conditions, one per type; up to 8.', {
        listType: 'map',
        listMapKeys: ['type'],
      }),
      data: explicit(5, json, 'Any object of the driver, up to 10 KiB.'),
      networkData: explicit(6, NetworkDeviceData, 'Network interface of the device.'),
    }),
  )
  const ResourceClaimStatus = struct(
    name('ResourceClaimStatus'),
    'What was allocated for a claim, and who uses it.',
    () => ({
      allocation: explicit(1, AllocationResult, 'What was allocated; never changes, but may be removed.'),
      reservedFor: optional(2, list(ResourceClaimConsumerReference), 'Who may use the claim; up to 256.', {
        merge: { key: 'uid' },
        listType: 'map',
        listMapKeys: ['uid'],
      }),
      devices: optional(4, list(AllocatedDeviceStatus), 'State of the allocated devices.', {
        listType: 'map',
        listMapKeys: ['driver', 'device', 'pool', 'shareID'],
      }),
    }),
  )
  return { ResourceClaimStatus, AllocationResult }
}
