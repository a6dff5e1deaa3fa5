import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { MERGE, rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const coreEvent = (name: string, namespace: string, labels: Json = {}): Json => ({
  ...{ apiVersion: 'v1', kind: 'Event', metadata: { name, labels } },
  ...{ message: 'This is a test event', reason: 'Test', type: 'Normal', count: 1 },
  involvedObject: { namespace, kind: 'Event', name },
})

const TIME = '2024-01-02T03:04:05.000006Z'
const todaysEvent = (name: string, namespace: string, labels: Json = {}): Json => ({
  ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name, labels }, eventTime: TIME },
  ...{ note: `This is ${name}`, action: 'Do', reason: 'Test', type: 'Normal' },
  regarding: { namespace, kind: 'Pod', name: 'web' },
  ...{ reportingController: 'test-controller', reportingInstance: 'test-node' },
})

withTypedClients('Events', (client) => {
  const core = client.resource('v1', 'events')
  const today = client.resource('events.k8s.io/v1', 'events')

  it('an event of the core group is created, changed and deleted', async () => {
    const events = core.in('core')
    await events.create(coreEvent('event-test', 'core', { 'testevent-constant': 'true' }))
    const found = (await core.list({ labelSelector: 'testevent-constant=true' })).items
    assert.equal(found.length, 1)
    const message = 'This is a test event - patched'
    const patch = { metadata: { labels: { testevent: 'true' } }, message }
    assert.equal((await events.patch('event-test', patch, STRATEGIC)).message, message)
    const updated = await events.change('event-test', (event) => {
      event.series = { count: 100, lastObservedTime: '2024-01-02T03:04:05.505006Z' }
    })
    assert.deepEqual(updated.series, { count: 100, lastObservedTime: '2024-01-02T03:04:05.505006Z' })
    await events.delete('event-test')
    assert.deepEqual(await core.names({ labelSelector: 'testevent-constant=true' }), [])
  })

  it('an event of events.k8s.io is listed, selected, patched, updated and deleted', async () => {
    const events = today.in('today')
    const created = await events.create(todaysEvent('event', 'today', { test: 'yes' }))
    assert.ok((await today.names()).includes('event'))
    assert.deepEqual(await events.names({ fieldSelector: 'reportingController=test-controller' }), ['event'])
    assert.deepEqual(await events.names({ fieldSelector: 'reportingController=other' }), [])
    const patched = await events.patch(
      'event',
      { series: { count: 2, lastObservedTime: '2024-01-02T03:04:06.000006Z' } },
      MERGE,
    )
    assert.equal(patched.series.count, 2)
    assert.deepEqual(
      { ...patched, series: undefined, metadata: undefined },
      {
        ...{ ...created, series: undefined, metadata: undefined },
      },
    )
    const updated = await events.change('event', (event) => {
      event.series = { count: 100, lastObservedTime: '2024-01-02T03:05:06.000006Z' }
    })
    assert.equal(updated.series.count, 100)
    await rejection(
      events.change('event', (event) => {
        event.note = 'another'
      }),
      422,
      /field is immutable/,
    )
    await events.delete('event')
    await rejection(events.get('event'), 404)
  })

  for (const [name, resource, make] of [
    ['core', core, coreEvent],
    ['its own', today, todaysEvent],
  ] as const) {
    it(`those of ${name} group are deleted as a collection`, async () => {
      const namespace = `collection-${name.slice(0, 3)}`
      const events = resource.in(namespace)
      for (const word of ['one', 'two', 'three'])
        await events.create(make(word, namespace, { delete: 'yes' }))
      assert.equal((await events.names({ labelSelector: 'delete=yes' })).length, 3)
      await events.deleteCollection({ labelSelector: 'delete=yes' })
      assert.deepEqual(await events.names(), [])
    })
  }

  it('events written in one group are served in the other', async () => {
    await core.in('both').create(coreEvent('old', 'both'))
    await today.in('both').create(todaysEvent('new', 'both'))
    assert.equal((await today.in('both').get('old')).note, 'This is a test event')
    assert.equal((await core.in('both').get('new')).message, 'This is new')
  })
})
