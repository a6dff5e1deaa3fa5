import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newAuthority } from '../support/certificates/authority.js'
import { CERTIFICATE_REQUEST } from '../support/certificates/certificate-request.js'
import type { Json } from '../support/client.js'
import { TEMPLATE } from './support/examples.js'
import { MERGE, rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

withTypedClients('small kinds', (client) => {
  it('Lease: taken over by update and by patch, and released', async () => {
    const leases = client.resource('coordination.k8s.io/v1', 'leases').in('leases')
    const spec = {
      ...{ holderIdentity: 'holder', leaseDurationSeconds: 30, leaseTransitions: 0 },
      ...{ acquireTime: '2024-01-02T03:04:05.000000Z', renewTime: '2024-01-02T03:04:05.000005Z' },
    }
    const metadata = { name: 'lease' }
    await leases.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec })
    const read = await leases.get('lease')
    assert.deepEqual({ leaseTransitions: 0, ...read.spec }, spec)
    const next = {
      ...{ holderIdentity: 'holder2', leaseDurationSeconds: 60, leaseTransitions: 1 },
      ...{ acquireTime: '2024-01-02T03:05:05.000000Z', renewTime: '2024-01-02T03:05:05.000006Z' },
    }
    const updated = await leases.update({ ...read, spec: next })
    assert.deepEqual(updated.spec, next)
    const patched = await leases.patch(
      'lease',
      { spec: { holderIdentity: 'holder3', leaseTransitions: 2 } },
      STRATEGIC,
    )
    assert.deepEqual(patched.spec, { ...next, holderIdentity: 'holder3', leaseTransitions: 2 })
    const { metadata: _, ...second } = read
    const labelled = { name: 'lease2', labels: { deletecollection: 'true' } }
    await leases.create({ ...second, metadata: labelled })
    assert.equal((await leases.list()).items.length, 2)
    await leases.deleteCollection({ labelSelector: 'deletecollection=true' })
    assert.deepEqual(await leases.names(), ['lease'])
    await leases.delete('lease')
    await rejection(leases.get('lease'), 404)
  })

  it('PodTemplate: created, patched, replaced, deleted', async () => {
    const templates = client.resource('v1', 'podtemplates').in('templates')
    const metadata = { name: 'nginx', labels: { 'podtemplate-static': 'true' } }
    await templates.create({ apiVersion: 'v1', kind: 'PodTemplate', metadata, template: TEMPLATE })
    const patched = await templates.patch(
      'nginx',
      { metadata: { labels: { podtemplate: 'patched' } } },
      STRATEGIC,
    )
    assert.equal(patched.metadata.labels.podtemplate, 'patched')
    assert.deepEqual(
      await client.resource('v1', 'podtemplates').names({ labelSelector: 'podtemplate=patched' }),
      ['nginx'],
    )
    const replaced = await templates.change('nginx', (object) => {
      object.metadata.annotations = { updated: 'true' }
    })
    assert.equal(replaced.metadata.annotations.updated, 'true')
    await templates.delete('nginx')
    assert.deepEqual(await templates.names(), [])
  })

  it('ResourceQuota: read, changed, listed in all namespaces by label, deleted as a collection', async () => {
    const everywhere = client.resource('v1', 'resourcequotas')
    const quotas = everywhere.in('quotas')
    const metadata = { name: 'quota', labels: { quota: 'one' } }
    const hard = { cpu: '1', memory: '500Mi' }
    await quotas.create({ apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } })
    const updated = await quotas.change('quota', ({ spec }) => {
      spec.hard = { cpu: '2', memory: '1Gi' }
    })
    assert.deepEqual(updated.spec.hard, { cpu: '2', memory: '1Gi' })
    const patched = await quotas.patch('quota', {
      metadata: { labels: { quota: 'patched' } },
      spec: { hard: { memory: '750Mi' } },
    })
    assert.equal(patched.spec.hard.memory, '750Mi')
    assert.deepEqual(await everywhere.names({ labelSelector: 'quota=patched' }), ['quota'])
    await quotas.deleteCollection({ labelSelector: 'quota=patched' })
    assert.deepEqual(await quotas.names(), [])
    await rejection(quotas.get('quota'), 404)
  })

  it('ServiceAccount: patched, listed in all namespaces by label, replaced, deleted', async () => {
    const everywhere = client.resource('v1', 'serviceaccounts')
    const accounts = everywhere.in('accounts')
    const metadata = { name: 'testserviceaccount', labels: { 'test-serviceaccount-static': 'true' } }
    const watch = await accounts.watch({ labelSelector: 'test-serviceaccount-static=true' })
    await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
    const patch = { automountServiceAccountToken: false }
    assert.equal(
      (await accounts.patch('testserviceaccount', patch, STRATEGIC)).automountServiceAccountToken,
      false,
    )
    assert.deepEqual(await everywhere.names({ labelSelector: 'test-serviceaccount-static=true' }), [
      'testserviceaccount',
    ])
    await accounts.change('testserviceaccount', (object) => {
      object.automountServiceAccountToken = true
    })
    await accounts.deleteCollection({})
    const types = (await watch.take(4)).map(({ type }) => type)
    assert.deepEqual(types, ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'])
    watch.stop()
  })

  it('CertificateSigningRequest: approved, signed and read through each of its subresources', async () => {
    const requests = client.resource('certificates.k8s.io/v1', 'certificatesigningrequests')
    const condition = (type: string) => ({
      type,
      status: 'True',
      reason: 'E2E',
      message: 'Set from an e2e test',
    })
    const types = ({ status }: Json) => status.conditions.map(({ type }: Json) => type)
    await requests.create({
      ...{
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: 'csr' },
      },
      spec: {
        ...{ request: CERTIFICATE_REQUEST, signerName: 'example.com/e2e', expirationSeconds: 3600 },
        usages: ['digital signature', 'key encipherment', 'server auth'],
      },
    })
    const patched = await requests.patch(
      'csr',
      {
        metadata: { annotations: { patchedapproval: 'true' } },
        status: { conditions: [condition('ApprovalPatch')] },
      },
      MERGE,
      'approval',
    )
    assert.equal(patched.metadata.annotations.patchedapproval, 'true')
    assert.deepEqual(types(patched), ['ApprovalPatch'])
    patched.status.conditions.push(condition('Approved'))
    const approved = await requests.update(patched, 'approval')
    assert.deepEqual(types(approved), ['ApprovalPatch', 'Approved'])
    assert.deepEqual(types(await requests.get('csr', 'approval')), ['ApprovalPatch', 'Approved'])
    const certificate = Buffer.from(newAuthority().cert).toString('base64')
    const signed = await requests.patchStatus('csr', {
      metadata: { annotations: { patchedstatus: 'true' } },
      status: { certificate },
    })
    assert.equal(signed.status.certificate, certificate)
    assert.equal(signed.metadata.annotations.patchedstatus, 'true')
    const decided = { status: { conditions: [...signed.status.conditions, condition('Denied')] } }
    await rejection(
      requests.patchStatus('csr', decided),
      422,
      /updates may not add a condition of type "Denied"/,
    )
    await rejection(
      requests.patchStatus('csr', { status: { certificate: null } }),
      422,
      /existing certificate/,
    )
    signed.status.conditions.push(condition('StatusUpdate'))
    const updated = await requests.updateStatus(signed)
    assert.deepEqual(types(updated), ['ApprovalPatch', 'Approved', 'StatusUpdate'])
    assert.deepEqual(types(await requests.get('csr', 'status')), types(updated))
    await requests.delete('csr')
    await rejection(requests.get('csr'), 404)
  })

  it('PriorityClass: its description may change and its value may not', async () => {
    const classes = client.resource('scheduling.k8s.io/v1', 'priorityclasses')
    const make = (name: string, value: number): Json => ({
      ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value },
    })
    for (const [name, value] of [
      ['p1', 1],
      ['p2', 2],
    ] as const)
      await classes.create(make(name, value))
    const changed = await classes.patch('p1', { description: 'changed' }, MERGE)
    assert.equal(changed.description, 'changed')
    await rejection(
      classes.patch('p1', { value: 100 }),
      422,
      /Value: Forbidden|value: Forbidden|may not be changed/,
    )
    await rejection(
      classes.change('p1', (object) => {
        object.value = 100
      }),
      422,
    )
    const names = await classes.names()
    assert.ok(names.includes('p1') && names.includes('p2'))
  })
})
