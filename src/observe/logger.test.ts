import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { createLogger, LOG_LEVELS, silentLogger } from './logger.js'

/** Logs in a process of its own, because a logger writes to that process' standard error. */
function log(level: string, statements: string): { stdout: string; lines: Record<string, unknown>[] } {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.js', import.meta.url).href)}
    const logger = await createLogger(${JSON.stringify(level)})
    ${statements}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return {
    stdout,
    lines: stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

describe('the logger', () => {
  it('writes lines of JSON to standard error, with the level by name and the time', () => {
    const { stdout, lines } = log('info', `logger.warn({ key: '/a' }, 'slow write')`)
    assert.equal(stdout, '')
    assert.equal(lines.length, 1)
    const { time, ...rest } = lines[0] as Record<string, unknown>
    assert.deepEqual(rest, { level: 'warn', key: '/a', msg: 'slow write' })
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('leaves out what is below its level', () => {
    const { lines } = log(
      'warn',
      `for (const level of ['trace', 'debug', 'info', 'warn', 'error']) logger[level]({}, level)`,
    )
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['warn', 'error'],
    )
  })

  it('logs an error with its stack', () => {
    const { lines } = log('error', `logger.error({ err: new TypeError('broken') }, 'failed')`)
    const { err } = lines[0] as { err: Record<string, string> }
    assert.equal(err.message, 'broken')
    assert.match(err.stack ?? '', /TypeError: broken\n\s+at /)
  })

  it('writes everything before the process exits', () => {
    // The first line starts the threads that write. A process that ends before they run at all is no server.
    const { lines } = log(
      'info',
      `logger.info({ n: 0 }, 'line')
      await new Promise((resolve) => setTimeout(resolve, 100))
      for (let n = 1; n < 500; n++) logger.info({ n }, 'line')
      process.exit(0)`,
    )
    assert.deepEqual(
      lines.map(({ n }) => n),
      Array.from({ length: 500 }, (_, n) => n),
    )
  })

  it('loads nothing and says nothing when it is to be silent', async () => {
    assert.equal(await createLogger('silent'), silentLogger)
    silentLogger.error({}, 'this is not written')
    assert.equal(LOG_LEVELS.at(-1), 'silent')
  })
})
