import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

/** Commands that create an object without a file, and the fields to read back. */
const CREATED: readonly {
  readonly command: string
  readonly object: string
  readonly shows: Record<string, string>
}[] = [
  {
    command: 'configmap settings --from-literal=colour=red',
    object: 'configmap/settings',
    shows: { '.data.colour': 'red' },
  },
  {
    command: 'secret generic token --from-literal=key=value --type=example.com/token',
    object: 'secret/token',
    shows: { '.data.key': 'dmFsdWU=', '.type': 'example.com/token' },
  },
  {
    command:
      'secret docker-registry registry --docker-username=me --docker-password=secret --docker-email=me@example.com',
    object: 'secret/registry',
    shows: { '.type': 'kubernetes.io/dockerconfigjson' },
  },
  { command: 'serviceaccount robot', object: 'serviceaccount/robot', shows: { '.metadata.name': 'robot' } },
  {
    command: 'service clusterip inside --tcp=80:8080',
    object: 'service/inside',
    shows: { '.spec.type': 'ClusterIP', '.spec.ports[0].targetPort': '8080' },
  },
  {
    command: 'service nodeport outside --tcp=80 --node-port=30080',
    object: 'service/outside',
    shows: { '.spec.type': 'NodePort', '.spec.ports[0].nodePort': '30080' },
  },
  {
    command: 'service loadbalancer balanced --tcp=80',
    object: 'service/balanced',
    shows: { '.spec.type': 'LoadBalancer' },
  },
  {
    command: 'service externalname elsewhere --external-name=web.example',
    object: 'service/elsewhere',
    shows: { '.spec.type': 'ExternalName', '.spec.externalName': 'web.example' },
  },
  {
    command: 'service clusterip headless --clusterip=None',
    object: 'service/headless',
    shows: { '.spec.clusterIP': 'None' },
  },
  {
    command: 'ingress door --rule=web.example/*=web:80,tls=cert --class=nginx',
    object: 'ingress.networking.k8s.io/door',
    shows: { '.spec.rules[0].http.paths[0].pathType': 'Prefix', '.spec.tls[0].secretName': 'cert' },
  },
  {
    command: 'deployment web --image=web:1 --replicas=3 --port=80',
    object: 'deployment.apps/web',
    shows: { '.spec.replicas': '3', '.spec.selector.matchLabels.app': 'web' },
  },
  {
    command: 'job once --image=perl -- perl -e 1',
    object: 'job.batch/once',
    shows: {
      '.spec.template.spec.containers[0].command[0]': 'perl',
      '.spec.template.spec.restartPolicy': 'Never',
    },
  },
  {
    command: 'quota few --hard=pods=2,cpu=1',
    object: 'resourcequota/few',
    shows: { '.spec.hard.pods': '2' },
  },
]

/** Commands for which an older kubectl uses a version that is no longer served. */
const CREATED_TODAY: typeof CREATED = [
  {
    command: `cronjob often --image=perl --schedule='*/5 * * * *' -- perl -e 1`,
    object: 'cronjob.batch/often',
    shows: { '.spec.schedule': '*/5 * * * *' },
  },
  {
    command: 'pdb most --selector=app=web --min-available=50%',
    object: 'poddisruptionbudget.policy/most',
    shows: { '.spec.minAvailable': '50%' },
  },
]

onEveryKubectl('create', ({ kubectl: anywhere }) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder.remove())

  it('prints what it would create, and stores nothing', async () => {
    const kubectl = anywhere.in('create-dry')
    for (const { command, object } of CREATED) {
      const [words, rest] = command.split(' -- ')
      const dry = `${words} --dry-run=server${rest === undefined ? '' : ` -- ${rest}`}`
      assert.equal(await kubectl.prints(`create ${dry}`), `${object} created (server dry run)\n`)
      assert.match(await kubectl.rejects(`get ${object}`), /NotFound/)
    }
  })

  it('creates objects without a file', async () => {
    const kubectl = anywhere.in('create-commands')
    const commands = [...CREATED, ...(kubectl.minor > 20 ? CREATED_TODAY : [])]
    for (const { command, object, shows } of commands) {
      assert.equal(await kubectl.prints(`create ${command}`), `${object} created\n`)
      for (const [path, value] of Object.entries(shows)) {
        assert.equal(await kubectl.prints(`get ${object} -o jsonpath={${path}}`), value, `${object} ${path}`)
      }
    }
  })

  it('creates cluster-scoped objects', async () => {
    assert.equal(await anywhere.prints('create namespace created'), 'namespace/created created\n')
    assert.match(await anywhere.prints('get namespace created'), /^created +Active /m)
    assert.equal(
      await anywhere.prints('create priorityclass urgent --value=1000 --description=first'),
      'priorityclass.scheduling.k8s.io/urgent created\n',
    )
    assert.match(await anywhere.prints('get priorityclass urgent'), /^urgent +1000 +false /m)
  })

  it('creates secrets and config maps from files', async () => {
    const kubectl = anywhere.in('create-files')
    const [cert, key, bytes] = ['cert.pem', 'key.pem', 'bytes'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ]
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=web -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    )
    assert.equal(
      await kubectl.prints(`create secret tls pair --cert=${cert} --key=${key}`),
      'secret/pair created\n',
    )
    assert.match(await kubectl.prints('describe secret pair'), /^Type: +kubernetes\.io\/tls$/m)
    await writeFile(bytes, Buffer.from([0xff, 0x00, 0xfe]))
    await kubectl.prints(`create configmap binary --from-file=${bytes}`)
    assert.equal((await kubectl.reads('configmap binary')).binaryData.bytes, '/wD+')
  })

  it('job --from creates a job from a cron job, if this kubectl supports its version', async (t) => {
    const kubectl = anywhere.in('create-job')
    if (kubectl.minor < 21) return t.skip('it asks for batch/v1beta1')
    await kubectl.prints(`create cronjob often --image=perl:5 --schedule='0 * * * *' -- perl -e 1`)
    assert.equal(await kubectl.prints('create job now --from=cronjob/often'), 'job.batch/now created\n')
    assert.equal((await kubectl.reads('job now')).spec.template.spec.containers[0].image, 'perl:5')
  })
})
