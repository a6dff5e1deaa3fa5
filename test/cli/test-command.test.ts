import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { MAIN, runCommand as run } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const NODE = process.execPath

/** Runs a program of JavaScript with a server of its own. */
const runScript = (script: string, ...flags: string[]) =>
  run('test', ...flags, '--', NODE, '--input-type=module', '-e', script)

const CREATE = `
const create = (path, object) => fetch(process.env.BINNACLE_URL + path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(object) })
`

const DEFINITION = {
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  metadata: { name: 'ships.fleet.example.com' },
  spec: {
    ...{ group: 'fleet.example.com', scope: 'Namespaced', names: { kind: 'Ship', plural: 'ships' } },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}
const SHIP = { apiVersion: 'fleet.example.com/v1', kind: 'Ship' }

describe('binnacle test', () => {
  it('sets KUBECONFIG and BINNACLE_URL for the command, and removes the file', async () => {
    const { code, stdout } = await runScript(`
      import { readFileSync } from 'node:fs'
      const { KubeConfig, CoreV1Api } = await import('@kubernetes/client-node')
      const config = new KubeConfig()
      config.loadFromFile(process.env.KUBECONFIG)
      const { items } = await config.makeApiClient(CoreV1Api).listNamespace()
      const isServer = readFileSync(process.env.KUBECONFIG, 'utf8').includes(process.env.BINNACLE_URL)
      console.log(JSON.stringify([process.env.KUBECONFIG, isServer, items.some(({ metadata }) => metadata.name === 'default')]))
    `)
    assert.equal(code, 0)
    const [file, isServer, hasDefault] = JSON.parse(stdout)
    assert.ok(isServer && hasDefault)
    assert.ok(!existsSync(file), 'the kubeconfig is still there')
  })

  it('exits with the code of the command', async () => {
    assert.equal((await runScript('process.exit(7)')).code, 7)
  })

  it('counts the objects that were left behind by kind', async () => {
    const { stderr, stdout } = await runScript(`${CREATE}
      for (const name of ['a', 'b']) await create('/api/v1/namespaces/left/configmaps', { metadata: { name } })
      await create('/api/v1/namespaces/left/secrets', { metadata: { name: 'gone' } })
      await fetch(process.env.BINNACLE_URL + '/api/v1/namespaces/left/secrets/gone', { method: 'DELETE' })
      console.log('output of the command')
    `)
    assert.equal(stdout, 'output of the command\n')
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'binnacle: 3 objects left behind',
      '  2 ConfigMap: left/a, left/b',
      '  1 Namespace: left',
    ])
  })

  it('says when nothing was left behind', async () => {
    assert.equal((await runScript('')).stderr, 'binnacle: no objects left behind\n')
  })

  it('takes flags of serve', async () => {
    const { stdout } = await runScript(
      `${CREATE} console.log((await create('/api/v1/namespaces/none/configmaps', { metadata: { name: 'a' } })).status)`,
      '--namespaces',
      'strict',
    )
    assert.equal(stdout, '404\n')
  })

  it('loads fixtures, which are not left behind, and makes requests fail by rules', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    await writeFile(join(path, 'crd.json'), JSON.stringify(DEFINITION))
    for (const name of ['a', 'b'])
      await writeFile(join(path, `${name}.json`), JSON.stringify({ ...SHIP, metadata: { name } }))
    const rule = { match: { verb: 'get', resource: 'ships', name: 'a' }, action: { fail: { code: 503 } } }
    await writeFile(join(path, 'faults.yaml'), JSON.stringify([rule]))
    const ships = '/apis/fleet.example.com/v1/namespaces/default/ships/'
    const { code, stdout, stderr } = await runScript(
      `for (const name of 'ab') console.log((await fetch(process.env.BINNACLE_URL + '${ships}' + name)).status)`,
      ...['--crds', join(path, 'crd.json'), '--objects', join(path, '{a,b}.json')],
      ...['--faults', join(path, 'faults.yaml')],
    )
    assert.equal(code, 0, stderr)
    assert.equal(stdout, '503\n200\n')
    assert.match(stderr, /binnacle: no objects left behind\n$/)
  })

  it('reports wrong fixtures without running the command', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const file = join(path, 'pod.yaml')
    await writeFile(file, 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  contianers: []\n')
    const { code, stdout, stderr } = await runScript('console.log("ran")', '--objects', file)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^binnacle: .*pod\.yaml.*line 5: .*unknown field "spec.contianers"$/m)
  })

  it('forwards signals and exits with their code', async () => {
    const script = 'console.log("ready"); setInterval(() => {}, 1000)'
    const child = spawn(NODE, [MAIN, 'test', '--', NODE, '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [code] = await exitOf(child)
    assert.equal(code, 143)
  })

  it('exits with 127 if there is no such program', async () => {
    const { code, stderr } = await run('test', '--', 'no-such-program')
    assert.equal(code, 127)
    assert.match(stderr, /^binnacle: cannot run no-such-program: not found$/m)
  })

  it('leaves the flags of the command to the command', async () => {
    const { code, stdout } = await run('test', '--', NODE, '--help')
    assert.equal(code, 0)
    assert.match(stdout, /node \[options\]/)
  })

  it('needs a command', async () => {
    const { code, stderr } = await run('test', '--simulate-workloads')
    assert.equal(code, 2)
    assert.match(stderr, /missing command: binnacle test \[flags\] -- <command>/)
  })
})
