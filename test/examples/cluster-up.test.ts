import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MAIN } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const UP = new URL('../../../examples/cluster/up.sh', import.meta.url).pathname
const COMPONENT = new URL('./component.js', import.meta.url).pathname
const PROGRAMS = ['kube-controller-manager', 'kube-scheduler', 'kubemark']
const execute = promisify(execFile)

/** The programs of Kubernetes are stand-ins that use their credentials as the real ones would. */
describe('examples/cluster/up.sh', { timeout: 180_000 }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let env: NodeJS.ProcessEnv
  let notes: string
  // Below the ports that systems give out.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const started = new Set<ChildProcess>()
  before(async () => {
    folder = await temporaryFolder()
    notes = join(folder.path, 'notes')
    const programs = join(folder.path, 'bin')
    await mkdir(programs)
    for (const program of PROGRAMS) {
      const path = join(programs, program)
      await writeFile(
        path,
        `#!/bin/sh\nexec "${process.execPath}" "${COMPONENT}" ${program} "${notes}" "$@"\n`,
      )
      await chmod(path, 0o755)
    }
    env = {
      ...process.env,
      PATH: `${programs}${delimiter}${process.env.PATH}`,
      CLUSTER_DIR: join(folder.path, 'cluster'),
      PORT: String(port),
      BINNACLE: `${process.execPath} ${MAIN}`,
    }
  })
  after(async () => {
    for (const child of started) child.kill('SIGKILL')
    await folder.remove()
  })

  async function up(): Promise<ChildProcess> {
    await writeFile(notes, '')
    const child = spawn(UP, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    started.add(child)
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('Ctrl-C')) return child
    throw new Error('up.sh ended before the cluster was up')
  }

  async function noted(): Promise<readonly string[]> {
    const names = ['kube-controller-manager', 'kube-scheduler', 'node-1', 'node-2']
    for (;;) {
      const lines = (await readFile(notes, 'utf8')).split('\n')
      if (names.every((name) => lines.includes(`${name} runs`))) return lines
      await sleep(100)
    }
  }

  const get = async (path: string) => {
    const pki = join(folder.path, 'cluster', 'pki')
    const { stdout } = await execute('curl', [
      ...['--silent', '--cacert', join(pki, 'ca.crt'), '--cert', join(pki, 'admin.crt')],
      ...['--key', join(pki, 'admin.key'), `https://127.0.0.1:${port}${path}`],
    ])
    return JSON.parse(stdout)
  }

  it('starts a cluster in which every program has its rights, and no more', async () => {
    const child = await up()
    const lines = await noted()
    for (const line of [
      'kube-controller-manager POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases 201',
      'kube-controller-manager POST /api/v1/namespaces/default/serviceaccounts 201',
      'kube-controller-manager GET /apis/apps/v1/deployments 200',
      'kube-scheduler GET /api/v1/pods 200',
      'kube-scheduler GET /api/v1/secrets 403',
      'node-1 POST /api/v1/nodes 201',
      'node-1 POST /api/v1/nodes 403',
      'node-2 POST /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases 201',
      'node-2 GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-2 200',
      'node-2 GET /api/v1/pods 403',
    ]) {
      assert.ok(lines.includes(line), `${line} is not among\n${lines.join('\n')}`)
    }
    const { items } = await get('/api/v1/nodes')
    const names = items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
    assert.deepEqual(names.sort(), ['node-1', 'node-2'])
    child.kill('SIGINT')
    assert.deepEqual(await exitOf(child), [0, null])
  })

  it('finds what was stored when it starts again, and ends when a program does', async () => {
    const child = await up()
    const lines = await noted()
    assert.ok(lines.includes('node-1 POST /api/v1/nodes 409'), lines.join('\n'))
    await execute('pkill', ['-f', `${COMPONENT} kube-scheduler ${notes}`])
    assert.deepEqual(await exitOf(child), [1, null])
  })

  it('says which programs are missing', async () => {
    const { code, stderr } = (await execute(UP, { env: { ...env, BINNACLE: 'no-such-program' } }).catch(
      (error: { code: number; stderr: string }) => error,
    )) as { code: number; stderr: string }
    assert.equal(code, 1)
    assert.match(stderr, /^up\.sh: not found: no-such-program\n/)
  })
})
