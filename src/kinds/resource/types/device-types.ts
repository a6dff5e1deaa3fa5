import {
  explicit,
  int64,
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

/** The versions of the group, which have the same types. */
export type ResourceVersion = 'v1' | 'v1beta2'

/** Makes the name of a type in a version. */
export const nameIn = (version: ResourceVersion) => (name: string) => `io.k8s.api.resource.${version}.${name}`

/** Types that several kinds of the group use. */
export function deviceTypes(version: ResourceVersion) {
  const name = nameIn(version)
  const CELDeviceSelector = struct(name('CELDeviceSelector'), 'CEL expression that selects devices.', () => ({
    expression: required(
      1,
      string,
      'True for devices that fit. The variable device has driver, attributes and capacity, the last two by domain.',
    ),
  }))
  const DeviceSelector = struct(name('DeviceSelector'), 'Condition on a device.', () => ({
    cel: explicit(1, CELDeviceSelector, 'Condition as a CEL expression; required.'),
  }))
  const OpaqueDeviceConfiguration = struct(
    name('OpaqueDeviceConfiguration'),
    'Parameters in a format of the driver.',
    () => ({
      driver: required(1, string, 'Driver that the parameters are for.'),
      parameters: optional(2, json, 'Any object, up to 10 KiB.', { mustBeGiven: true }),
    }),
  )
  const DeviceConfiguration = struct(name('DeviceConfiguration'), 'Configuration of devices.', () => ({
    opaque: explicit(1, OpaqueDeviceConfiguration, 'Parameters for a driver; required.'),
  }))
  const DeviceToleration = struct(
    name('DeviceToleration'),
    'Taint of devices that a request tolerates. Alpha: not stored.',
    () => ({
      key: optional(1, string, 'Key of the taint; every key when empty.'),
      operator: optional(2, string, 'Exists, or Equal, the default.', {
        default: 'Equal',
        enum: ['Equal', 'Exists'],
      }),
      value: optional(3, string, 'Value of the taint, with Equal.'),
      effect: optional(4, string, 'Effect of the taint; every effect when empty.', {
        enum: ['NoExecute', 'NoSchedule'],
      }),
      tolerationSeconds: explicit(5, int64, 'How long the taint is tolerated; forever when absent.'),
    }),
  )
  const DeviceTaint = struct(
    name('DeviceTaint'),
    'Taint of a device, which claims must tolerate. Alpha: not stored.',
    () => ({
      key: required(1, string, 'Key of the taint.'),
      value: optional(2, string, 'Value of the taint.'),
      effect: required(3, string, 'Effect on claims without a toleration.', {
        enum: ['NoExecute', 'NoSchedule'],
      }),
      timeAdded: explicit(4, time, 'When the taint was added.'),
    }),
  )
  const CapacityRequirements = struct(
    name('CapacityRequirements'),
    'Capacity that a request needs. Alpha: not stored.',
    () => ({ requests: optional(1, map(quantity), 'Amounts by the name of the capacity.') }),
  )
  const Counter = struct(name('Counter'), 'Amount of a counter. Alpha: not stored.', () => ({
    value: required(1, quantity, 'Available amount.'),
  }))
  return {
    DeviceSelector,
    DeviceConfiguration,
    DeviceToleration,
    DeviceTaint,
    CapacityRequirements,
    Counter,
  }
}
export type DeviceTypes = ReturnType<typeof deviceTypes>

/** Names of requests, as several types have them. */
export const requestNames = (number: number, what: string) =>
  optional(number, list(string), `${what} a name, or request/subrequest.`, { listType: 'atomic' })
