import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ServerProcess } from '#test/support/servers/server-process.js'

/** Set if every client must be installed, so that no suite is skipped unnoticed. */
const EVERY_CLIENT_IS_REQUIRED = process.env.TEST_SKIP_NOTHING === '1'

/**
 * A suite of a client that may be missing on this machine. Then the suite is skipped, and names the package to install;
 * on CI it fails.
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
      it('finds its client', { skip: missing }, () => {})
    })
    return
  }
  it(`${name} finds its client`, () => assert.fail(missing))
}

/** A server in its own process, which runs until the current suite ends. */
export async function serverOfSuite(args: readonly string[] = ['--storage', 'memory']): Promise<string> {
  const server = await ServerProcess.start(args)
  after(() => server.stop())
  return server.url
}
