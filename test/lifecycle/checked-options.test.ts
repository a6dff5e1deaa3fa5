import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer, StartError } from '#index.js'
import { startTestServer } from '#testing.js'

/** Starts a server with unchecked types, like a JavaScript program. Returns the error. */
async function startError(start: (options: never) => Promise<{ close(): Promise<void> }>, options: unknown) {
  try {
    const server = await start(options as never)
    await server.close()
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return error.message
  }
  assert.fail(`started: ${JSON.stringify(options)}`)
}

describe('a server with invalid options', () => {
  it('does not start, and names the option, its value and the allowed values', async () => {
    const cases: [object | null, RegExp][] = [
      [{ host: '0.0.0.0', allowAnyHost: 'false' }, /^allowAnyHost: expected true or false, got "false"$/],
      [
        { anonymousAuth: 'false' },
        /^unknown option anonymousAuth, did you mean authentication\.anonymous\?$/,
      ],
      [
        { authentication: { anonymous: 'false' } },
        /^authentication\.anonymous: expected true or false, got "false"$/,
      ],
      [{ storage: 'Memory' }, /^storage: expected one of embedded, memory, etcd, got "Memory"$/],
      [{ allowAnyhost: true }, /^unknown option allowAnyhost, did you mean allowAnyHost\?$/],
      [{ audit: { logs: '-' } }, /^unknown option audit\.logs, did you mean log\?$/],
      [{ authentication: { tokens: 'x' } }, /^authentication\.tokens: expected a list, got a string$/],
      [null, /^the options: expected an object, got null$/],
    ]
    for (const [options, message] of cases) {
      assert.match(
        await startError(createServer, options && { port: 0, logLevel: 'silent', ...options }),
        message,
      )
      assert.match(await startError(startTestServer, options), message)
      // With users, whose tokens are added to those of the options.
      if (options !== null)
        assert.match(await startError(startTestServer, { users: { a: [] }, ...options }), message)
    }
  })

  it('does not start as a test server with invalid users', async () => {
    const message = /^users: expected an object of lists of strings, got /
    for (const users of ['ann', ['ann'], { ann: 'dev' }, { ann: [1] }, null])
      assert.match(await startError(startTestServer, { users }), message)
    assert.equal(await startError(startTestServer, { user: {} }), 'unknown option user, did you mean users?')
  })
})
