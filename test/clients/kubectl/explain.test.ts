import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { TODAY_KINDS } from '../support/today-objects.js'

onEveryKubectl('explain', ({ kubectl }) => {
  it('describes a kind and its fields', async () => {
    const kind = await kubectl.prints('explain deployment')
    assert.match(kind, /^KIND: +Deployment$/m)
    assert.match(kind, /apps\/v1|GROUP: +apps/)
    assert.match(kind, /^ +spec\t<.*>/m)
    assert.match(kind, /^ +status\t<.*>/m)
    assert.match(kind, /^DESCRIPTION:\n +\S/m)
  })

  it('describes the requested version', async () => {
    assert.match(await kubectl.prints('explain ingress.spec'), /^ +defaultBackend\t<.*>/m)
    const old = await kubectl.prints('explain ingress.spec --api-version=extensions/v1beta1')
    assert.match(old, /^ +backend\t<.*>/m)
    assert.doesNotMatch(old, /defaultBackend/)
  })

  it('goes down to a single field', async () => {
    assert.match(await kubectl.prints('explain deployment.spec'), /^ +replicas\t<integer>/m)
    const image = await kubectl.prints('explain po.spec.containers.image')
    assert.match(image, /^FIELD: +image <string>/m)
    assert.match(
      await kubectl.prints('explain cluster.spec.serverAddressByClientCIDRs'),
      /^ +clientCIDR\t<string> -?required-?/m,
    )
    assert.match(await kubectl.rejects('explain deployment.spec.replica'), /field "replica" does not exist/)
  })

  it('--recursive shows the whole tree of every kind', async () => {
    const fields: Record<string, string> = {
      'deployment.apps': 'terminationGracePeriodSeconds',
      'daemonset.apps': 'maxUnavailable',
      'statefulset.apps': 'volumeClaimTemplates',
      'cronjob.batch': 'backoffLimit',
      'ingress.networking.k8s.io': 'pathType',
      'horizontalpodautoscaler.autoscaling': 'stabilizationWindowSeconds',
      service: 'clusterIP',
    }
    for (const { word } of TODAY_KINDS) {
      const [name] = word.split('.')
      const tree = await kubectl.prints(`explain ${name} --recursive`)
      assert.match(
        tree,
        /^ +(?:spec|data|secrets|subsets|template|revision|endpoints|provisioner|capacity|value|handler)\t</m,
        word,
      )
      const field = fields[word]
      if (field !== undefined) assert.match(tree, new RegExp(`^ +${field}\t<\\S+>`, 'm'), word)
    }
    assert.match(
      await kubectl.prints('explain daemonset --api-version=extensions/v1beta1 --recursive'),
      /^ +templateGeneration\t<integer>/m,
    )
    assert.match(await kubectl.prints('explain cluster --recursive'), /^ +serverAddress\t<string>/m)
  })
})
