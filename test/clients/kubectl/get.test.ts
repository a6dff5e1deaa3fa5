import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { cluster, daemonSet, deployment, ingress, replicaSet } from '#test/support/objects.js'
import { rowsOf } from '../support/kubectl.js'
import { labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

onEveryKubectl('reading', ({ kubectl: anywhere, client }) => {
  const kubectl = anywhere.in('reading')

  before(async () => {
    const many = together(
      labelled(deployment('web', { replicas: 3 }), { tier: 'front', team: 'red' }),
      labelled(deployment('api'), { tier: 'back' }),
      labelled(daemonSet('logs'), { tier: 'back' }),
      labelled(replicaSet('cache', { replicas: 2 }), { tier: 'back' }),
      labelled(ingress('door', { rules: [{ host: 'a.example' }, { host: 'b.example' }] }), { tier: 'front' }),
      labelled(cluster('east'), { tier: 'front' }),
    )
    await kubectl.prints('create -f -', many)
    await anywhere.in('elsewhere').prints('create -f -', labelled(deployment('far'), { tier: 'front' }))
  })

  it('get shows the columns of each kind', async () => {
    const heads = {
      deployment: ['NAME', 'READY', 'UP-TO-DATE', 'AVAILABLE', 'AGE'],
      daemonSet: ['NAME', 'DESIRED', 'CURRENT', 'READY', 'UP-TO-DATE', 'AVAILABLE', 'NODE SELECTOR', 'AGE'],
      replicaSet: ['NAME', 'DESIRED', 'CURRENT', 'READY', 'AGE'],
      ingress: ['NAME', 'CLASS', 'HOSTS', 'ADDRESS', 'PORTS', 'AGE'],
    }
    for (const [kind, head] of Object.entries(heads)) {
      const [line] = (await kubectl.prints(`get ${kind}`)).split('\n')
      assert.deepEqual(line?.split(/ {2,}/), head)
    }
    const [head, web] = await kubectl.table('get deployment web')
    assert.equal(head?.[0], 'NAME')
    assert.deepEqual(web?.slice(0, 4), ['web', '0/3', '0', '0'])
    assert.match(
      (await kubectl.prints('get ingress door')).split('\n')[1] ?? '',
      /^door +<none> +a\.example,b\.example +80 /,
    )
    assert.match((await kubectl.table('get clusters'))[1]?.join(' ') ?? '', /^east .*\d+s$/)
  })

  it('get -o wide shows more columns', async () => {
    const [head, row] = await kubectl.table('get deployment/web -o wide')
    assert.deepEqual(head?.slice(-3), ['CONTAINERS', 'IMAGES', 'SELECTOR'])
    assert.deepEqual(row?.slice(-3), ['main', 'registry.example/web:1.0', 'app=web'])
  })

  it('get -o yaml, json, name, jsonpath and custom-columns show the object', async () => {
    assert.match(
      await kubectl.prints('get deployment web -o yaml'),
      /^apiVersion: apps\/v1\nkind: Deployment$/m,
    )
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 3)
    assert.equal(
      await kubectl.prints('get deploy/web ds/logs -o name'),
      'deployment.apps/web\ndaemonset.apps/logs\n',
    )
    assert.equal(await kubectl.prints('get deployment web -o jsonpath={.spec.replicas}'), '3')
    assert.deepEqual(
      await kubectl.table('get deployments -o custom-columns=N:.metadata.name,R:.spec.replicas'),
      [['N', 'R'].join('     ').split(/ {2,}/), ['api', '1'], ['web', '3']],
    )
  })

  it('get accepts every name of a kind in discovery', async () => {
    for (const word of [
      'deploy',
      'deployment',
      'deployments',
      'deployments.apps',
      'deployments.extensions',
      'deployments.v1beta1.extensions',
    ]) {
      assert.equal((await kubectl.reads(`${word} web`)).kind, 'Deployment', word)
    }
  })

  it('get filters by label and by field', async () => {
    const names = (flags: string) => kubectl.prints(`get deployments -o name ${flags}`)
    assert.equal(await names('-l tier=front'), 'deployment.apps/web\n')
    assert.equal(await names("-l 'tier in (front,back),!team'"), 'deployment.apps/api\n')
    assert.equal(await names('--field-selector metadata.name=api'), 'deployment.apps/api\n')
    assert.equal(await names('--field-selector metadata.name!=api -l tier'), 'deployment.apps/web\n')
    assert.match(
      await kubectl.rejects('get deployments --field-selector spec.replicas=3'),
      /"spec.replicas" is not a known field selector/,
    )
  })

  it('get -A lists all namespaces, with a column for them', async () => {
    const [head, ...rows] = await kubectl.table('get deployments -A -l tier=front')
    assert.deepEqual(head?.slice(0, 2), ['NAMESPACE', 'NAME'])
    assert.deepEqual(
      rows.map((row) => row.slice(0, 2)),
      [
        ['elsewhere', 'far'],
        ['reading', 'web'],
      ],
    )
  })

  it('get all shows every workload', async () => {
    const all = await kubectl.prints('get all')
    for (const name of ['deployment.apps/web', 'daemonset.apps/logs', 'replicaset.apps/cache']) {
      assert.ok(all.includes(name), all)
    }
    assert.ok(!all.includes('door'), all)
  })

  it('get shows labels as columns and sorts by any field', async () => {
    const [head, ...rows] = await kubectl.table('get deployments -L tier --sort-by=.spec.replicas')
    assert.equal(head?.at(-1), 'TIER')
    assert.deepEqual(
      rows.map((row) => [row[0], row.at(-1)]),
      [
        ['api', 'back'],
        ['web', 'front'],
      ],
    )
    assert.match(await kubectl.prints('get deployment web --show-labels'), /team=red,tier=front$/m)
  })

  it('get --chunk-size pages through a list', async () => {
    const ns = anywhere.in('chunks')
    const names = Array.from({ length: 7 }, (_, at) => `part-${at}`)
    await ns.prints('create -f -', together(...names.map((name) => ingress(name))))
    const rows = await ns.table('get ingresses --chunk-size=3')
    assert.deepEqual(
      rows.slice(1).map(([name]) => name),
      names,
    )
  })

  it('get -w streams a row for every change', async () => {
    const ns = anywhere.in('watching')
    await ns.prints('create -f -', deployment('first'))
    const watch = ns.start(['get', 'deployments', '-w'])
    await watch.says(/^first /m)
    await ns.prints('create -f -', deployment('second', { replicas: 4 }))
    await watch.says(/^second +0\/4 /m)
    await ns.prints('scale deployment/first --replicas=9')
    const text = await watch.says(/^first +0\/9 /m)
    await watch.stop()
    const rows = rowsOf(text)
    assert.deepEqual(
      rows.map(([name]) => name),
      ['NAME', 'first', 'second', 'first'],
    )
  })

  it('get -w --output-watch-events shows the event types', async () => {
    const ns = anywhere.in('watching-events')
    await ns.prints('create -f -', ingress('here'))
    const watch = ns.start(['get', 'ingress', 'here', '-w', '--output-watch-events'])
    await watch.says(/^ADDED +here /m)
    await ns.prints('label ingress here seen=yes')
    await watch.says(/^MODIFIED +here /m)
    await ns.prints('delete ingress here')
    await watch.says(/^DELETED +here /m)
    await watch.stop()
  })

  it('get reports missing objects and kinds', async () => {
    assert.match(
      await kubectl.rejects('get deployment nowhere'),
      /NotFound.*deployments\.apps "nowhere" not found/,
    )
    assert.match(await kubectl.rejects('get widgets'), /the server doesn't have a resource type "widgets"/)
    assert.equal(
      (await anywhere.in('empty').run(['get', 'deployments'])).stderr.trim(),
      'No resources found in empty namespace.',
    )
  })

  it('get lists the namespaces that writes created', async () => {
    const names = (await kubectl.table('get namespaces')).map(([name]) => name)
    for (const name of ['default', 'elsewhere', 'reading']) assert.ok(names.includes(name), name)
    assert.match(await kubectl.rejects('get namespace nowhere'), /namespaces "nowhere" not found/)
  })

  it('get shows the status that a controller reported', async () => {
    await client.send(
      'PATCH',
      '/apis/extensions/v1beta1/namespaces/reading/daemonsets/logs/status',
      {
        status: {
          desiredNumberScheduled: 5,
          currentNumberScheduled: 4,
          numberReady: 3,
          updatedNumberScheduled: 2,
          numberAvailable: 1,
        },
      },
      MERGE,
    )
    const [, row] = await kubectl.table('get daemonset logs')
    assert.deepEqual(row?.slice(0, 7), ['logs', '5', '4', '3', '2', '1', '<none>'])
  })

  it('describe shows a cluster', async () => {
    const text = await kubectl.prints('describe cluster east')
    assert.match(text, /^Name: +east$/m)
    assert.match(text, /^Labels: +tier=front$/m)
    assert.match(text, /^ +Client CIDR: +0\.0\.0\.0\/0$/m)
  })
})
