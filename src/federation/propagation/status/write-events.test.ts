import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { EventDetails, EventRecorder } from '#controllers/events/event-recorder.js'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { WriteEvents } from './write-events.js'

const KIND = FEDERATED_KINDS.find(({ kind }) => kind === 'Deployment') as FederatedKind
const FEDERATED = {
  kind: KIND,
  namespace: 'shop',
  name: 'web',
  title: 'deployment "shop/web"',
  spec: { uid: 'u1' },
} as FederatedObject

const copyIn = (cluster: string, parts: Partial<Copy>) =>
  ({ federated: FEDERATED, cluster, intent: 'present', isOurs: true, ...parts }) as Copy

describe('write events', () => {
  let recorded: string[]
  let writeEvents: WriteEvents
  beforeEach(() => {
    recorded = []
    const recorder: Pick<EventRecorder, 'record' | 'written' | 'pending'> = {
      record: (_kind, _object, { type, reason, message }: EventDetails) =>
        recorded.push(`${type} ${reason} ${message}`),
      written: async () => undefined,
      pending: 0,
    }
    writeEvents = new WriteEvents(() => recorder as EventRecorder)
  })

  it('combine all clusters of a moment, per type of write', async () => {
    writeEvents.begins(copyIn('west', {}))
    writeEvents.begins(copyIn('new', { isOurs: false }))
    writeEvents.begins(copyIn('old', { intent: 'absent' }))
    writeEvents.begins(copyIn('east', {}))
    assert.deepEqual([recorded, writeEvents.pending], [[], 1])
    await writeEvents.written()
    assert.deepEqual(recorded, [
      'Normal UpdateInCluster Updating deployment "shop/web" in clusters east, west',
      'Normal CreateInCluster Creating deployment "shop/web" in cluster new',
      'Normal DeleteInCluster Deleting deployment "shop/web" in cluster old',
    ])
    assert.equal(writeEvents.pending, 0)
  })

  it('come before their failures', async () => {
    const copy = copyIn('new', { isOurs: false, failure: { reason: 'Forbidden', message: 'no' } })
    writeEvents.begins(copy)
    writeEvents.failed(copy, true)
    assert.deepEqual(recorded, [
      'Normal CreateInCluster Creating deployment "shop/web" in cluster new',
      'Warning AddInClusterFailed Failed to create deployment "shop/web" in cluster new: no',
    ])
  })

  it('are flushed on close', async () => {
    writeEvents.begins(copyIn('east', {}))
    await writeEvents.close()
    assert.equal(recorded.length, 1)
  })
})
