import { deviceIdOf } from '#kinds/resource/device-id.js'
import type { ResourceClaimStatus } from '#kinds/resource/types/kind-types.js'

/** Removes the reports about devices that the claim gives back. */
export function dropDeallocated(status: ResourceClaimStatus, current: Readonly<ResourceClaimStatus>): void {
  const kept = new Set((status.allocation?.devices.results ?? []).map(deviceIdOf))
  const before = (current.allocation?.devices.results ?? []).map(deviceIdOf)
  const gone = new Set(before.filter((id) => !kept.has(id)))
  const devices = status.devices?.filter((device) => !gone.has(deviceIdOf(device)))
  status.devices = devices?.length ? devices : undefined
}
