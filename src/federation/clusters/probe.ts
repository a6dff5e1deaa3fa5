import type { MemberClient } from '#federation/members/member-client.js'
import { type Probe, probeResult } from './health.js'

/** The next path is tried if a member responds with 404. */
const PATHS = ['/readyz', '/healthz']
/** Far more than the checks of an unready member take, one line each. */
const MAX_BYTES = 64 * 1024

/** Probes a member. Never rejects: no response means unreachable. */
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
