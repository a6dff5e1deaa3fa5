import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, Json } from '../client.js'
import { type AccessOptions, type AccessServer, startAccessServer } from './access-server.js'

export interface AuditedServer extends AccessServer {
  /** All events so far. */
  readonly events: readonly Json[]
  /** The events of a completed request. */
  of(response: { readonly headers: Headers }): Promise<readonly Json[]>
  /** The only event of a request. */
  only(response: ApiResponse | Promise<ApiResponse>): Promise<Json>
  /** Waits for an event. */
  event(isIt: (event: Json) => boolean): Promise<Json>
}

export const policy = (...rules: readonly object[]) => ({
  kind: 'Policy',
  apiVersion: 'audit.k8s.io/v1',
  rules,
})

/** Records every request with both bodies when it completes. */
export const EVERYTHING = { ...policy({ level: 'RequestResponse' }), omitStages: ['RequestReceived'] }

const ENDS = ['ResponseComplete', 'Panic']

/** A server with token authentication and an audit log. */
export async function startAuditedServer(
  t: TestContext,
  given?: object,
  options: AccessOptions = {},
): Promise<AuditedServer> {
  const events: Json[] = []
  const log = (event: object) => void events.push(event)
  const audit = given === undefined ? { log } : { log, policy: given }
  const server = await startAccessServer(t, { audit, ...options })
  const event = async (isIt: (event: Json) => boolean) => {
    for (;;) {
      const found = events.find(isIt)
      if (found !== undefined) return found
      await sleep(5)
    }
  }
  const of = async ({ headers }: { readonly headers: Headers }) => {
    const id = headers.get('audit-id')
    assert.ok(id)
    await event(({ auditID, stage }) => auditID === id && ENDS.includes(stage))
    return events.filter(({ auditID }) => auditID === id)
  }
  return {
    ...server,
    events,
    event,
    of,
    only: async (response) => {
      const found = await of(await response)
      assert.equal(found.length, 1, JSON.stringify(found))
      return found[0]
    },
  }
}
