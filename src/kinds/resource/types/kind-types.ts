import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, inline, list, optional, required, string, struct } from '#schema/type.js'
import { claimTypes } from './claim-types.js'
import { deviceTypes, nameIn, type ResourceVersion } from './device-types.js'
import { sliceTypes } from './slice-types.js'
import { statusTypes } from './status-types.js'

const ATOMIC = { listType: 'atomic' } as const
const METADATA = 'Name, labels and other standard data.'

/** The kinds of the group in a version. */
function kindTypes(version: ResourceVersion) {
  const name = nameIn(version)
  const devices = deviceTypes(version)
  const { DeviceSelector, DeviceConfiguration } = devices
  const { ResourceClaimSpec } = claimTypes(version, devices)
  const { ResourceClaimStatus, AllocationResult } = statusTypes(version, devices)
  const { ResourceSliceSpec } = sliceTypes(version, devices)
  const DeviceClassConfiguration = struct(
    name('DeviceClassConfiguration'),
    'Configuration of the devices of a class.',
    () => ({ ...inline(1, DeviceConfiguration) }),
  )
  const DeviceClassSpec = struct(
    name('DeviceClassSpec'),
    'Devices of a class, and their configuration.',
    () => ({
      selectors: optional(
        1,
        list(DeviceSelector),
        'Conditions that a device must all meet; up to 32.',
        ATOMIC,
      ),
      config: optional(2, list(DeviceClassConfiguration), 'Configuration for the drivers; up to 32.', ATOMIC),
      extendedResourceName: explicit(4, string, 'Alpha: not stored.'),
    }),
  )
  const ResourceClaimTemplateSpec = struct(
    name('ResourceClaimTemplateSpec'),
    'Claim that is made for each pod.',
    () => ({
      metadata: optional(1, ObjectMeta, 'Labels and annotations of the claim.'),
      spec: required(2, ResourceClaimSpec, 'What the claim asks for.'),
    }),
  )
  return {
    DeviceClass: struct(name('DeviceClass'), 'Class of devices, which requests name.', () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, METADATA),
      spec: required(2, DeviceClassSpec, 'Devices of the class, and their configuration.'),
    })),
    ResourceClaim: struct(name('ResourceClaim'), 'Claim on devices, which pods use.', () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, METADATA),
      spec: required(2, ResourceClaimSpec, 'What the claim asks for; never changes.'),
      status: optional(3, ResourceClaimStatus, 'What was allocated for the claim.'),
    })),
    ResourceClaimTemplate: struct(
      name('ResourceClaimTemplate'),
      'Template from which a claim is made for each pod.',
      () => ({
        ...typeMeta,
        metadata: optional(1, ObjectMeta, METADATA),
        spec: required(2, ResourceClaimTemplateSpec, 'The claim; never changes.'),
      }),
    ),
    ResourceSlice: struct(name('ResourceSlice'), 'Devices that a driver offers.', () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, METADATA),
      spec: required(2, ResourceSliceSpec, 'The devices, and the nodes with access to them.'),
    })),
    ResourceClaimSpec,
    ResourceClaimTemplateSpec,
    AllocationResult,
  }
}

/** The stored version. */
export const V1 = kindTypes('v1')
export const V1BETA2 = kindTypes('v1beta2')

export interface DeviceClass extends Infer<typeof V1.DeviceClass> {}
export interface ResourceClaim extends Infer<typeof V1.ResourceClaim> {}
export interface ResourceClaimTemplate extends Infer<typeof V1.ResourceClaimTemplate> {}
export interface ResourceSlice extends Infer<typeof V1.ResourceSlice> {}
export type ResourceClaimSpec = ResourceClaim['spec']
export type ResourceClaimStatus = ResourceClaim['status']
export type ResourceSliceSpec = ResourceSlice['spec']
export type DeviceClaim = ResourceClaimSpec['devices']
export type DeviceRequest = NonNullable<DeviceClaim['requests']>[number]
export type ExactDeviceRequest = NonNullable<DeviceRequest['exactly']>
export type DeviceSubRequest = NonNullable<DeviceRequest['firstAvailable']>[number]
export type DeviceSelector = NonNullable<ExactDeviceRequest['selectors']>[number]
export type DeviceConstraint = NonNullable<DeviceClaim['constraints']>[number]
export type DeviceClaimConfiguration = NonNullable<DeviceClaim['config']>[number]
export type Allocation = NonNullable<ResourceClaimStatus['allocation']>
export type AllocatedDevice = NonNullable<Allocation['devices']['results']>[number]
export type AllocationConfiguration = NonNullable<Allocation['devices']['config']>[number]
export type DeviceStatus = NonNullable<ResourceClaimStatus['devices']>[number]
export type Consumer = NonNullable<ResourceClaimStatus['reservedFor']>[number]
export type Device = NonNullable<ResourceSliceSpec['devices']>[number]
export type DeviceAttribute = NonNullable<Device['attributes']>[string]
