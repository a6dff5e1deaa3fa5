import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/temporary-folder.js'

const compiled = (path: string) => fileURLToPath(new URL(`../../src${path}`, import.meta.url))

/** Runs `npm start` of this package with the compiled server, without the bundler. */
async function npmStart(t: TestContext) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const { scripts } = JSON.parse(await readFile(compiled('/../../package.json'), 'utf8'))
  const manifest = { name: 'started', type: 'module', scripts: { start: scripts.start } }
  await writeFile(join(path, 'package.json'), JSON.stringify(manifest))
  await mkdir(join(path, 'scripts'))
  await writeFile(join(path, 'scripts/bundle.mjs'), '')
  await symlink(compiled('/'), join(path, 'dist'))
  const npm = spawn('npm', ['start', '--', '--port', '0', '--storage', 'memory', '--log-level', 'info'], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, which is killed after the test.
    detached: true,
  })
  t.after(() => {
    try {
      process.kill(-(npm.pid as number), 'SIGKILL')
    } catch {
      // The group has already exited.
    }
  })
  npm.stderr.resume()
  for await (const line of createInterface({ input: npm.stdout })) {
    const url = /https?:\/\/\S+/.exec(line)?.[0]
    if (url === undefined) continue
    npm.stdout.resume()
    return { npm, url }
  }
  throw new Error('npm ended before the server said where it listens')
}

describe('npm start', { skip: process.platform === 'win32' && 'there are no such signals' }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`stops the server when npm gets ${signal}`, { timeout: 60_000 }, async (t) => {
      const { npm, url } = await npmStart(t)
      assert.equal((await fetch(`${url}/readyz`)).status, 200)
      const closed = once(npm, 'close')
      npm.kill(signal)
      // Both have closed the output: no process is left.
      await closed
      await assert.rejects(fetch(`${url}/readyz`))
    })
  }
})
