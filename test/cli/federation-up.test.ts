import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { eventually } from '../federation/clusters-of-servers.js'
import { Client, type Json } from '../support/client.js'
import { MAIN, runCommand } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'

/** Starts the command, and reads what it prints until all of it is there. */
async function up(...args: string[]): Promise<{ child: ChildProcess; lines: string[] }> {
  const child = spawn(process.execPath, [MAIN, 'federation', 'up', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.startsWith('Ctrl-C')) return { child, lines }
  }
  throw new Error('the command ended before it was ready')
}

async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT')
  await exitOf(child)
  return child.exitCode
}

const urlOf = (lines: readonly string[], cluster: string) =>
  lines.find((line) => line.startsWith(`  ${cluster} `))?.match(/http:\S+/)?.[0] ?? ''

const kubeconfigIn = (lines: readonly string[]) =>
  lines.find((line) => line.includes('KUBECONFIG='))?.split('=')[1] ?? ''

describe('binnacle federation up', () => {
  it('starts a host with ready members in regions and zones, and ends with all of them', async () => {
    const { child, lines } = await up('--members', '2')
    const kubeconfig = kubeconfigIn(lines)
    try {
      const host = new Client(urlOf(lines, 'host'))
      const { body } = await host.get('/apis/federation/v1beta1/clusters')
      const facts = body.items.map(({ metadata, status }: Json) => [
        metadata.name,
        metadata.labels.region,
        status.region,
        status.zones.length,
        status.conditions[0].type,
      ])
      assert.deepEqual(facts, [
        ['m1', 'eu-west', 'eu-west', 2, 'Ready'],
        ['m2', 'us-east', 'us-east', 2, 'Ready'],
      ])
      const text = await readFile(kubeconfig, 'utf8')
      for (const name of ['host', 'm1', 'm2']) assert.ok(text.includes(urlOf(lines, name)), name)

      const labels = { app: 'web' }
      const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'web' }] } }
      const spec = { replicas: 4, selector: { matchLabels: labels }, template }
      assert.equal((await host.post(DEPLOYMENTS, { metadata: { name: 'web' }, spec })).status, 201)
      await eventually('the deployment is ready', async () => {
        const { status } = (await host.get(`${DEPLOYMENTS}/web`)).body
        assert.equal(status.readyReplicas, 4)
      })
      const member = await new Client(urlOf(lines, 'm2')).get(`${DEPLOYMENTS}/web`)
      assert.equal(member.body.spec.replicas, 2)
    } finally {
      assert.equal(await stop(child), 0)
    }
    assert.equal(existsSync(kubeconfig), false)
  })

  it('continues with the data of its folder', async () => {
    const { path, remove } = await temporaryFolder()
    const maps = '/api/v1/namespaces/default/configmaps'
    const first = await up('--members', '1', '--data-dir', path)
    await new Client(urlOf(first.lines, 'host')).post(maps, { metadata: { name: 'kept' } })
    assert.equal(await stop(first.child), 0)
    const second = await up('--members', '1', '--data-dir', path)
    try {
      assert.equal((await new Client(urlOf(second.lines, 'host')).get(`${maps}/kept`)).status, 200)
      await eventually('the member has the copy', async () => {
        assert.equal((await new Client(urlOf(second.lines, 'm1')).get(`${maps}/kept`)).status, 200)
      })
    } finally {
      assert.equal(await stop(second.child), 0)
      await remove()
    }
  })

  it('says in one line what is wrong', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { readonly port: number }
    const cases: readonly (readonly [string[], RegExp])[] = [
      [[], /missing subcommand: binnacle federation up/],
      [['dwon'], /unknown command "federation dwon"/],
      [['up', '--members', '0'], /--members: expected a number from 1 to 20, got "0"/],
      [['up', '--port', '65530', '--members', '9'], /9 members have no ports after "65530"/],
      [['up', '--members', '1', '--port', String(port)], new RegExp(`port ${port} .*in use`)],
    ]
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await runCommand('federation', ...args)
      assert.ok(code > 0, args.join(' '))
      assert.equal(stdout, '')
      assert.match(stderr, message)
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
    }
    taken.close()
  })
})
