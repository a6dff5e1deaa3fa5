import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '#test/support/server.js'

const PODS = '/api/v1/namespaces/test/pods'
const MAIN = { name: 'main', image: 'web:1' }
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/main'

const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { containers: [MAIN], ...spec },
})

onEveryEngine('new pods', (client) => {
  it('with scheduling gates have a condition that says so, until they are bound', async () => {
    const { body } = await client.post(PODS, pod('gated', { schedulingGates: [{ name: 'a' }] }))
    const [{ lastTransitionTime, ...condition }] = body.status.conditions
    assert.ok(lastTransitionTime)
    assert.deepEqual(condition, {
      type: 'PodScheduled',
      status: 'False',
      lastProbeTime: null,
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
    })
  })

  it('select the labels that matchLabelKeys name', async () => {
    const term = {
      topologyKey: 'zone',
      labelSelector: { matchLabels: { app: 'web' } },
      matchLabelKeys: ['version', 'missing'],
      mismatchLabelKeys: ['tenant'],
    }
    const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    const labels = { version: '1', tenant: 'a' }
    const { body } = await client.post(PODS, pod('keyed', { affinity: { podAffinity } }, { labels }))
    const [made] = body.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution
    assert.deepEqual(made.labelSelector.matchExpressions, [
      { key: 'version', operator: 'In', values: ['1'] },
      { key: 'tenant', operator: 'NotIn', values: ['a'] },
    ])
  })

  it('have the AppArmor profile of a container as field and as annotation', async () => {
    const securityContext = { appArmorProfile: { type: 'RuntimeDefault' } }
    const fromField = await client.post(
      PODS,
      pod('from-field', { containers: [{ ...MAIN, securityContext }] }),
    )
    assert.equal(fromField.body.metadata.annotations[APPARMOR], 'runtime/default')
    const annotations = { [APPARMOR]: 'localhost/own' }
    const fromAnnotation = await client.post(PODS, pod('from-annotation', {}, { annotations }))
    assert.deepEqual(fromAnnotation.body.spec.containers[0].securityContext, {
      appArmorProfile: { type: 'Localhost', localhostProfile: 'own' },
    })
    const warning = `metadata.annotations[${APPARMOR}]: deprecated since v1.30; use the \\"appArmorProfile\\" field instead`
    assert.equal(fromAnnotation.headers.get('warning'), `299 - "${warning}"`)
  })

  it('are unchanged by a replacement with themselves', async () => {
    const profiled = { ...MAIN, securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }
    const annotations = { zone: 'a' }
    const { body } = await client.post(PODS, pod('same', { containers: [profiled] }, { annotations }))
    assert.deepEqual(Object.keys(body.metadata.annotations), [APPARMOR, 'zone'])
    assert.deepEqual((await client.put(`${PODS}/same`, body)).body, body)
  })

  it('lose the fields of features that are off', async () => {
    const containers = [
      {
        ...MAIN,
        resources: { claims: [{ name: 'c' }] },
        lifecycle: { stopSignal: 'SIGTERM' },
        volumeMounts: [{ name: 'files', mountPath: '/a' }],
      },
    ]
    const { status, body } = await client.post(
      PODS,
      pod('plain', {
        containers,
        resources: { limits: { cpu: '1' } },
        resourceClaims: [{ name: 'c', resourceClaimName: 'x' }],
        volumes: [{ name: 'files', image: { reference: 'a' } }],
      }),
    )
    assert.equal(status, 201)
    const [main] = body.spec.containers
    assert.deepEqual(main.resources, {})
    assert.deepEqual(
      [main.lifecycle, main.volumeMounts, body.spec.volumes, body.spec.resources, body.spec.resourceClaims],
      [undefined, undefined, undefined, undefined, undefined],
    )
  })

  it('are warned of addresses that are not in canonical form', async () => {
    const hostAliases = [{ ip: '010.0.0.1' }, { ip: '2001:DB8::1' }]
    const { headers } = await client.post(PODS, pod('addresses', { hostAliases }))
    assert.equal(
      headers.get('warning'),
      '299 - "spec.hostAliases[0].ip: non-standard IP address \\"010.0.0.1\\" will be considered invalid in a future Kubernetes release: use \\"10.0.0.1\\"", ' +
        '299 - "spec.hostAliases[1].ip: IPv6 address \\"2001:DB8::1\\" should be in RFC 5952 canonical format (\\"2001:db8::1\\")"',
    )
  })
})
