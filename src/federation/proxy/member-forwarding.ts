import { type ApiError, serviceUnavailable } from '#meta/api-error.js'
import type { Forwarding } from '#proxy/forward.js'
import { headTime } from '#proxy/head-time.js'

/** How a request is forwarded to a member. */
export function memberForwarding(forwarding: Omit<Forwarding, 'failed' | 'headMs'>): Forwarding {
  return { ...forwarding, failed, headMs: headTime(forwarding.path) }
}

function failed({ message }: Error): ApiError {
  return serviceUnavailable(`the member cannot be reached: ${message}`)
}
