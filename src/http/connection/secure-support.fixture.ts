import type { TestContext } from 'node:test'
import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates.js'
import type { ListenerOptions } from './listener.js'
import { start } from './listener-support.fixture.js'
import { secureFront } from './secure-server.js'

/** Which clients have to know to trust the listeners of `startSecure`. */
export const authority = newAuthority()

/** A listener over TLS that looks at slow clients all the time, and why clients were cut off. */
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
