import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { kubectlPrograms } from '../clients/support/kubectl.js'
import { exitOf } from '../support/exit-of.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('the single executable', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let program: string
  let env: NodeJS.ProcessEnv
  before(async () => {
    folder = await temporaryFolder()
    program = join(folder.path, 'binnacle')
    execFileSync('npm', ['run', '--silent', 'build:executable'], { cwd: root, stdio: 'ignore' })
    await copyFile(join(root, `dist/binnacle-${process.platform}-${process.arch}`), program)
    env = { PATH: '/usr/bin:/bin', HOME: folder.path, XDG_CACHE_HOME: join(folder.path, 'cache') }
  })
  after(() => folder.remove())

  const start = async (environment: NodeJS.ProcessEnv) => {
    const data = join(folder.path, 'data')
    const server = spawn(program, ['serve', '--port', '0', '--data-dir', data], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    for await (const line of createInterface({ input: server.stdout })) {
      const [, url] = /serving at (\S+)/.exec(line) ?? []
      if (url !== undefined) return { server, url }
    }
    throw new Error('the server ended before it said where it listens')
  }

  const stop = async (server: ReturnType<typeof spawn>) => {
    server.kill('SIGTERM')
    assert.deepEqual(await exitOf(server), [0, null])
  }

  it('unpacks itself once for all processes that start together', async () => {
    const versions = await Promise.all([1, 2, 3].map(() => execute(program, ['version'], { env })))
    for (const { stdout } of versions) assert.match(stdout, /^\d+\.\d+\.\d+/)
    assert.equal((await readdir(join(folder.path, 'cache/binnacle'))).length, 1)
  })

  it('serves, keeps what was written, and ends on SIGTERM', async () => {
    const first = await start(env)
    const path = '/api/v1/namespaces/default/configmaps'
    const created = await fetch(first.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } }),
    })
    assert.equal(created.status, 201)
    await stop(first.server)
    const second = await start(env)
    assert.equal((await fetch(`${second.url}${path}/kept`)).status, 200)
    await stop(second.server)
  })

  it('serves the first minute of the README to kubectl', async () => {
    const commands = await firstMinute()
    for (const kubectl of kubectlPrograms()) {
      const { server, url } = await start(env)
      const cache = join(folder.path, `kubectl-${kubectl.version}`)
      const run = (args: readonly string[]) =>
        execute(kubectl.path, ['--server', url, '--cache-dir', cache, ...args], { env })
      for (const args of commands) {
        const { stdout } = await run(args)
        assert.notEqual(stdout, '', args.join(' '))
        if (args[0] !== 'get') continue
        assert.match(stdout, /deployment.*\/web\s+0\/3/)
        assert.match(stdout, /service\/web\s+ClusterIP/)
      }
      const { stdout } = await run(['get', 'deployments,services', '--output', 'name'])
      assert.doesNotMatch(stdout, /web/)
      await stop(server)
    }
  })

  it('runs where no cache can be written', async () => {
    await rm(join(folder.path, 'cache'), { recursive: true })
    const { stdout } = await execute(program, ['version'], {
      env: { ...env, XDG_CACHE_HOME: '/proc/no-cache' },
    })
    assert.match(stdout, /^\d+\.\d+\.\d+/)
  })

  it('prints usage errors as the package does', async () => {
    const failed = await execute(program, ['sreve'], { env }).catch((error: unknown) => error)
    const { code, stderr } = failed as { code: number; stderr: string }
    assert.deepEqual(
      [code, stderr.trim()],
      [2, 'binnacle: unknown command "sreve", did you mean serve? (see "binnacle help")'],
    )
  })
})

/** The arguments of each kubectl command of the README's first minute, which has an alias for kubectl and its server. */
async function firstMinute(): Promise<string[][]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [section = ''] = readme.split('## The first minute')[1]?.split('\n## ') ?? []
  const commands = [...section.matchAll(/^k (.+)$/gm)].map(([, command]) => command?.split(' ') ?? [])
  assert.ok(commands.length > 3, 'the README has a first minute')
  return commands
}
