import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type UseTestServerOptions, useServer } from './testing/runner/test-hooks.js'
import type { TestServer } from './testing/test-server.js'

export type { UseTestServerOptions } from './testing/runner/test-hooks.js'

/**
 * Starts a test server for the tests of a file or of a suite, with the hooks of vitest. Its state is reset after each
 * test. When a test fails, the objects that it changed are printed.
 *
 * @example
 * import { expect, test } from 'vitest'
 * import { useTestServer } from 'binnacle/vitest'
 *
 * const server = useTestServer({ simulateWorkloads: true })
 *
 * test('there is a default namespace', async () => {
 *   const response = await fetch(`${server.url}/api/v1/namespaces/default`)
 *   expect(response.status).toBe(200)
 * })
 *
 * @returns the server. Its properties can be read during tests and in their hooks.
 */
export function useTestServer(options: UseTestServerOptions = {}): TestServer {
  return useServer(
    {
      before: beforeAll,
      after: afterAll,
      beforeEach: (hook) => beforeEach(hook),
      afterEach: (hook) =>
        afterEach(({ task }) => hook({ name: task.name, failed: task.result?.state === 'fail' })),
    },
    options,
  )
}
