import type { ResourceClaimSpec, ResourceClaimStatus, ResourceSliceSpec } from './types/kind-types.js'

/** Fields that Kubernetes 1.34 has only with alpha features. They are removed from what clients send. */

export function dropFromClaim({ devices: { requests = [], constraints = [] } }: ResourceClaimSpec): void {
  for (const { exactly, firstAvailable = [] } of requests) {
    for (const request of exactly === undefined ? firstAvailable : [exactly]) {
      request.tolerations = undefined
      request.capacity = undefined
    }
  }
  for (const constraint of constraints) constraint.distinctAttribute = undefined
}

export function dropFromStatus({ allocation, devices = [] }: ResourceClaimStatus): void {
  for (const device of devices) device.shareID = undefined
  if (allocation === undefined) return
  allocation.allocationTimestamp = undefined
  for (const result of allocation.devices.results ?? []) {
    result.tolerations = undefined
    result.bindingConditions = undefined
    result.bindingFailureConditions = undefined
    result.shareID = undefined
    result.consumedCapacity = undefined
  }
}

export function dropFromSlice(spec: ResourceSliceSpec): void {
  spec.sharedCounters = undefined
  spec.perDeviceNodeSelection = undefined
  for (const device of spec.devices ?? []) {
    device.consumesCounters = undefined
    device.nodeName = undefined
    device.nodeSelector = undefined
    device.allNodes = undefined
    device.taints = undefined
    device.bindsToNode = undefined
    device.bindingConditions = undefined
    device.bindingFailureConditions = undefined
    device.allowMultipleAllocations = undefined
    for (const capacity of Object.values(device.capacity ?? {})) capacity.requestPolicy = undefined
  }
}
