import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import type { ProgramConfig, ServerConfig } from '#server/config.js'
import type { RunningServer, ServerParts } from '#server/server.js'
import { clientError } from './client/api-status-error.js'
import { connect, readAuthority, type SendRequest } from './client/connection.js'
import { findVersion } from './client/find-version.js'
import type { ApiVersion, KindIn, ObjectType, ReferencedObject } from './client/object-types.js'
import { TypedClient } from './client/typed-client.js'
import { loadFixtures } from './fixtures/load-fixtures.js'
import type { Fixture } from './fixtures/read-fixtures.js'
import { Kubeconfigs, tokenOf } from './kubeconfigs.js'
import { historyOf, type ObjectChange } from './observe/history.js'
import { servedObject, storeOfVersion } from './observe/served-object.js'
import { type Condition, type UntilOptions, waitUntil } from './observe/until.js'

/** Ways to the objects of a test server. */
export interface TestAccess<Kinds extends CustomKind = CustomKind> {
  /** Returns a `fetch` for a user that takes paths of the server. */
  as(user: string): SendRequest
  /**
   * A kubeconfig in YAML, for any client in any language: of a user, or of an administrator.
   *
   * @example
   * const config = new KubeConfig()
   * config.loadFromString(server.kubeconfig())
   * const api = config.makeApiClient(CoreV1Api)
   */
  kubeconfig(user?: string): string
  /**
   * The same in a temporary file, which is removed when the server is closed. Returns its path.
   *
   * @example
   * execFileSync('kubectl', ['get', 'pods'], { env: { ...process.env, KUBECONFIG: server.kubeconfigFile() } })
   */
  kubeconfigFile(user?: string): string
  /**
   * A client of an administrator, with the types of the built-in kinds and of the server's `kinds`.
   *
   * @example
   * await server.client.patch('apps/v1', 'Deployment', 'default', 'web', { spec: { replicas: 3 } })
   */
  readonly client: TypedClient<Kinds>
  /**
   * The same of a user.
   *
   * @example
   * await assert.rejects(server.clientFor('ann').list('v1', 'Secret'), (error: ApiStatusError) => error.code === 403)
   */
  clientFor(user: string): TypedClient<Kinds>
  /**
   * Loads fixtures: files, folders, globs or objects, in an order that works. Existing objects are merged. Rejects with
   * a `FixtureError` that lists all errors with their lines.
   *
   * @example
   * await server.load('fixtures/*.yaml', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'test' } })
   */
  load(...fixtures: Fixture[]): Promise<void>
  /**
   * Reads an object, without a request. Rejects with an `ApiStatusError` if it does not exist. The namespace is
   * `default` if it is undefined, and ignored for kinds without namespaces.
   *
   * @example
   * const { spec } = await server.get('apps/v1', 'Deployment', 'default', 'web')
   */
  get<const V extends ApiVersion, const K extends KindIn<V>>(
    apiVersion: V,
    kind: K,
    namespace: string | undefined,
    name: string,
  ): Promise<ObjectType<V, K, Kinds>>
  /**
   * Waits until an object fulfils a condition, and resolves with it. The object is named by its kind, plural or short
   * name, with `.group` or not. The condition gets every version that exists; one that throws does not hold yet.
   * After the timeout the error shows the object and what has changed.
   *
   * @example
   * await server.until('deployment/web', (deployment) => deployment.status.readyReplicas === 3)
   */
  until<const R extends string>(
    reference: R,
    condition: Condition<ReferencedObject<R, Kinds>>,
    options?: UntilOptions,
  ): Promise<ReferencedObject<R, Kinds>>
  /**
   * Waits until an object does not exist.
   *
   * @example
   * await server.until('pod/web-0', 'deleted', { namespace: 'test', timeout: 2_000 })
   */
  until(reference: string, condition: 'deleted', options?: UntilOptions): Promise<void>
  /**
   * Every version of an object in the history of the server, the oldest first: what has changed, and who changed it.
   *
   * @example
   * for await (const { type, diff, manager } of server.history('deployment/web')) {
   *   console.log(type, manager, diff.map(({ path, before, after }) => `${path}: ${before} -> ${after}`))
   * }
   */
  history<const R extends string>(
    reference: R,
    options?: { readonly namespace?: string | undefined },
  ): AsyncIterable<ObjectChange<ReferencedObject<R, Kinds>>>
}

/** The ways to the objects of a running server. */
export function testAccess<Kinds extends CustomKind>(
  server: RunningServer,
  parts: ServerParts,
  { tokens, tlsCert }: ServerConfig & ProgramConfig,
): TestAccess<Kinds> {
  const { kinds, stores } = parts
  const { url, selfSignedAuthority } = server
  const ca = selfSignedAuthority === undefined ? tlsCert : readAuthority(selfSignedAuthority.caFile)
  const kubeconfigs = new Kubeconfigs({ url, ca, tokens })
  void server.closed.then(() => kubeconfigs.removeFiles())
  const as = (user?: string) => connect({ url, ca }, tokenOf(tokens, user))
  const until = (reference: string, condition: Condition<never> | 'deleted', options: UntilOptions = {}) =>
    waitUntil(parts, reference, condition, options, server.closed)
  return {
    // Any token may be tried.
    as: (user) => connect({ url, ca }, user),
    kubeconfig: (user) => kubeconfigs.text(user),
    kubeconfigFile: (user) => kubeconfigs.file(user),
    client: new TypedClient<Kinds>(kinds, as()),
    clientFor: (user) => new TypedClient<Kinds>(kinds, as(user)),
    load: (...fixtures) => loadFixtures(fixtures, { stores, settled: server.settled }, 'fixtures'),
    get: async (apiVersion, kind, namespace = 'default', name) => {
      const version = findVersion(kinds, apiVersion, kind)
      const store = storeOfVersion(stores, version)
      try {
        return await servedObject(store, store.reader.get(version.namespaced ? namespace : undefined, name))
      } catch (error) {
        throw clientError(error)
      }
    },
    until: until as TestAccess<Kinds>['until'],
    history: (reference, { namespace = 'default' } = {}) => historyOf(parts, reference, namespace),
  }
}
