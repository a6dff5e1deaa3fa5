import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer, StartError } from '#index.js'
import { startTestServer } from '#testing.js'

/** Starts a server as a program in JavaScript may, whose types nobody has checked. */
async function problem(start: (options: never) => Promise<{ close(): Promise<void> }>, options: unknown) {
  try {
    const server = await start(options as never)
    await server.close()
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return error.message
  }
  assert.fail(`started: ${JSON.stringify(options)}`)
}

describe('a server whose options are wrong', () => {
  it('does not start, and says which option, what it is and what it may be', async () => {
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
        await problem(createServer, options && { port: 0, logLevel: 'silent', ...options }),
        message,
      )
      assert.match(await problem(startTestServer, options), message)
      // With users, whose tokens are put together with those of the options.
      if (options !== null)
        assert.match(await problem(startTestServer, { users: { a: [] }, ...options }), message)
    }
  })

  it('does not start as a server for tests with users that are none', async () => {
    const message = /^users: expected an object of lists of strings, got /
    for (const users of ['ann', ['ann'], { ann: 'dev' }, { ann: [1] }, null])
      assert.match(await problem(startTestServer, { users }), message)
    assert.equal(await problem(startTestServer, { user: {} }), 'unknown option user, did you mean users?')
  })
})
