import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import {
  configmap,
  cronJob,
  daemonSet,
  deployment,
  job,
  pod,
  replicaSet,
  replicationController,
  service,
  statefulSet,
} from '../support/today-objects.js'

const WORKLOADS = [deployment, statefulSet, daemonSet, replicaSet, replicationController]

onEveryKubectl('current workloads', ({ kubectl: anywhere }) => {
  it('run creates a pod, and optionally a service', async () => {
    const kubectl = anywhere.in('run')
    assert.equal(
      await kubectl.prints('run web --image=web:1 --port=80 --env=MODE=fast --labels=app=web'),
      'pod/web created\n',
    )
    assert.match(await kubectl.prints('get pod web'), /^web +0\/1 +Pending +0 /m)
    assert.equal(
      await kubectl.prints('run shop --image=shop:1 --port=8080 --expose'),
      kubectl.minor > 20
        ? 'service/shop created\npod/shop created\n'
        : 'service/shop created\npod/shop created\n',
    )
    assert.equal((await kubectl.reads('service shop')).spec.ports[0].port, 8080)
  })

  it('expose creates a service for a workload, a pod or another service', async () => {
    const kubectl = anywhere.in('expose')
    for (const object of [deployment, replicaSet, replicationController, pod]) {
      const name = object.word.split('.')[0] as string
      const made = object.make(name)
      made.metadata.labels = { app: name }
      await kubectl.prints('create -f -', made)
      assert.equal(
        await kubectl.prints(`expose ${object.word} ${name} --port=80 --target-port=8080`),
        `service/${name} exposed\n`,
      )
      const [port] = (await kubectl.reads(`service ${name}`)).spec.ports
      assert.deepEqual([port.port, port.targetPort], [80, 8080])
    }
    await kubectl.prints('expose service deployment --name=outside --port=443 --type=NodePort')
    const { spec } = await kubectl.reads('service outside')
    assert.deepEqual(spec.selector, { app: 'web' })
    assert.ok(spec.ports[0].nodePort >= 30000)
    assert.match(await kubectl.rejects('expose configmap x --port=80'), /not found|cannot expose/)
  })

  it('scale and autoscale work on every workload with replicas', async () => {
    const kubectl = anywhere.in('scaling')
    for (const { word, make } of WORKLOADS.filter((each) => each !== daemonSet)) {
      await kubectl.prints('create -f -', make('web'))
      assert.equal(await kubectl.prints(`scale ${word} web --replicas=3`), `${word}/web scaled\n`)
      assert.equal((await kubectl.reads(`${word} web`)).spec.replicas, 3)
      assert.match(
        await kubectl.rejects(`scale ${word} web --current-replicas=2 --replicas=1`),
        /Expected replicas to be 2, was 3/,
      )
      const name = `by-${word.split('.')[0]}`
      assert.equal(
        await kubectl.prints(`autoscale ${word} web --name=${name} --min=2 --max=5 --cpu-percent=70`),
        `horizontalpodautoscaler.autoscaling/${name} autoscaled\n`,
      )
      const [, row] = await kubectl.table(`get hpa ${name}`)
      assert.deepEqual(row?.slice(0, 5), [name, `${make('x').kind}/web`, 'cpu: <unknown>/70%', '2', '5'])
    }
  })

  it('set changes the pod template of every workload', async () => {
    const kubectl = anywhere.in('setting')
    for (const { word, make } of [...WORKLOADS, ...(kubectl.minor > 20 ? [cronJob] : [])]) {
      await kubectl.prints('create -f -', make('web'))
      const said = async (command: string) => (await kubectl.prints(command)).trimEnd()
      assert.equal(await said(`set image ${word}/web main=web:2`), `${word}/web image updated`)
      assert.equal(await said(`set env ${word}/web MODE=fast`), `${word}/web env updated`)
      assert.equal(
        await said(`set resources ${word}/web --limits=cpu=200m --requests=cpu=100m`),
        `${word}/web resource requirements updated`,
      )
      assert.equal(await said(`set serviceaccount ${word}/web robot`), `${word}/web serviceaccount updated`)
      const { spec } = await kubectl.reads(`${word} web`)
      const template = (spec.jobTemplate?.spec ?? spec).template.spec
      const [main] = template.containers
      assert.equal(main.image, 'web:2')
      assert.deepEqual(main.env, [{ name: 'MODE', value: 'fast' }])
      assert.deepEqual(main.resources, { limits: { cpu: '200m' }, requests: { cpu: '100m' } })
      assert.equal(template.serviceAccountName, 'robot')
    }
  })

  it('set selector changes a service, and set env --from reads a config map', async () => {
    const kubectl = anywhere.in('selecting')
    await kubectl.prints('create -f -', service.make('web'))
    assert.equal(
      await kubectl.prints('set selector service web tier=front'),
      'service/web selector updated\n',
    )
    assert.deepEqual((await kubectl.reads('service web')).spec.selector, { tier: 'front' })
    await kubectl.prints('create -f -', configmap.make('settings'))
    await kubectl.prints('create -f -', deployment.make('web'))
    await kubectl.prints('set env deployment/web --from=configmap/settings')
    assert.match(
      await kubectl.prints('set env deployment/web --list'),
      /COLOUR from configmap settings, key colour/,
    )
  })

  it('rollout restart, pause and resume work on every kind with rollouts', async () => {
    const kubectl = anywhere.in('rolling')
    for (const { word, make } of [deployment, statefulSet, daemonSet]) {
      await kubectl.prints('create -f -', make('web'))
      assert.equal(await kubectl.prints(`rollout restart ${word}/web`), `${word}/web restarted\n`)
      assert.equal((await kubectl.reads(`${word} web`)).metadata.generation, 2)
    }
    assert.equal(await kubectl.prints('rollout pause deployment/web'), 'deployment.apps/web paused\n')
    assert.match(await kubectl.rejects('rollout restart deployment/web'), /can't restart paused deployment/)
    assert.equal(await kubectl.prints('rollout resume deployment/web'), 'deployment.apps/web resumed\n')
    assert.match(await kubectl.rejects('rollout status statefulset/web --timeout=1s'), /timed out/)
  })

  it('get all shows workloads, pods, services and jobs', async () => {
    const kubectl = anywhere.in('all')
    const kinds = [...WORKLOADS, pod, service, job, cronJob]
    for (const { make } of kinds) await kubectl.prints('create -f -', make('web'))
    const names = (await kubectl.prints('get all -o name')).trimEnd().split('\n')
    // An older kubectl also shows the objects of the former group.
    const today = names.filter((name) => !name.includes('.extensions/'))
    assert.deepEqual(today.sort(), kinds.map(({ word }) => `${word}/web`).sort())
    if (kubectl.minor > 20) assert.deepEqual(names.length, kinds.length)
    await kubectl.prints('delete all --all')
    assert.equal(await kubectl.prints('get all -o name'), '')
  })
})
