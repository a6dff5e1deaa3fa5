import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ServerProcess } from '#test/support/servers/server-process.js'

/** Set where every client has to be there, so that a suite cannot be left out unseen. */
const EVERY_CLIENT_IS_REQUIRED = process.env.BINNACLE_CI === '1'

/**
 * A suite of a client that need not be on this machine. Where it is missing the suite is skipped with the reason
 * (what would have to be installed); on CI it fails.
 */
export function clientSuite(
  name: string,
  missing: string | undefined,
  suite: () => void | Promise<void>,
): void {
  if (missing === undefined) {
    describe(name, suite)
    return
  }
  if (!EVERY_CLIENT_IS_REQUIRED) {
    describe(name, () => {
      it('has its client', { skip: missing }, () => {})
    })
    return
  }
  it(`${name} has its client`, () => assert.fail(missing))
}

/** A server in a process of its own that lasts as long as the suite in which this is called. */
export async function serverOfSuite(args: readonly string[] = ['--storage', 'memory']): Promise<string> {
  const server = await ServerProcess.start(args)
  after(() => server.stop())
  return server.url
}
