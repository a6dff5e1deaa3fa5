import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { readdir } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createServer, type Logger, StartError } from '#index.js'
import { startTestServer } from '#testing.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const QUIET = { storage: 'memory', port: 0, logLevel: 'silent' } as const

/** A logger whose functions need `this`, like those of classes. */
class Messages implements Logger {
  readonly all: string[] = []

  trace(_fields: object, message: string) {
    this.all.push(`trace ${message}`)
  }

  debug(_fields: object, message: string) {
    this.all.push(`debug ${message}`)
  }

  info(_fields: object, message: string) {
    this.all.push(`info ${message}`)
  }

  warn(_fields: object, message: string) {
    this.all.push(`warn ${message}`)
  }

  error(_fields: object, message: string) {
    this.all.push(`error ${message}`)
  }
}

async function isReachable(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

for (const [name, start] of Object.entries({ createServer, startTestServer })) {
  describe(`a server of ${name}`, () => {
    it('has the actual port', async () => {
      const server = await start(QUIET)
      assert.equal(server.url, `http://127.0.0.1:${server.port}`)
      await server.close()
    })

    it('is closed at the end of its `await using` block', async () => {
      let url: string
      let closed: Promise<void>
      {
        await using server = await start(QUIET)
        ;({ url, closed } = server)
        assert.ok(await isReachable(url))
      }
      assert.ok(!(await isReachable(url)))
      await closed
    })

    it('resolves `closed` when it has closed', async () => {
      const server = await start(QUIET)
      let isClosed = false
      const resolved = server.closed.then(() => {
        isClosed = true
      })
      assert.ok(await isReachable(server.url))
      assert.ok(!isClosed)
      await server.close()
      await resolved
    })

    it('closes when its signal is aborted, and leaves no listener on the signal', async () => {
      const stop = new AbortController()
      const server = await start({ ...QUIET, signal: stop.signal })
      const other = await start({ ...QUIET, signal: stop.signal })
      await other.close()
      await other.closed
      assert.ok(await isReachable(server.url))
      stop.abort()
      await server.closed
      assert.ok(!(await isReachable(server.url)))
      assert.equal(getEventListeners(stop.signal, 'abort').length, 0)
    })

    it('does not start if its signal is already aborted', async () => {
      await assert.rejects(start({ ...QUIET, signal: AbortSignal.abort() }), { name: 'AbortError' })
      const reason = new Error('not today')
      await assert.rejects(start({ ...QUIET, signal: AbortSignal.abort(reason) }), reason)
    })

    it('releases everything if its signal is aborted while it starts', async (t) => {
      const { path, remove } = await temporaryFolder()
      t.after(remove)
      const stop = new AbortController()
      const options = { ...QUIET, storage: 'embedded', dataDir: path } as const
      const starting = start({ ...options, signal: stop.signal })
      stop.abort()
      await assert.rejects(starting, { name: 'AbortError' })
      assert.notDeepEqual(await readdir(path), [])
      // Opening a store that is still open would fail.
      await (await start(options)).close()
    })

    it('logs to a custom logger, from its level on', async () => {
      const logger = new Messages()
      await (await start({ ...QUIET, logger, logLevel: 'info' })).close()
      assert.ok(logger.all.includes('info serving'), String(logger.all))
      assert.deepEqual(
        logger.all.filter((line) => /^(trace|debug) /.test(line)),
        [],
      )
      const warned = new Messages()
      await (await start({ ...QUIET, logger: warned, logLevel: 'warn' })).close()
      assert.ok(!warned.all.includes('info serving'))
    })

    it('accepts the console as a logger, and rejects invalid ones', async () => {
      await (await start({ ...QUIET, logger: console })).close()
      for (const logger of ['console', { info() {} }, null])
        await assert.rejects(
          start({ ...QUIET, logger: logger as never }),
          wrong(/^logger: expected a logger/),
        )
      for (const signal of [true, {}, new AbortController()])
        await assert.rejects(
          start({ ...QUIET, signal: signal as never }),
          wrong(/^signal: expected an AbortSignal, got /),
        )
    })
  })
}

it('a test server logs only if it has a logger', async () => {
  const logger = new Messages()
  await using server = await startTestServer({ logger })
  assert.ok(server.port > 0)
  assert.ok(logger.all.includes('info serving'))
})

const wrong = (message: RegExp) => (error: unknown) =>
  error instanceof StartError && message.test(error.message)
