import { after, afterEach, before, beforeEach } from 'node:test'
import { type UseTestServerOptions, useServer } from './testing/runner/test-hooks.js'
import type { TestServer } from './testing/test-server.js'

export type { UseTestServerOptions } from './testing/runner/test-hooks.js'

/**
 * Starts a test server for the tests of a file or of a suite, with the hooks of `node:test`. Its state is reset after
 * each test. When a test fails, the objects that it changed are printed.
 *
 * @example
 * import { test } from 'node:test'
 * import { useTestServer } from 'binnacle/node-test'
 *
 * const server = useTestServer({ simulateWorkloads: true })
 *
 * test('there is a default namespace', async () => {
 *   const response = await fetch(`${server.url}/api/v1/namespaces/default`)
 *   assert.equal(response.status, 200)
 * })
 *
 * @returns the server. Its properties can be read during tests and in their hooks.
 */
export function useTestServer(options: UseTestServerOptions = {}): TestServer {
  return useServer(
    {
      before,
      after,
      beforeEach,
      afterEach: (hook) =>
        afterEach((context) => {
          const { name, error } = context as { readonly name: string; readonly error?: unknown }
          return hook({ name, failed: Boolean(error) })
        }),
    },
    options,
  )
}
