import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Client, type Json } from '../support/client.js'
import { runCommand } from '../support/command.js'
import { cluster, DEPLOYMENTS, deployment, INGRESSES, ingress, KINDS } from '../support/objects.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

async function folderOf(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return path
}

async function serving<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const server = await ServerProcess.start(['--data-dir', dataDir])
  try {
    return await work(new Client(server.url))
  } finally {
    await server.stop()
  }
}

async function command(...args: string[]): Promise<string> {
  const { code, stderr } = await runCommand(...args)
  assert.equal(code, 0, stderr)
  return stderr
}

/** All served objects in the order of their resource versions, without the versions. */
async function served(client: Client): Promise<{ readonly objects: Json[]; readonly versions: number[] }> {
  const objects: Json[] = []
  for (const { path } of KINDS) {
    const { items, kind } = (await client.get(path)).body
    for (const item of items) objects.push({ list: kind, ...item })
  }
  const version = (object: Json) => Number(object.metadata.resourceVersion)
  objects.sort((one, other) => version(one) - version(other))
  const versions = objects.map(version)
  for (const { metadata } of objects) delete metadata.resourceVersion
  return { objects, versions }
}

describe('objects moved to another store', () => {
  it('are unchanged except for their resource versions, whose order is kept', async (t) => {
    const folder = await folderOf(t)
    const [old, neu, file] = ['old', 'new', 'moved.binnacle.gz'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const before = await serving(old, async (client) => {
      for (const [index, { path, make }] of [...KINDS, ...KINDS].entries()) {
        assert.equal((await client.post(path, make(`thing-${index}`))).status, 201)
      }
      const first = `${INGRESSES}/thing-3`
      const { body } = await client.get(first)
      assert.equal(
        (await client.put(first, { ...body, metadata: { ...body.metadata, labels: { a: 'b' } } })).status,
        200,
      )
      return served(client)
    })
    const exported = await command('export', '--data-dir', old, '--file', file)
    const [, records] = /^exported (\d+) records to /.exec(exported) ?? []
    // Every server also has built-in objects.
    assert.ok(Number(records) > 10, exported)
    const imported = await command('import', '--data-dir', neu, '--file', file)
    assert.ok(imported.startsWith(`imported ${records} records from `), imported)
    const after = await serving(neu, served)
    assert.deepEqual(after.objects, before.objects)
    assert.equal(new Set(after.versions).size, before.versions.length)
  })

  it('keep their auxiliary records', async (t) => {
    const folder = await folderOf(t)
    const [old, neu, file] = ['old', 'new', 'file'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const path = `${DEPLOYMENTS}/web`
    const image = (body: Json) => body.spec.template.spec.containers[0].image
    await serving(old, async (client) => {
      const { body } = await client.post(DEPLOYMENTS, deployment('web'))
      body.spec.template.spec.containers[0].image = 'registry.example/web:2.0'
      assert.equal((await client.put(path, body)).status, 200)
    })
    await command('export', '--data-dir', old, '--file', file)
    await command('import', '--data-dir', neu, '--file', file)
    await serving(neu, async (client) => {
      assert.equal(image((await client.get(path)).body), 'registry.example/web:2.0')
      const rollback = { kind: 'DeploymentRollback', name: 'web', rollbackTo: { revision: 1 } }
      assert.equal((await client.post(`${path}/rollback`, rollback)).status, 201)
      assert.equal(image((await client.get(path)).body), 'registry.example/web:1.0')
    })
  })

  it('reject continue tokens of the old store', async (t) => {
    const folder = await folderOf(t)
    const [old, neu, file] = ['old', 'new', 'file'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const token = await serving(old, async (client) => {
      for (const name of ['a', 'b', 'c']) await client.post(INGRESSES, ingress(name))
      return (await client.get(`${INGRESSES}?limit=1`)).body.metadata.continue as string
    })
    assert.ok(token.length > 0)
    await command('export', '--data-dir', old, '--file', file)
    await command('import', '--data-dir', neu, '--file', file)
    await serving(neu, async (client) => {
      await client.post('/apis/federation/v1beta1/clusters', cluster('c'))
      assert.equal((await client.get(`${INGRESSES}?limit=1&continue=${token}`)).status, 400)
    })
  })

  it('can only be exported once their server has stopped', async (t) => {
    const folder = await folderOf(t)
    await serving(folder, async () => {
      const { code, stderr } = await runCommand('export', '--data-dir', folder, '--file', join(folder, 'out'))
      assert.equal(code, 1)
      assert.match(stderr, /^binnacle: the data folder .* is in use by process \d+\n$/)
    })
  })
})
