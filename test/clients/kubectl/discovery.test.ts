import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

onEveryKubectl('discovery', ({ kubectl }) => {
  it('version names the version of both sides', async () => {
    const { serverVersion } = JSON.parse(await kubectl.prints('version -o json'))
    assert.match(serverVersion.gitVersion, /^v1\.10\.0\+binnacle\.\d+\.\d+\.\d+$/)
    assert.match(await kubectl.prints('version'), /Server Version: .*v1\.10\.0\+binnacle/)
  })

  it('api-versions lists the versions of both groups, and the one of lists and namespaces', async () => {
    assert.equal(await kubectl.prints('api-versions'), 'extensions/v1beta1\nfederation/v1beta1\nv1\n')
  })

  it('api-resources lists the kinds with their short names', async () => {
    const [head, ...rows] = (await kubectl.prints('api-resources')).trimEnd().split('\n')
    assert.match(head ?? '', /^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND$/)
    assert.deepEqual(
      rows.map((row) => row.trim().split(/ +/)),
      [
        ['namespaces', 'ns', 'v1', 'false', 'Namespace'],
        ['daemonsets', 'ds', 'extensions/v1beta1', 'true', 'DaemonSet'],
        ['deployments', 'deploy', 'extensions/v1beta1', 'true', 'Deployment'],
        ['ingresses', 'ing', 'extensions/v1beta1', 'true', 'Ingress'],
        ['replicasets', 'rs', 'extensions/v1beta1', 'true', 'ReplicaSet'],
        ['clusters', 'federation/v1beta1', 'false', 'Cluster'],
      ],
    )
  })

  it('api-resources picks by group, by scope and by verb', async () => {
    const names = async (flags: string) =>
      (await kubectl.prints(`api-resources -o name ${flags}`)).split('\n')
    assert.deepEqual(await names('--api-group=federation'), ['clusters.federation', ''])
    assert.deepEqual(await names('--namespaced=false --verbs=create'), ['clusters.federation', ''])
    assert.equal((await names('--verbs=list,watch,deletecollection')).length, 6)
    assert.deepEqual(await names('--verbs=connect'), [''])
  })

  it('get --raw reaches every other path', async () => {
    assert.equal(await kubectl.prints('get --raw /readyz'), 'ok')
    assert.match(await kubectl.prints('get --raw /metrics'), /^binnacle_objects 0$/m)
  })

  it('explain describes a kind and its fields', async () => {
    const kind = await kubectl.prints('explain deployment')
    assert.match(kind, /^KIND: +Deployment$/m)
    assert.match(kind, /extensions\/v1beta1|GROUP: +extensions/)
    assert.match(kind, /^ +spec\t<.*>/m)
    assert.match(kind, /^ +status\t<.*>/m)
    assert.match(kind, /^DESCRIPTION:\n +\S/m)
  })

  it('explain goes down to a single field', async () => {
    assert.match(await kubectl.prints('explain deployment.spec'), /^ +replicas\t<integer>/m)
    const image = await kubectl.prints('explain deployment.spec.template.spec.containers.image')
    assert.match(image, /^FIELD: +image <string>/m)
    assert.match(
      await kubectl.prints('explain cluster.spec.serverAddressByClientCIDRs'),
      /^ +clientCIDR\t<string> -?required-?/m,
    )
    assert.match(await kubectl.rejects('explain deployment.spec.replica'), /field "replica" does not exist/)
  })

  it('explain --recursive shows the whole tree of every kind', async () => {
    for (const [kind, field] of [
      ['deployment', 'terminationGracePeriodSeconds'],
      ['daemonset', 'templateGeneration'],
      ['replicaset', 'minReadySeconds'],
      ['ingress', 'servicePort'],
      ['cluster', 'serverAddress'],
    ]) {
      assert.match(
        await kubectl.prints(`explain ${kind} --recursive`),
        new RegExp(`^ +${field}\t<\\w+>`, 'm'),
      )
    }
  })
})
