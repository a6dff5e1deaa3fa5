import type { TestContext } from 'node:test'
import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import type { ListenerOptions } from './listener.js'
import { start } from './listener-support.fixture.js'
import { secureFront } from './secure-server.js'

/** The CA of the listeners of `startSecure`. */
export const authority = newAuthority()

/** Starts a TLS listener that inspects slow clients continuously, and collects the reasons of cuts. */
export async function startSecure(
  t: TestContext,
  handler: ListenerOptions['handler'],
  limits: Partial<ListenerLimits> = {},
) {
  const cut: string[] = []
  const started = await start(t, handler, {
    tls: secureFront(authority.issueServer(LOCAL_HOSTS)),
    limits: { ...defaultLimits, inspectionMs: 10, checkIntervalMs: 10, ...limits },
    onCut: (reason) => cut.push(reason),
  })
  return { ...started, cut }
}
