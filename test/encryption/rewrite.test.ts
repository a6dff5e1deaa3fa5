import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { binnacle, failing } from '../backup/support.js'
import type { Client } from '../support/client.js'
import { MAIN } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import {
  aesgcm,
  configure,
  createSecret,
  ENGINES,
  type Home,
  IDENTITY,
  key,
  SECRETS,
  secretbox,
  secretOf,
  start,
} from './support.js'

const COUNT = 300
const nameOf = (index: number) => `secret-${index}`

/** Creates Secrets, and returns the expected values by name. */
async function fill(client: Client): Promise<Map<string, string>> {
  const expected = new Map(Array.from({ length: COUNT }, (_, index) => [nameOf(index), `value ${index}`]))
  const entries = [...expected]
  for (let from = 0; from < COUNT; from += 20) {
    await Promise.all(
      entries.slice(from, from + 20).map(([name, value]) => createSecret(client, name, value)),
    )
  }
  return expected
}

async function valuesOf(client: Client): Promise<Map<string, string>> {
  const { body } = await client.get(SECRETS)
  return new Map(
    body.items.map(({ metadata, data }: { metadata: { name: string }; data: { password: string } }) => [
      metadata.name,
      Buffer.from(data.password, 'base64').toString(),
    ]),
  )
}

/** How many Secrets are stored with each prefix. */
async function storedForms({ open }: Home): Promise<Readonly<Record<string, number>>> {
  const storage = await open()
  const { values } = await storage.range('core/secrets/').finally(() => storage.close())
  const forms: Record<string, number> = {}
  for (const { value } of values) {
    const form = /^k8s:enc:[a-z]+:v1:[^:]+|/.exec(value.toString('latin1'))?.[0] ?? ''
    forms[form] = (forms[form] ?? 0) + 1
  }
  return forms
}

const sortedEntries = (map: ReadonlyMap<string, string>) => [...map].sort()

for (const { name: engine, skip, make } of ENGINES) {
  describe(`binnacle rewrite on ${engine}`, { skip }, () => {
    it('encrypts what was stored before, while writes go on', async (t) => {
      const home = await make(t)
      const plain = await start(t, home)
      const expected = await fill(plain.client)
      await plain.stop()
      const config = await configure(home.file('config'), aesgcm(key('one')), IDENTITY)
      const server = await start(t, home, config)
      let isOver = false
      const write = async () => {
        for (let index = 0; !isOver; index = (index + 11) % COUNT) {
          const value = `changed ${index} ${Math.random()}`
          const { status, text } = await server.client.put(
            `${SECRETS}/${nameOf(index)}`,
            secretOf(nameOf(index), value),
          )
          assert.equal(status, 200, text)
          expected.set(nameOf(index), value)
        }
      }
      const writing = write()
      const said = await binnacle('rewrite', '--server', server.url, '--rate', '400')
      isOver = true
      await writing
      assert.match(said, /^rewrote [0-9]+ records? of 300; all others are up to date/m)
      assert.deepEqual(sortedEntries(await valuesOf(server.client)), sortedEntries(expected))
      assert.match(await binnacle('rewrite', '--server', server.url), /^rewrote 0 records of 300/m)
      await server.stop()
      assert.deepEqual(await storedForms(home), { 'k8s:enc:aesgcm:v1:one': COUNT })
      const again = await start(t, home, config)
      assert.deepEqual(sortedEntries(await valuesOf(again.client)), sortedEntries(expected))
    })

    it('goes on after the server was killed in the middle', async (t) => {
      const home = await make(t)
      const [one, two] = [key('one'), key('two')]
      const first = await start(t, home, await configure(home.file('config'), aesgcm(one)))
      const expected = await fill(first.client)
      await first.stop()
      const rotated = await configure(home.file('config'), secretbox(two), aesgcm(one))
      const second = await start(t, home, rotated)
      const command = spawn(process.execPath, [MAIN, 'rewrite', '--server', second.url, '--rate', '100'], {
        stdio: 'ignore',
      })
      const ended = exitOf(command)
      const revision = async () => Number((await second.client.get(SECRETS)).body.metadata.resourceVersion)
      const begun = await revision()
      while ((await revision()) < begun + 30) await pause(20)
      await second.stop('SIGKILL')
      const [code] = await ended
      assert.equal(code, 1)
      const forms = await storedForms(home)
      assert.ok((forms['k8s:enc:secretbox:v1:two'] ?? 0) > 0, JSON.stringify(forms))
      assert.ok((forms['k8s:enc:aesgcm:v1:one'] ?? 0) > 0, JSON.stringify(forms))
      const third = await start(t, home, rotated)
      assert.deepEqual(sortedEntries(await valuesOf(third.client)), sortedEntries(expected))
      await binnacle('rewrite', '--server', third.url)
      await third.stop()
      assert.deepEqual(await storedForms(home), { 'k8s:enc:secretbox:v1:two': COUNT })
      const last = await start(t, home, await configure(home.file('config'), secretbox(two)))
      assert.deepEqual(sortedEntries(await valuesOf(last.client)), sortedEntries(expected))
    })

    it('decrypts the store when identity comes first', async (t) => {
      const home = await make(t)
      const one = key('one')
      const first = await start(t, home, await configure(home.file('config'), aesgcm(one)))
      await createSecret(first.client, 'db', 'x')
      await first.stop()
      const second = await start(t, home, await configure(home.file('config'), IDENTITY, aesgcm(one)))
      await binnacle('rewrite', '--server', second.url)
      await second.stop()
      assert.deepEqual(await storedForms(home), { '': 1 })
      const last = await start(t, home)
      assert.deepEqual([...(await valuesOf(last.client))], [['db', 'x']])
    })

    it('names values that it cannot decrypt, and deletes them only when asked to', async (t) => {
      const home = await make(t)
      const first = await start(t, home, await configure(home.file('config'), aesgcm(key('one'))))
      await createSecret(first.client, 'db', 'x')
      await first.stop()
      const second = await start(t, home, await configure(home.file('config'), aesgcm(key('two')), IDENTITY))
      const { code, stderr } = await failing('rewrite', '--server', second.url)
      assert.equal(code, 1)
      assert.match(
        stderr,
        /these values cannot be decrypted and stay as they are: "core\/secrets\/default\/db"/,
      )
    })
  })
}

describe('binnacle rewrite', () => {
  it('says that a server encrypts nothing', async (t) => {
    const home = await (ENGINES[0] as (typeof ENGINES)[number]).make(t)
    const server = await start(t, home)
    const { stderr } = await failing('rewrite', '--server', server.url)
    assert.match(stderr, /POST \/binnacle\/v1\/rewrite: the server has no --encryption-config/)
    assert.equal((await server.client.get('/binnacle/v1/rewrite')).status, 405)
    assert.match((await failing('rewrite', '--rate', '0')).stderr, /--rate/)
  })

  it('is for users who may post to its path', async (t) => {
    const home = await (ENGINES[0] as (typeof ENGINES)[number]).make(t)
    const config = await configure(home.file('config'), aesgcm(key('one')))
    const server = await start(t, home, config, '--tls-self-signed')
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    })
    assert.equal((await server.client.post('/binnacle/v1/rewrite', undefined)).status, 403)
    assert.match(
      await binnacle('rewrite', '--kubeconfig', `${home.folder}/admin.kubeconfig`),
      /^rewrote 0 records/m,
    )
  })

  it('refuses a rate that is none, and a second rewrite', async (t) => {
    const home = await (ENGINES[0] as (typeof ENGINES)[number]).make(t)
    const plain = await start(t, home)
    await fill(plain.client)
    await plain.stop()
    const server = await start(t, home, await configure(home.file('config'), aesgcm(key('one')), IDENTITY))
    const path = '/binnacle/v1/rewrite'
    assert.equal((await server.client.post(`${path}?rate=x`, undefined)).status, 400)
    const abort = new AbortController()
    const running = await fetch(`${server.url}${path}?rate=10`, { method: 'POST', signal: abort.signal })
    assert.equal(running.status, 200)
    assert.equal((await server.client.post(path, undefined)).status, 429)
    // A client that goes ends its rewrite.
    abort.abort()
    for (let status = 429; status !== 200; ) {
      ;({ status } = await fetch(`${server.url}${path}?rate=10000`, { method: 'POST' }))
    }
  })
})
