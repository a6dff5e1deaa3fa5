import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import type { Json } from '../support/client.js'
import { type DocumentedOperation, operationsOf, servedDocuments } from './served-documents.js'

/** The query parameters that clients know, and the additional ones of this server. */
const PARAMETERS: Readonly<Record<string, { readonly known: string; readonly own?: string }>> = {
  about: { known: 'pretty' },
  list: {
    known:
      'continue fieldSelector includeUninitialized labelSelector limit pretty resourceVersion timeoutSeconds watch',
    own: 'allowWatchBookmarks resourceVersionMatch sendInitialEvents',
  },
  purge: {
    known:
      'continue fieldSelector includeUninitialized labelSelector limit pretty resourceVersion timeoutSeconds watch',
    own: 'dryRun gracePeriodSeconds ignoreStoreReadErrorWithClusterBreakingPotential orphanDependents propagationPolicy resourceVersionMatch',
  },
  read: { known: 'exact export pretty', own: 'resourceVersion' },
  part: { known: 'pretty' },
  write: { known: 'pretty', own: 'dryRun fieldManager fieldValidation' },
  patch: { known: 'pretty', own: 'dryRun fieldManager fieldValidation force' },
  delete: {
    known: 'gracePeriodSeconds orphanDependents pretty propagationPolicy',
    own: 'dryRun ignoreStoreReadErrorWithClusterBreakingPotential',
  },
}

/** Every operation of the two groups: its name, its method, its path, its query parameters and responses. */
const OPERATIONS = `
getExtensionsV1beta1APIResources                           get    /                                                about  200
listExtensionsV1beta1DaemonSetForAllNamespaces             get    /daemonsets                                      list   200
listExtensionsV1beta1NamespacedDaemonSet                   get    /namespaces/{namespace}/daemonsets               list   200
createExtensionsV1beta1NamespacedDaemonSet                 post   /namespaces/{namespace}/daemonsets               write  200 201 202
deleteExtensionsV1beta1CollectionNamespacedDaemonSet       delete /namespaces/{namespace}/daemonsets               purge  200
readExtensionsV1beta1NamespacedDaemonSet                   get    /namespaces/{namespace}/daemonsets/{name}        read   200
replaceExtensionsV1beta1NamespacedDaemonSet                put    /namespaces/{namespace}/daemonsets/{name}        write  200 201
deleteExtensionsV1beta1NamespacedDaemonSet                 delete /namespaces/{namespace}/daemonsets/{name}        delete 200
patchExtensionsV1beta1NamespacedDaemonSet                  patch  /namespaces/{namespace}/daemonsets/{name}        patch  200
readExtensionsV1beta1NamespacedDaemonSetStatus             get    /namespaces/{namespace}/daemonsets/{name}/status part   200
replaceExtensionsV1beta1NamespacedDaemonSetStatus          put    /namespaces/{namespace}/daemonsets/{name}/status write  200 201
patchExtensionsV1beta1NamespacedDaemonSetStatus            patch  /namespaces/{namespace}/daemonsets/{name}/status patch  200
listExtensionsV1beta1DeploymentForAllNamespaces            get    /deployments                                     list   200
listExtensionsV1beta1NamespacedDeployment                  get    /namespaces/{namespace}/deployments              list   200
createExtensionsV1beta1NamespacedDeployment                post   /namespaces/{namespace}/deployments              write  200 201 202
deleteExtensionsV1beta1CollectionNamespacedDeployment      delete /namespaces/{namespace}/deployments              purge  200
readExtensionsV1beta1NamespacedDeployment                  get    /namespaces/{namespace}/deployments/{name}       read   200
replaceExtensionsV1beta1NamespacedDeployment               put    /namespaces/{namespace}/deployments/{name}       write  200 201
deleteExtensionsV1beta1NamespacedDeployment                delete /namespaces/{namespace}/deployments/{name}       delete 200
patchExtensionsV1beta1NamespacedDeployment                 patch  /namespaces/{namespace}/deployments/{name}       patch  200
createExtensionsV1beta1NamespacedDeploymentRollback        post   /namespaces/{namespace}/deployments/{name}/rollback write 200 201 202
readExtensionsV1beta1NamespacedDeploymentScale             get    /namespaces/{namespace}/deployments/{name}/scale part   200
replaceExtensionsV1beta1NamespacedDeploymentScale          put    /namespaces/{namespace}/deployments/{name}/scale write  200 201
patchExtensionsV1beta1NamespacedDeploymentScale            patch  /namespaces/{namespace}/deployments/{name}/scale patch  200
readExtensionsV1beta1NamespacedDeploymentStatus            get    /namespaces/{namespace}/deployments/{name}/status part  200
replaceExtensionsV1beta1NamespacedDeploymentStatus         put    /namespaces/{namespace}/deployments/{name}/status write 200 201
patchExtensionsV1beta1NamespacedDeploymentStatus           patch  /namespaces/{namespace}/deployments/{name}/status patch 200
listExtensionsV1beta1IngressForAllNamespaces               get    /ingresses                                       list   200
listExtensionsV1beta1NamespacedIngress                     get    /namespaces/{namespace}/ingresses                list   200
createExtensionsV1beta1NamespacedIngress                   post   /namespaces/{namespace}/ingresses                write  200 201 202
deleteExtensionsV1beta1CollectionNamespacedIngress         delete /namespaces/{namespace}/ingresses                purge  200
readExtensionsV1beta1NamespacedIngress                     get    /namespaces/{namespace}/ingresses/{name}         read   200
replaceExtensionsV1beta1NamespacedIngress                  put    /namespaces/{namespace}/ingresses/{name}         write  200 201
deleteExtensionsV1beta1NamespacedIngress                   delete /namespaces/{namespace}/ingresses/{name}         delete 200
patchExtensionsV1beta1NamespacedIngress                    patch  /namespaces/{namespace}/ingresses/{name}         patch  200
readExtensionsV1beta1NamespacedIngressStatus               get    /namespaces/{namespace}/ingresses/{name}/status  part   200
replaceExtensionsV1beta1NamespacedIngressStatus            put    /namespaces/{namespace}/ingresses/{name}/status  write  200 201
patchExtensionsV1beta1NamespacedIngressStatus              patch  /namespaces/{namespace}/ingresses/{name}/status  patch  200
listExtensionsV1beta1ReplicaSetForAllNamespaces            get    /replicasets                                     list   200
listExtensionsV1beta1NamespacedReplicaSet                  get    /namespaces/{namespace}/replicasets              list   200
createExtensionsV1beta1NamespacedReplicaSet                post   /namespaces/{namespace}/replicasets              write  200 201 202
deleteExtensionsV1beta1CollectionNamespacedReplicaSet      delete /namespaces/{namespace}/replicasets              purge  200
readExtensionsV1beta1NamespacedReplicaSet                  get    /namespaces/{namespace}/replicasets/{name}       read   200
replaceExtensionsV1beta1NamespacedReplicaSet               put    /namespaces/{namespace}/replicasets/{name}       write  200 201
deleteExtensionsV1beta1NamespacedReplicaSet                delete /namespaces/{namespace}/replicasets/{name}       delete 200
patchExtensionsV1beta1NamespacedReplicaSet                 patch  /namespaces/{namespace}/replicasets/{name}       patch  200
readExtensionsV1beta1NamespacedReplicaSetScale             get    /namespaces/{namespace}/replicasets/{name}/scale part   200
replaceExtensionsV1beta1NamespacedReplicaSetScale          put    /namespaces/{namespace}/replicasets/{name}/scale write  200 201
patchExtensionsV1beta1NamespacedReplicaSetScale            patch  /namespaces/{namespace}/replicasets/{name}/scale patch  200
readExtensionsV1beta1NamespacedReplicaSetStatus            get    /namespaces/{namespace}/replicasets/{name}/status part  200
replaceExtensionsV1beta1NamespacedReplicaSetStatus         put    /namespaces/{namespace}/replicasets/{name}/status write 200 201
patchExtensionsV1beta1NamespacedReplicaSetStatus           patch  /namespaces/{namespace}/replicasets/{name}/status patch 200
watchExtensionsV1beta1DaemonSetListForAllNamespaces        get    /watch/daemonsets                                list   200
watchExtensionsV1beta1NamespacedDaemonSetList              get    /watch/namespaces/{namespace}/daemonsets         list   200
watchExtensionsV1beta1NamespacedDaemonSet                  get    /watch/namespaces/{namespace}/daemonsets/{name}  list   200
watchExtensionsV1beta1DeploymentListForAllNamespaces       get    /watch/deployments                               list   200
watchExtensionsV1beta1NamespacedDeploymentList             get    /watch/namespaces/{namespace}/deployments        list   200
watchExtensionsV1beta1NamespacedDeployment                 get    /watch/namespaces/{namespace}/deployments/{name} list   200
watchExtensionsV1beta1IngressListForAllNamespaces          get    /watch/ingresses                                 list   200
watchExtensionsV1beta1NamespacedIngressList                get    /watch/namespaces/{namespace}/ingresses          list   200
watchExtensionsV1beta1NamespacedIngress                    get    /watch/namespaces/{namespace}/ingresses/{name}   list   200
watchExtensionsV1beta1ReplicaSetListForAllNamespaces       get    /watch/replicasets                               list   200
watchExtensionsV1beta1NamespacedReplicaSetList             get    /watch/namespaces/{namespace}/replicasets        list   200
watchExtensionsV1beta1NamespacedReplicaSet                 get    /watch/namespaces/{namespace}/replicasets/{name} list   200
getFederationV1beta1APIResources                           get    /                                                about  200
listFederationV1beta1Cluster                               get    /clusters                                        list   200
createFederationV1beta1Cluster                             post   /clusters                                        write  200 201 202
deleteFederationV1beta1CollectionCluster                   delete /clusters                                        purge  200
readFederationV1beta1Cluster                               get    /clusters/{name}                                 read   200
replaceFederationV1beta1Cluster                            put    /clusters/{name}                                 write  200 201
deleteFederationV1beta1Cluster                             delete /clusters/{name}                                 delete 200
patchFederationV1beta1Cluster                              patch  /clusters/{name}                                 patch  200
replaceFederationV1beta1ClusterStatus                      put    /clusters/{name}/status                          write  200 201
watchFederationV1beta1ClusterList                          get    /watch/clusters                                  list   200
watchFederationV1beta1Cluster                              get    /watch/clusters/{name}                           list   200
`

/** One line per operation, so that a difference is easy to read. */
function expected(): string[] {
  return OPERATIONS.trim()
    .split('\n')
    .map((line) => {
      const [id = '', method = '', path = '', takes = '', ...codes] = line.split(/\s+/)
      const group = id.includes('Federation') ? 'federation' : 'extensions'
      const { known, own = '' } = PARAMETERS[takes] as { known: string; own?: string }
      const parameters = `${known} ${own}`.trim().split(' ').sort().join(' ')
      return `${id} ${method} /apis/${group}/v1beta1${path}: ${parameters}: ${[...codes, 401].join(' ')}`
    })
    .sort()
}

function described({ path, method, operation, parameters }: DocumentedOperation): string {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const codes = Object.keys(operation.responses).join(' ')
  return `${operation.operationId} ${method} ${path}: ${inQuery.sort().join(' ')}: ${codes}`
}

describe('the description of extensions/v1beta1 and federation/v1beta1', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const { v2, v3 } = await servedDocuments(server.url)
  const ofTheGroups = (documents: readonly Json[]) =>
    documents
      .flatMap(operationsOf)
      .filter(({ path }) => /^\/apis\/(extensions|federation)\/v1beta1\//.test(path))

  it('has the 75 operations that clients know', () => {
    assert.equal(expected().length, 75)
  })

  for (const [name, documents] of [
    ['OpenAPI 2', [v2]],
    ['OpenAPI 3', Object.values(v3)],
  ] as const) {
    it(`has exactly these operations, with their parameters and responses: ${name}`, () => {
      assert.deepEqual(ofTheGroups(documents).map(described).sort(), expected())
    })

    it(`describes all successful responses of an operation with the same type: ${name}`, () => {
      for (const { operation } of ofTheGroups(documents)) {
        const successes = Object.entries<Json>(operation.responses).filter(([code]) => code < '300')
        const types = successes.map(([, { schema, content }]) => JSON.stringify(schema ?? content))
        assert.equal(new Set(types).size, 1, operation.operationId)
      }
    })
  }
})
