import { NodeSelector } from '#kinds/shared/pod/scheduling/affinity.js'
import {
  boolean,
  explicit,
  int64,
  list,
  map,
  optional,
  quantity,
  required,
  string,
  struct,
} from '#schema/type.js'
import { type DeviceTypes, nameIn, type ResourceVersion } from './device-types.js'

const ATOMIC = { listType: 'atomic' } as const

/** The devices that a driver offers. */
export function sliceTypes(version: ResourceVersion, { DeviceTaint, Counter }: DeviceTypes) {
  const name = nameIn(version)
  const DeviceAttribute = struct(name('DeviceAttribute'), 'Value of an attribute; exactly one.', () => ({
    int: explicit(2, int64, 'A number.'),
    bool: explicit(3, boolean, 'True or false.'),
    string: explicit(4, string, 'A string of up to 64 characters.'),
    version: explicit(5, string, 'A semantic version of up to 64 characters.'),
  }))
  const CapacityRequestPolicyRange = struct(
    name('CapacityRequestPolicyRange'),
    'Range of amounts. Alpha: not stored.',
    () => ({
      min: explicit(1, quantity, 'Least amount.', { mustBeGiven: true }),
      max: explicit(2, quantity, 'Most amount.'),
      step: explicit(3, quantity, 'Step between amounts.'),
    }),
  )
  const CapacityRequestPolicy = struct(
    name('CapacityRequestPolicy'),
    'Amounts of a capacity that can be requested. Alpha: not stored.',
    () => ({
      default: explicit(1, quantity, 'Amount of requests that name none.'),
      validValues: optional(3, list(quantity), 'Allowed amounts, in ascending order.', ATOMIC),
      validRange: explicit(4, CapacityRequestPolicyRange, 'Allowed range of amounts.'),
    }),
  )
  const DeviceCapacity = struct(name('DeviceCapacity'), 'Capacity of a device.', () => ({
    value: required(1, quantity, 'Amount of the capacity.'),
    requestPolicy: explicit(2, CapacityRequestPolicy, 'How requests share it. Alpha: not stored.'),
  }))
  const DeviceCounterConsumption = struct(
    name('DeviceCounterConsumption'),
    'Counters that a device consumes. Alpha: not stored.',
    () => ({
      counterSet: required(1, string, 'Name of the set.'),
      counters: required(2, map(Counter), 'Amounts by the name of the counter.'),
    }),
  )
  const CounterSet = struct(name('CounterSet'), 'Counters that devices share. Alpha: not stored.', () => ({
    name: required(1, string, 'Name of the set.'),
    counters: required(2, map(Counter), 'Amounts by the name of the counter.'),
  }))
  const Device = struct(name('Device'), 'One device.', () => ({
    name: required(1, string, 'Name of the device, unique in its pool; a DNS label.'),
    attributes: optional(2, map(DeviceAttribute), 'Attributes by name; up to 32 with the capacities.'),
    capacity: optional(3, map(DeviceCapacity), 'Capacities by name.'),
    consumesCounters: optional(4, list(DeviceCounterConsumption), 'Alpha: not stored.', ATOMIC),
    nodeName: explicit(5, string, 'Alpha: not stored.'),
    nodeSelector: explicit(6, NodeSelector, 'Alpha: not stored.'),
    allNodes: explicit(7, boolean, 'Alpha: not stored.'),
    taints: optional(8, list(DeviceTaint), 'Alpha: not stored.', ATOMIC),
    bindsToNode: explicit(9, boolean, 'Alpha: not stored.'),
    bindingConditions: optional(10, list(string), 'Alpha: not stored.', ATOMIC),
    bindingFailureConditions: optional(11, list(string), 'Alpha: not stored.', ATOMIC),
    allowMultipleAllocations: explicit(12, boolean, 'Alpha: not stored.'),
  }))
  const ResourcePool = struct(name('ResourcePool'), 'Pool of devices that a slice is a part of.', () => ({
    name: required(1, string, 'Name of the pool; never changes.'),
    generation: required(2, int64, 'Counts changes of the pool; only slices of the highest one count.'),
    resourceSliceCount: required(3, int64, 'Number of slices of this generation; above 0.'),
  }))
  const ResourceSliceSpec = struct(name('ResourceSliceSpec'), 'Devices of a driver.', () => ({
    driver: required(1, string, 'Driver of the devices; never changes.'),
    pool: required(2, ResourcePool, 'Pool of the devices.'),
    nodeName: explicit(3, string, 'Node that has access to the devices; never changes.'),
    nodeSelector: explicit(4, NodeSelector, 'Nodes that have access to the devices, in one term.'),
    allNodes: explicit(5, boolean, 'True if all nodes have access to the devices.'),
    devices: optional(6, list(Device), 'Devices of the slice; up to 128.', ATOMIC),
    perDeviceNodeSelection: explicit(7, boolean, 'Alpha: not stored.'),
    sharedCounters: optional(8, list(CounterSet), 'Alpha: not stored.', ATOMIC),
  }))
  return { ResourceSliceSpec }
}
