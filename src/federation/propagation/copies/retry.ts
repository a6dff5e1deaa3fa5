import { MemberUnreachable, ResponseRefused } from '#federation/members/member-errors.js'
import { OverridesError } from '#federation/overrides/overrides.js'
import type { CopyFailure } from '#federation/propagation/federated-object.js'
import { CopyRefused } from './desired-object.js'
import { WriteRejected } from './write-rejected.js'

/** Initial delays after temporary failures, and after those that a person must fix. */
const SOON_MS = 500
const LATER_MS = 10_000
const MAX_MS = 120_000

/** Exponential backoff with jitter, at least the member's `Retry-After`. */
export function retryDelay(error: unknown, failures: number): number {
  const isLasting =
    (error instanceof WriteRejected && !error.isPassing) ||
    error instanceof OverridesError ||
    error instanceof CopyRefused ||
    error instanceof ResponseRefused
  const first = isLasting ? LATER_MS : SOON_MS
  const longest = Math.min(first * 2 ** (failures - 1), MAX_MS)
  const asked = error instanceof WriteRejected ? Math.min(error.retryAfterMs, MAX_MS) : 0
  return Math.max(asked, longest / 2) + (Math.random() * longest) / 2
}

export function copyFailureOf(error: unknown): CopyFailure {
  if (error instanceof WriteRejected || error instanceof CopyRefused)
    return { reason: error.reason, message: error.message }
  if (error instanceof OverridesError) return { reason: 'OverridesInvalid', message: error.message }
  if (error instanceof ResponseRefused) return { reason: 'ResponseRefused', message: error.message }
  const reason = error instanceof MemberUnreachable ? 'Unreachable' : 'InternalError'
  return { reason, message: error instanceof Error ? error.message : String(error) }
}
