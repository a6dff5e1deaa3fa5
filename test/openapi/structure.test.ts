import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { kinds } from '#kinds/index.js'
import { groupVersionPath } from '#registry/keys.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { startTestServer } from '#testing.js'
import type { Json } from '../support/client.js'
import { throughKubeOpenApi } from './kube-openapi-types.js'
import { operationsOf, propertiesNamed, servedDocuments } from './served-documents.js'

const discoverable = new KindRegistry(kinds).discoverableVersions

describe('OpenAPI documents', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const { v2, v3 } = await servedDocuments(server.url)
  const extensions = v3['apis/extensions/v1beta1']
  const documents: [name: string, document: Json, types: Record<string, Json>][] = [
    ['v2', v2, v2.definitions],
    ...Object.entries(v3).map(([name, document]): [string, Json, Json] => [
      name,
      document,
      document.components.schemas,
    ]),
  ]

  it('exist for every group version and for the paths above', () => {
    const paths = discoverable.flatMap(({ group, version }) =>
      group === '' ? [`api/${version}`] : [`apis/${group}`, `apis/${group}/${version}`],
    )
    assert.deepEqual(Object.keys(v3).sort(), [...new Set(['api', 'apis', ...paths, 'version'])].sort())
    for (const document of Object.values(v3)) assert.match(document.openapi, /^3\.0\./)
    assert.equal(v2.swagger, '2.0')
  })

  for (const [name, document, types] of documents) {
    it(`${name}: every reference has a type, and every type is referenced`, () => {
      const place = name === 'v2' ? '#/definitions/' : '#/components/schemas/'
      // A schema of schemas has a property of that name, too.
      const references = new Set(
        [...propertiesNamed('$ref', document)].filter((to) => typeof to === 'string'),
      )
      assert.deepEqual(
        [...references].sort(),
        Object.keys(types)
          .map((type) => `${place}${type}`)
          .sort(),
      )
    })

    if (name !== 'v2') {
      it(`${name}: round-trips through the types of kube-openapi`, () =>
        assert.deepEqual(throughKubeOpenApi(document), document))
    }

    it(`${name}: every type, property, operation, parameter and response is described`, () => {
      const described = (value: Json, what: string) => {
        assert.equal(typeof value.description, 'string', what)
        assert.ok(value.description.trim().length > 1, what)
      }
      for (const [type, schema] of Object.entries(types)) {
        described(schema, type)
        for (const [name, property] of Object.entries(schema.properties ?? {})) {
          described(property, `${type}.${name}`)
        }
      }
      for (const { operation, parameters } of operationsOf(document)) {
        described(operation, operation.operationId)
        for (const parameter of parameters) {
          if (parameter.in !== 'body') described(parameter, `${operation.operationId}: ${parameter.name}`)
        }
        for (const response of Object.values(operation.responses)) described(response, operation.operationId)
      }
    })

    it(`${name}: operation names are unique, and parameters match the path`, () => {
      const operations = operationsOf(document)
      const ids = operations.map(({ operation }) => operation.operationId)
      assert.equal(new Set(ids).size, ids.length)
      for (const { path, operation, parameters } of operations) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path')
        const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder)
        assert.deepEqual(inPath.map((parameter) => parameter.name).sort(), placeholders.sort(), path)
        assert.ok(inPath.every(({ required }) => required === true))
        const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
        assert.equal(new Set(names).size, names.length, operation.operationId)
      }
    })

    it(`${name}: required properties of a type exist`, () => {
      for (const [type, { required = [], properties = {} }] of Object.entries(types)) {
        for (const name of required) assert.ok(name in properties, `${type}.${name}`)
      }
    })
  }

  it('of both versions name the same paths and operations', () => {
    const ids = (document: Json) =>
      operationsOf(document).map(
        ({ path, method, operation }) => `${method} ${path} ${operation.operationId}`,
      )
    assert.deepEqual(ids(v2).sort(), Object.values(v3).flatMap(ids).sort())
  })

  it('have the operation names of client generators', () => {
    const ids = new Set(operationsOf(v2).map(({ operation }) => operation.operationId))
    for (const id of [
      'createExtensionsV1beta1NamespacedDeployment',
      'deleteExtensionsV1beta1CollectionNamespacedDeployment',
      'listExtensionsV1beta1DeploymentForAllNamespaces',
      'watchExtensionsV1beta1DeploymentListForAllNamespaces',
      'watchExtensionsV1beta1NamespacedIngressList',
      'patchExtensionsV1beta1NamespacedReplicaSetScale',
      'createExtensionsV1beta1NamespacedDeploymentRollback',
      'readFederationV1beta1Cluster',
      'replaceFederationV1beta1ClusterStatus',
      'watchFederationV1beta1ClusterList',
      'getExtensionsAPIGroup',
      'getFederationV1beta1APIResources',
      'getAPIVersions',
      'getCodeVersion',
    ]) {
      assert.ok(ids.has(id), id)
    }
  })

  it('have the kind of each patch, and its fieldValidation parameter', () => {
    for (const document of [v2, extensions]) {
      const patches = operationsOf(document).filter(({ method }) => method === 'patch')
      assert.ok(patches.length > 0)
      for (const { path, operation, parameters } of patches) {
        // Proxied requests have their own parameters.
        if (operation['x-kubernetes-action'] === 'connect') continue
        const { group, version, kind } = operation['x-kubernetes-group-version-kind']
        if (kind !== 'Scale') assert.ok(path.startsWith(`${groupVersionPath({ group, version })}/`), path)
        assert.equal(kind === 'Scale', path.endsWith('/scale'))
        const names = parameters.map((parameter) => parameter.name)
        assert.ok(names.includes('fieldValidation') && names.includes('dryRun'), path)
      }
    }
    assert.deepEqual(
      Object.keys(
        extensions.paths['/apis/extensions/v1beta1/namespaces/{namespace}/deployments/{name}'].patch
          .requestBody.content,
      ),
      [
        'application/json-patch+json',
        'application/merge-patch+json',
        'application/strategic-merge-patch+json',
        'application/apply-patch+yaml',
      ],
    )
  })

  it('have the kinds of a type', () => {
    const kindsOf = (type: string) =>
      v2.definitions[type]['x-kubernetes-group-version-kind'].map((gvk: Json) =>
        [gvk.group, gvk.version, gvk.kind].join('/'),
      )
    assert.deepEqual(kindsOf('io.k8s.api.extensions.v1beta1.Scale'), ['extensions/v1beta1/Scale'])
    assert.deepEqual(kindsOf('io.k8s.federation.apis.federation.v1beta1.ClusterList'), [
      'federation/v1beta1/ClusterList',
    ])
    assert.deepEqual(kindsOf('io.k8s.apimachinery.pkg.apis.meta.v1.Status'), ['/v1/Status'])
    const versions = new Set(discoverable.map(({ group, version }) => `${group}/${version}/DeleteOptions`))
    assert.deepEqual(
      kindsOf('io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions').sort(),
      [...versions].sort(),
    )
  })

  it('have the merge keys of lists', () => {
    const schemas = extensions.components.schemas
    const { volumes, containers } = schemas['io.k8s.api.core.v1.PodSpec'].properties
    assert.equal(volumes['x-kubernetes-patch-strategy'], 'merge,retainKeys')
    assert.equal(volumes['x-kubernetes-patch-merge-key'], 'name')
    assert.equal(containers['x-kubernetes-patch-strategy'], 'merge')
    const { strategy } = schemas['io.k8s.api.extensions.v1beta1.DeploymentSpec'].properties
    assert.equal(strategy['x-kubernetes-patch-strategy'], 'retainKeys')
    const { finalizers } = schemas['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'].properties
    assert.equal(finalizers['x-kubernetes-patch-strategy'], 'merge')
    assert.equal(finalizers['x-kubernetes-patch-merge-key'], undefined)
  })

  it('has the shape of those of Kubernetes', () => {
    const { paths } = v3['api/v1']
    const pods = '/api/v1/namespaces/{namespace}/pods'
    const named = (parameters: Json) => parameters?.map((parameter: Json) => parameter.name).join(' ')
    // What all operations of a path have in common belongs to the path, by name.
    assert.equal(named(paths[pods].parameters), 'namespace pretty')
    assert.equal(named(paths[pods].post.parameters), 'dryRun fieldManager fieldValidation')
    assert.equal(
      named(paths[`${pods}/{name}/eviction`].parameters),
      'dryRun fieldManager fieldValidation name namespace pretty',
    )
    assert.equal(paths[`${pods}/{name}/eviction`].post.parameters, undefined)
    assert.deepEqual(
      paths[`${pods}/{name}/proxy/{path}`].parameters.map((parameter: Json) => [
        parameter.name,
        parameter.in,
      ]),
      [
        ['name', 'path'],
        ['namespace', 'path'],
        ['path', 'path'],
        ['path', 'query'],
      ],
    )
    for (const { parameters } of operationsOf(v3['api/v1'])) {
      assert.ok(parameters.every(({ schema }) => schema.uniqueItems === true))
    }
    const { get } = paths[`${pods}/{name}/exec`]
    assert.deepEqual(get.responses['200'].content, { '*/*': { schema: { type: 'string' } } })
    assert.ok('head' in paths[`${pods}/{name}/proxy`] && !('head' in paths[`${pods}/{name}/exec`]))
    assert.deepEqual(Object.keys(paths[`${pods}/{name}`].delete.responses), ['200', '202', '401'])
    assert.deepEqual(paths[`${pods}/{name}`].delete.responses['200'].content['application/json'].schema, {
      $ref: '#/components/schemas/io.k8s.api.core.v1.Pod',
    })
    assert.deepEqual(Object.keys(paths[`${pods}/{name}`].patch.responses), ['200', '201', '401'])
    assert.deepEqual(
      Object.keys(paths['/api/v1/watch/pods'].get.responses['200'].content),
      Object.keys(paths['/api/v1/pods'].get.responses['200'].content),
    )
    const roles = v3['apis/rbac.authorization.k8s.io/v1'].paths
    assert.deepEqual(roles['/apis/rbac.authorization.k8s.io/v1/roles'].get.tags, ['rbacAuthorization_v1'])
    assert.deepEqual(
      v3['apis/rbac.authorization.k8s.io'].paths['/apis/rbac.authorization.k8s.io/'].get.tags,
      ['rbacAuthorization'],
    )
  })
})
