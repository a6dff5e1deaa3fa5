import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FastClient } from '#test/support/fast-client.js'
import { startTestServer } from '#testing.js'

const JOBS = '/apis/batch/v1/namespaces/default/jobs'

test('a job keeps the labels that the server generated', async () => {
  const server = await startTestServer()
  const client = new FastClient(server.url)
  try {
    const spec = {
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1' }] } },
    }
    const { body: job } = await client.send('POST', JOBS, { metadata: { name: 'sums' }, spec })
    const { uid, name } = job.metadata
    job.spec.template.metadata.labels = {}
    const { status, body } = await client.send('PUT', `${JOBS}/sums`, job)
    assert.equal(status, 422)
    const labels = [
      ['controller-uid', uid],
      ['job-name', name],
      ['batch.kubernetes.io/controller-uid', uid],
      ['batch.kubernetes.io/job-name', name],
    ]
    assert.deepEqual(
      body.details.causes.slice(0, labels.length),
      labels.map(([label, value]) => ({
        reason: 'FieldValueRequired',
        message: `Required value: must be '${value}'`,
        field: `spec.template.metadata.labels[${label}]`,
      })),
    )
  } finally {
    client.close()
    await server.close()
  }
})
