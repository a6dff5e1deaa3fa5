import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments'
const CSI = { driver: 'disks.example.com', volumeHandle: 'disk-1' }

const attachment = (name: string, source: Json): Json => ({
  metadata: { name },
  spec: { attacher: 'disks.example.com', nodeName: 'node-1', source },
})

describe('an inline volume of a volume attachment', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('is stored as it was sent', async () => {
    const inlineVolumeSpec = { csi: CSI, accessModes: ['ReadWriteOnce'] }
    const { status, body } = await client.post(ATTACHMENTS, attachment('one', { inlineVolumeSpec }))
    assert.equal(status, 201)
    assert.deepEqual(body.spec.source, { inlineVolumeSpec })
  })

  it('has its own validation', async () => {
    const errorsOf = async (source: Json) => {
      const { status, body } = await client.post(ATTACHMENTS, attachment('two', source))
      assert.equal(status, 422)
      return body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`)
    }
    const both = { persistentVolumeName: 'v', inlineVolumeSpec: { csi: CSI, accessModes: ['ReadWriteOnce'] } }
    const exactlyOne = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
    assert.deepEqual(await errorsOf(both), [`spec.source: Forbidden: ${exactlyOne}`])
    assert.deepEqual(await errorsOf({}), [`spec.source: Required value: ${exactlyOne}`])
    const spec = {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/data' },
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 'fast',
      volumeMode: 'Block',
    }
    const at = 'spec.source.inlineVolumeSpec'
    const context = 'in the context of inline volumes'
    assert.deepEqual(await errorsOf({ inlineVolumeSpec: spec }), [
      `${at}.capacity: Forbidden: may not be specified ${context}`,
      `${at}.csi: Required value: has to be specified ${context}`,
      `${at}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain ${context}`,
      `${at}.storageClassName: Forbidden: may not be specified ${context}`,
      `${at}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem ${context}`,
    ])
  })
})
