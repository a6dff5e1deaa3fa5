import type { MemberClient } from '#federation/members/member-client.js'
import { type Probe, probeResult } from './health.js'

/** What is asked, in order: a member that does not know one path is asked for the next. */
const PATHS = ['/readyz', '/healthz']
/** The checks of a member that is not ready, one line each, fit in many times. */
const MAX_BYTES = 64 * 1024

/** Asks a member whether it is ready. Never rejects: a member that does not answer is unreachable. */
export async function probeMember(
  client: MemberClient,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Probe> {
  let probe: Probe = { result: 'unreachable', path: '' }
  for (const path of PATHS) {
    try {
      const { status, body } = await client.send(
        { method: 'GET', path, timeoutMs, maxBytes: MAX_BYTES, accept: 'text/plain, */*', isText: true },
        signal,
      )
      const result = probeResult(status, body)
      probe = { result, path, why: result === 'unreachable' ? `${path} responded with ${status}` : undefined }
      if (status !== 404) break
    } catch (error) {
      return { result: 'unreachable', path, why: (error as Error).message }
    }
  }
  return probe
}
