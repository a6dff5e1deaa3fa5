import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { FixtureError, startTestServer, type TestServerOptions } from '#testing.js'
import { temporaryFolder } from '../support/temporary-folder.js'

async function folderWith(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

async function started(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  const names = async (kind: string, namespace = 'default') => {
    const { items } = await server.client.list('v1', kind, { namespace })
    return items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt')
  }
  return { server, names }
}

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const configMapText = (name: string) => JSON.stringify(configMap(name))

const boats = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boats.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList', shortNames: ['bt'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { length: { type: 'integer', minimum: 1 } } },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
}

async function messageOf(loading: Promise<unknown>): Promise<string> {
  const error: unknown = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof FixtureError, String(error))
  return error.message
}

describe('fixtures', () => {
  it('come from files, folders, globs and objects', async (t) => {
    const folder = await folderWith(t, {
      'one.yaml': configMapText('file'),
      'folder/a.yml': configMapText('in-folder'),
      'folder/deep/b.json': configMapText('below'),
      'folder/readme.txt': 'no fixture',
      'globs/x.yaml': configMapText('glob'),
      'globs/x.json': configMapText('not-this'),
      'any/where/y.yaml': configMapText('double-star'),
      'any/.hidden/y.yaml': configMapText('hidden'),
    })
    const { names } = await started(t, {
      objects: [
        `${folder}/one.yaml`,
        `${folder}/folder`,
        `${folder}/globs/*.yaml`,
        `${folder}/any/**/[xy].y{a,}ml`,
        configMap('object'),
        [configMap('in-list')],
      ],
    })
    assert.deepEqual(await names('ConfigMap'), [
      'below',
      'double-star',
      'file',
      'glob',
      'in-folder',
      'in-list',
      'object',
    ])
  })

  it('may have several documents and lists', async (t) => {
    const folder = await folderWith(t, {
      'a.yaml': `---
# A comment is no object.
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
- {apiVersion: v1, kind: Secret, metadata: {name: c}}
---
apiVersion: v1
kind: ConfigMapList
items:
- metadata: {name: d, namespace: other}
---
`,
    })
    const { names } = await started(t, { objects: [folder] })
    assert.deepEqual(await names('ConfigMap'), ['a', 'b'])
    assert.deepEqual(await names('ConfigMap', 'other'), ['d'])
    assert.deepEqual(await names('Secret'), ['c'])
  })

  it('are loaded in an order that works', async (t) => {
    const { server } = await started(t, {
      namespaces: 'strict',
      objects: [
        { apiVersion: 'example.com/v1', kind: 'Boat', metadata: { name: 'sun', namespace: 'test' } },
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'a', namespace: 'test' },
          spec: { priorityClassName: 'high', containers: [{ name: 'main', image: 'nginx' }] },
        },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'test' } },
        { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 5 },
        boats,
      ],
    })
    assert.equal((await server.get('v1', 'Pod', 'test', 'a')).spec.priority, 5)
    assert.equal((await server.get('example.com/v1', 'Boat', 'test', 'sun')).kind, 'Boat')
  })

  it('come after the definitions of crds, and keep their status', async (t) => {
    const { server } = await started(t, {
      crds: [boats],
      objects: [
        {
          apiVersion: 'example.com/v1',
          kind: 'Boat',
          // As `kubectl get -o json` prints it.
          metadata: {
            name: 'sun',
            uid: 'x',
            resourceVersion: '7',
            creationTimestamp: '2020-01-01T00:00:00Z',
          },
          spec: { length: 5 },
          status: { phase: 'Afloat' },
        },
      ],
    })
    const { spec, status } = await server.get('example.com/v1', 'Boat', undefined, 'sun')
    assert.deepEqual([spec, status], [{ length: 5 }, { phase: 'Afloat' }])
  })

  it('are part of the state that a reset brings back', async (t) => {
    const { server, names } = await started(t, { crds: [boats], objects: [configMap('a')] })
    await server.client.delete('v1', 'ConfigMap', 'default', 'a')
    await server.client.delete(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      undefined,
      'boats.example.com',
    )
    await server.reset()
    assert.deepEqual(await names('ConfigMap'), ['a'])
    assert.deepEqual((await server.client.list('example.com/v1', 'Boat')).items, [])
  })

  it('can be loaded later, over existing objects too', async (t) => {
    const { server } = await started(t)
    await server.load({ ...configMap('a'), data: { x: '1' } })
    await server.load(boats, [{ ...configMap('a'), data: { y: '2' } }], {
      apiVersion: 'example.com/v1',
      kind: 'Boat',
      metadata: { name: 'sun' },
    })
    const { data } = await server.get('v1', 'ConfigMap', 'default', 'a')
    assert.deepEqual(data, { x: '1', y: '2' })
    await server.get('example.com/v1', 'Boat', 'default', 'sun')
  })
})

describe('errors of fixtures', () => {
  it('name the file, the document, the line and the field', async (t) => {
    const folder = await folderWith(t, {
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: fine
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: -1
  selector:
    matchLabels: {app: web}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: main
        image: nginx
      - name: Side
        image: nginx
---
apiVersion: v1
kind: Pod
metadata: {name: b}
spec:
  contianers: []
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: c}
spec:
  replicas: many
---
apiVersion: example.com/v1
kind: Ship
metadata: {name: d}
`,
      'list.json': `{
  "apiVersion": "v1", "kind": "List",
  "items": [
    {"apiVersion": "v1", "kind": "ConfigMap",
     "metadata": {"name": "Wrong"}}
  ]
}`,
    })
    const { server } = await started(t)
    const path = `${folder}/a.yaml`
    const lines = (await messageOf(server.load(folder))).split('\n')
    const starts = [
      `${path}, document 2, line 11: Deployment "web": spec.replicas: Invalid value: -1`,
      `${path}, document 2, line 20: Deployment "web": spec.template.spec.containers[1].name: Invalid value: "Side"`,
      `${path}, document 3, line 27: Pod "b": unknown field "spec.contianers"`,
      `${path}, document 4, line 33: Deployment "c": `,
      `${path}, document 5, line 36: no matches for kind "Ship" in version "example.com/v1"`,
      `${folder}/list.json, line 5: ConfigMap "Wrong": metadata.name: Invalid value: "Wrong"`,
    ]
    for (const start of starts)
      assert.ok(
        lines.some((line) => line.startsWith(start)),
        `${start}\nis not in\n${lines.join('\n')}`,
      )
    assert.equal(lines.length, starts.length)
    // Correct objects are there.
    await server.get('v1', 'ConfigMap', 'default', 'fine')
  })

  it('name the position of an object in the options', async () => {
    const message = await messageOf(startTestServer({ objects: [configMap('a'), { kind: 'Pod' }] }))
    assert.equal(message, 'objects[1]: apiVersion is missing')
  })

  it('say what cannot be read', async (t) => {
    const folder = await folderWith(t, {
      'bad.yaml': 'a: 1\n---\na: [1\n',
      'bad.json': '{\n"a": 1,,\n}',
      'text.yaml': 'just text',
      'empty/readme.txt': '',
    })
    const { server } = await started(t)
    const expected: readonly (readonly [string, RegExp])[] = [
      ['bad.yaml', /bad\.yaml, document 2, line \d+: /],
      ['bad.json', /bad\.json, line 2: /],
      ['text.yaml', /text\.yaml, document 1, line 1: expected an object/],
      ['gone.yaml', /gone\.yaml: there is no such file or folder/],
      ['*.yml', /\*\.yml: no file matches/],
      ['empty', /empty: the folder has no files/],
    ]
    for (const [name, message] of expected)
      assert.match(await messageOf(server.load(`${folder}/${name}`)), message)
  })

  it('close the server that could not start', async () => {
    await messageOf(startTestServer({ objects: ['gone.yaml'], port: 0 }))
  })
})
