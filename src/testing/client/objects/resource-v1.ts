// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { NodeSelector } from './core-v1.js'
import type { Condition, ObjectMeta } from './meta-v1.js'

/** State of an allocated device, as its driver reports it. */
export interface AllocatedDeviceStatus {
  /** Driver of the device. */
  driver: string
  /** Pool of the device. */
  pool: string
  /** Name of the device in its pool. */
  device: string
  /** Alpha: not stored. */
  shareID?: string
  /** Conditions, one per type; up to 8. */
  conditions?: Condition[]
  /** Any object of the driver, up to 10 KiB. */
  data?: unknown
  /** Network interface of the device. */
  networkData?: NetworkDeviceData
}

/** What was allocated for a claim. */
export interface AllocationResult {
  /** The devices. */
  devices: DeviceAllocationResult
  /** Nodes that have access to them; all when absent. */
  nodeSelector?: NodeSelector
  /** When they were allocated. Alpha: not stored. */
  allocationTimestamp?: string
}

/** CEL expression that selects devices. */
export interface CELDeviceSelector {
  /** True for devices that fit. The variable device has driver, attributes and capacity, the last two by domain. */
  expression: string
}

/** Amounts of a capacity that can be requested. Alpha: not stored. */
export interface CapacityRequestPolicy {
  /** Amount of requests that name none. */
  default?: string
  /** Allowed amounts, in ascending order. */
  validValues?: string[]
  /** Allowed range of amounts. */
  validRange?: CapacityRequestPolicyRange
}

/** Range of amounts. Alpha: not stored. */
export interface CapacityRequestPolicyRange {
  /** Least amount. */
  min?: string
  /** Most amount. */
  max?: string
  /** Step between amounts. */
  step?: string
}

/** Capacity that a request needs. Alpha: not stored. */
export interface CapacityRequirements {
  /** Amounts by the name of the capacity. */
  requests?: Record<string, string>
}

/** Amount of a counter. Alpha: not stored. */
export interface Counter {
  /** Available amount. */
  value: string
}

/** Counters that devices share. Alpha: not stored. */
export interface CounterSet {
  /** Name of the set. */
  name: string
  /** Amounts by the name of the counter. */
  counters: Record<string, Counter>
}

/** One device. */
export interface Device {
  /** Name of the device, unique in its pool; a DNS label. */
  name: string
  /** Attributes by name; up to 32 with the capacities. */
  attributes?: Record<string, DeviceAttribute>
  /** Capacities by name. */
  capacity?: Record<string, DeviceCapacity>
  /** Alpha: not stored. */
  consumesCounters?: DeviceCounterConsumption[]
  /** Alpha: not stored. */
  nodeName?: string
  /** Alpha: not stored. */
  nodeSelector?: NodeSelector
  /** Alpha: not stored. */
  allNodes?: boolean
  /** Alpha: not stored. */
  taints?: DeviceTaint[]
  /** Alpha: not stored. */
  bindsToNode?: boolean
  /** Alpha: not stored. */
  bindingConditions?: string[]
  /** Alpha: not stored. */
  bindingFailureConditions?: string[]
  /** Alpha: not stored. */
  allowMultipleAllocations?: boolean
}

/** Configuration of the allocated devices. */
export interface DeviceAllocationConfiguration {
  /** Where it comes from: FromClaim or FromClass. */
  source: string
  /** Requests that it applies to, or all: a name, or request/subrequest. */
  requests?: string[]
  /** Parameters for a driver; required. */
  opaque?: OpaqueDeviceConfiguration
}

/** Allocated devices. */
export interface DeviceAllocationResult {
  /** The devices; up to 32. */
  results?: DeviceRequestAllocationResult[]
  /** Configuration of claim and classes. */
  config?: DeviceAllocationConfiguration[]
}

/** Value of an attribute; exactly one. */
export interface DeviceAttribute {
  /** A number. */
  int?: number
  /** True or false. */
  bool?: boolean
  /** A string of up to 64 characters. */
  string?: string
  /** A semantic version of up to 64 characters. */
  version?: string
}

/** Capacity of a device. */
export interface DeviceCapacity {
  /** Amount of the capacity. */
  value: string
  /** How requests share it. Alpha: not stored. */
  requestPolicy?: CapacityRequestPolicy
}

/** Devices that a claim asks for. */
export interface DeviceClaim {
  /** Requests that must all be met; up to 32. */
  requests?: DeviceRequest[]
  /** Conditions on the devices together; up to 32. */
  constraints?: DeviceConstraint[]
  /** Configuration for the drivers; up to 32. */
  config?: DeviceClaimConfiguration[]
}

/** Configuration of the devices of a claim. */
export interface DeviceClaimConfiguration {
  /** Requests that it applies to, or all: a name, or request/subrequest. */
  requests?: string[]
  /** Parameters for a driver; required. */
  opaque?: OpaqueDeviceConfiguration
}

/** Class of devices, which requests name. */
export interface DeviceClass {
  kind: 'DeviceClass'
  apiVersion: 'resource.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** Devices of the class, and their configuration. */
  spec: DeviceClassSpec
}

/** Configuration of the devices of a class. */
export interface DeviceClassConfiguration {
  /** Parameters for a driver; required. */
  opaque?: OpaqueDeviceConfiguration
}

/** Devices of a class, and their configuration. */
export interface DeviceClassSpec {
  /** Conditions that a device must all meet; up to 32. */
  selectors?: DeviceSelector[]
  /** Configuration for the drivers; up to 32. */
  config?: DeviceClassConfiguration[]
  /** Alpha: not stored. */
  extendedResourceName?: string
}

/** Condition on several devices. */
export interface DeviceConstraint {
  /** Requests that it applies to, or all: a name, or request/subrequest. */
  requests?: string[]
  /** Attribute, with its domain, that all devices must have the same of. */
  matchAttribute?: string
  /** Attribute, with its domain, that all devices must have another of. Alpha: not stored. */
  distinctAttribute?: string
}

/** Counters that a device consumes. Alpha: not stored. */
export interface DeviceCounterConsumption {
  /** Name of the set. */
  counterSet: string
  /** Amounts by the name of the counter. */
  counters: Record<string, Counter>
}

/** Request for devices, in one of two ways. */
export interface DeviceRequest {
  /** Name of the request; a DNS label. */
  name: string
  /** The only devices that will do. */
  exactly?: ExactDeviceRequest
  /** Requests by preference; up to 8. */
  firstAvailable?: DeviceSubRequest[]
}

/** Device that was allocated for a request. */
export interface DeviceRequestAllocationResult {
  /** Name of the request, or request/subrequest. */
  request: string
  /** Driver of the device. */
  driver: string
  /** Pool of the device. */
  pool: string
  /** Name of the device in its pool. */
  device: string
  /** Whether it is used beside others. */
  adminAccess?: boolean
  /** Tolerations of the request. Alpha: not stored. */
  tolerations?: DeviceToleration[]
  /** Alpha: not stored. */
  bindingConditions?: string[]
  /** Alpha: not stored. */
  bindingFailureConditions?: string[]
  /** Alpha: not stored. */
  shareID?: string
  /** Alpha: not stored. */
  consumedCapacity?: Record<string, string>
}

/** Condition on a device. */
export interface DeviceSelector {
  /** Condition as a CEL expression; required. */
  cel?: CELDeviceSelector
}

/** One of several requests, of which the first that can be met counts. */
export interface DeviceSubRequest {
  /** Name of the request; a DNS label. */
  name: string
  /** DeviceClass of the devices. */
  deviceClassName: string
  /** Conditions that a device must all meet. */
  selectors?: DeviceSelector[]
  /** ExactCount for a number of devices, the default, or All for every one that fits. */
  allocationMode?: string
  /** Number of devices with ExactCount; 1 by default. */
  count?: number
  /** Taints that are tolerated. Alpha: not stored. */
  tolerations?: DeviceToleration[]
  /** Capacity that each device must have. Alpha: not stored. */
  capacity?: CapacityRequirements
}

/** Taint of a device, which claims must tolerate. Alpha: not stored. */
export interface DeviceTaint {
  /** Key of the taint. */
  key: string
  /** Value of the taint. */
  value?: string
  /** Effect on claims without a toleration. */
  effect: string
  /** When the taint was added. */
  timeAdded?: string
}

/** Taint of devices that a request tolerates. Alpha: not stored. */
export interface DeviceToleration {
  /** Key of the taint; every key when empty. */
  key?: string
  /** Exists, or Equal, the default. */
  operator?: string
  /** Value of the taint, with Equal. */
  value?: string
  /** Effect of the taint; every effect when empty. */
  effect?: string
  /** How long the taint is tolerated; forever when absent. */
  tolerationSeconds?: number
}

/** Request for devices of a class. */
export interface ExactDeviceRequest {
  /** DeviceClass of the devices. */
  deviceClassName: string
  /** Conditions that a device must all meet. */
  selectors?: DeviceSelector[]
  /** ExactCount for a number of devices, the default, or All for every one that fits. */
  allocationMode?: string
  /** Number of devices with ExactCount; 1 by default. */
  count?: number
  /** True for access to devices that others use; only in namespaces with the label for it. */
  adminAccess?: boolean
  /** Taints that are tolerated. Alpha: not stored. */
  tolerations?: DeviceToleration[]
  /** Capacity that each device must have. Alpha: not stored. */
  capacity?: CapacityRequirements
}

/** Network interface of a device. */
export interface NetworkDeviceData {
  /** Name of the interface in the pod. */
  interfaceName?: string
  /** Addresses with their prefix lengths. */
  ips?: string[]
  /** Hardware address of the interface. */
  hardwareAddress?: string
}

/** Parameters in a format of the driver. */
export interface OpaqueDeviceConfiguration {
  /** Driver that the parameters are for. */
  driver: string
  /** Any object, up to 10 KiB. */
  parameters: unknown
}

/** Claim on devices, which pods use. */
export interface ResourceClaim {
  kind: 'ResourceClaim'
  apiVersion: 'resource.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** What the claim asks for; never changes. */
  spec: ResourceClaimSpec
  /** What was allocated for the claim. */
  status: ResourceClaimStatus
}

/** Object in the namespace of the claim that may use it. */
export interface ResourceClaimConsumerReference {
  /** Group of the object; empty for the core group. */
  apiGroup?: string
  /** Resource of the object, such as pods. */
  resource: string
  /** Name of the object. */
  name: string
  /** UID of the object. */
  uid: string
}

/** What a claim asks for. */
export interface ResourceClaimSpec {
  /** Devices that the claim asks for. */
  devices: DeviceClaim
}

/** What was allocated for a claim, and who uses it. */
export interface ResourceClaimStatus {
  /** What was allocated; never changes, but may be removed. */
  allocation?: AllocationResult
  /** Who may use the claim; up to 256. */
  reservedFor?: ResourceClaimConsumerReference[]
  /** State of the allocated devices. */
  devices?: AllocatedDeviceStatus[]
}

/** Template from which a claim is made for each pod. */
export interface ResourceClaimTemplate {
  kind: 'ResourceClaimTemplate'
  apiVersion: 'resource.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** The claim; never changes. */
  spec: ResourceClaimTemplateSpec
}

/** Claim that is made for each pod. */
export interface ResourceClaimTemplateSpec {
  /** Labels and annotations of the claim. */
  metadata: ObjectMeta
  /** What the claim asks for. */
  spec: ResourceClaimSpec
}

/** Pool of devices that a slice is a part of. */
export interface ResourcePool {
  /** Name of the pool; never changes. */
  name: string
  /** Counts changes of the pool; only slices of the highest one count. */
  generation: number
  /** Number of slices of this generation; above 0. */
  resourceSliceCount: number
}

/** Devices that a driver offers. */
export interface ResourceSlice {
  kind: 'ResourceSlice'
  apiVersion: 'resource.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** The devices, and the nodes with access to them. */
  spec: ResourceSliceSpec
}

/** Devices of a driver. */
export interface ResourceSliceSpec {
  /** Driver of the devices; never changes. */
  driver: string
  /** Pool of the devices. */
  pool: ResourcePool
  /** Node that has access to the devices; never changes. */
  nodeName?: string
  /** Nodes that have access to the devices, in one term. */
  nodeSelector?: NodeSelector
  /** True if all nodes have access to the devices. */
  allNodes?: boolean
  /** Devices of the slice; up to 128. */
  devices?: Device[]
  /** Alpha: not stored. */
  perDeviceNodeSelection?: boolean
  /** Alpha: not stored. */
  sharedCounters?: CounterSet[]
}
