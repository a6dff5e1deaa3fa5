import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { ManualClock, startTestServer } from '#testing.js'
import type { Json } from '../support/client.js'
import { BEHAVIOUR, Cluster, DEFAULT, READY_AFTER } from './cluster.js'

const LOGS = 'simulation.binnacle.dev/logs'
const PODS = `${DEFAULT}/pods`

const pod = (annotations: Json, containers = ['main'], spec: Json = {}): Json => ({
  metadata: { name: 'one', annotations },
  spec: { containers: containers.map((name) => ({ name, image: 'main:1' })), ...spec },
})

async function start(t: TestContext) {
  const clock = new ManualClock()
  const server = await startTestServer({ simulateWorkloads: true, clock })
  t.after(() => server.close())
  const cluster = new Cluster(clock, server)
  await cluster.settled()
  const log = async (query = '', name = 'one') => {
    const response = await fetch(`${server.url}${PODS}/${name}/log${query}`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const failure = async (query: string) => {
    const { status, text } = await log(query)
    return [status, (JSON.parse(text) as Json).message]
  }
  return { cluster, log, failure, url: server.url }
}

describe('the log of a pod', () => {
  it('is the text of an annotation, as much as was asked for', async (t) => {
    const { cluster, log } = await start(t)
    await cluster.create(PODS, pod({ [LOGS]: 'one\ntwo\nthree\n' }))
    assert.deepEqual(await log(), { status: 200, type: 'text/plain', text: 'one\ntwo\nthree\n' })
    assert.equal((await log('?tailLines=2')).text, 'two\nthree\n')
    assert.equal((await log('?tailLines=0')).text, '')
    assert.equal((await log('?limitBytes=5')).text, 'one\nt')
    assert.equal((await log('?tailLines=1&timestamps=true')).text, '2024-01-01T00:00:00Z three\n')
    assert.equal((await log('?sinceSeconds=10&follow=false')).text, 'one\ntwo\nthree\n')
    await cluster.pass(60)
    assert.equal((await log('?sinceSeconds=10')).text, '')
    assert.equal((await log('?sinceSeconds=60')).text, 'one\ntwo\nthree\n')
  })

  it('has the times that its lines begin with', async (t) => {
    const { cluster, log, failure } = await start(t)
    const lines = ['no time\n', '2024-01-01T00:00:30Z half\n', 'more\n', '2024-01-01T00:01:00.5+00:00 last']
    await cluster.create(PODS, pod({ [LOGS]: lines.join('') }))
    await cluster.pass(60)
    assert.equal((await log('?sinceSeconds=30')).text, lines.slice(1).join(''))
    assert.equal((await log('?sinceTime=2024-01-01T00:00:31Z')).text, lines[3])
    assert.equal((await log('?sinceTime=2024-01-01T00:00:30Z&tailLines=2')).text, lines.slice(2).join(''))
    assert.equal(
      (await log('?timestamps=true&tailLines=2&limitBytes=30')).text,
      '2024-01-01T00:00:30Z more\n2024',
    )
    assert.deepEqual(await failure('?sinceTime=yesterday'), [
      400,
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse',
    ])
  })

  it('is empty for a started container without the annotation, and for a pod without a node', async (t) => {
    const { cluster, log } = await start(t)
    await cluster.create(PODS, pod({}))
    assert.deepEqual((await log()).text, '')
    const pending = pod({ [LOGS]: 'text', [BEHAVIOUR]: 'pending' })
    await cluster.create(PODS, { ...pending, metadata: { ...pending.metadata, name: 'pending' } })
    assert.deepEqual(await log('', 'pending').then(({ status, text }) => [status, text]), [204, ''])
    assert.equal((await log('', 'none')).status, 404)
  })

  it('is of one container', async (t) => {
    const { cluster, log, failure } = await start(t)
    const annotations = { [LOGS]: 'all', 'logs.simulation.binnacle.dev/b': 'of b' }
    const initContainers = [{ name: 'init', image: 'main:1' }]
    await cluster.create(PODS, pod(annotations, ['a', 'b'], { initContainers }))
    assert.equal((await log('?container=a')).text, 'all')
    assert.equal((await log('?container=b')).text, 'of b')
    assert.equal((await log('?container=init')).text, 'all')
    assert.deepEqual(await failure('?container=c'), [400, 'container c is not valid for pod one'])
    assert.deepEqual(await failure(''), [
      400,
      'a container name must be specified for pod one, choose one of: [init a b]',
    ])
  })

  it('needs a started container and valid parameters', async (t) => {
    const { cluster, failure } = await start(t)
    await cluster.create(PODS, pod({ [READY_AFTER]: '10s' }))
    assert.deepEqual(await failure(''), [
      400,
      'container "main" in pod "one" is waiting to start: ContainerCreating',
    ])
    await cluster.pass(10)
    assert.deepEqual(await failure('?previous=true'), [
      400,
      'previous terminated container "main" in pod "one" not found',
    ])
    for (const query of ['tailLines=-1', 'limitBytes=0', 'sinceSeconds=0']) {
      assert.equal((await failure(`?${query}`))[0], 422, query)
    }
    assert.equal((await failure('?tailLines=many'))[0], 400)
  })

  it('is followed until the pod ends', async (t) => {
    const { cluster, url } = await start(t)
    const containers = [{ name: 'main', image: 'main:1', command: ['sleep', '60'] }]
    await cluster.create(PODS, {
      metadata: { name: 'one', annotations: { [LOGS]: 'start\n' } },
      spec: { restartPolicy: 'Never', containers },
    })
    const followed = fetch(`${url}${PODS}/one/log?follow=true`).then((response) => response.text())
    // Another request after it: the first one is being followed.
    await cluster.get(`${PODS}/one`)
    await cluster.change(`${PODS}/one`, { metadata: { annotations: { [LOGS]: 'start\nmore\n' } } })
    await cluster.pass(60)
    assert.equal(await followed, 'start\nmore\n')
  })

  it('of a container before its last restart is an annotation of its own, or the same', async (t) => {
    const { cluster, log } = await start(t)
    const annotations = { [LOGS]: 'now', [BEHAVIOUR]: 'crash', 'simulation.binnacle.dev/finish-after': '5s' }
    await cluster.create(PODS, pod(annotations))
    await cluster.pass(20)
    assert.equal((await log('?previous=true')).text, 'now')
    const previous = { 'previous-logs.simulation.binnacle.dev/main': 'before' }
    await cluster.change(`${PODS}/one`, { metadata: { annotations: previous } })
    assert.equal((await log('?previous=true')).text, 'before')
    assert.equal((await log()).text, 'now')
  })

  it('is followed to its limit, with times', async (t) => {
    const { cluster, url } = await start(t)
    await cluster.create(PODS, pod({ [LOGS]: 'a\n' }))
    const followed = fetch(`${url}${PODS}/one/log?follow=true&timestamps=true&limitBytes=46`)
    await cluster.get(`${PODS}/one`)
    await cluster.change(`${PODS}/one`, { metadata: { annotations: { [LOGS]: 'a\nb' } } })
    await cluster.change(`${PODS}/one`, { metadata: { annotations: { [LOGS]: 'a\nbcde' } } })
    const text = await (await followed).text()
    assert.equal(text, '2024-01-01T00:00:00Z a\n2024-01-01T00:00:00Z bc')
  })

  it('is not there without simulated workloads', async (t) => {
    await using server = await startTestServer()
    t.diagnostic(server.url)
    await fetch(`${server.url}${PODS}`, {
      method: 'POST',
      body: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', ...pod({ [LOGS]: 'text' }) }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal((await fetch(`${server.url}${PODS}/one/log`)).status, 501)
  })
})
