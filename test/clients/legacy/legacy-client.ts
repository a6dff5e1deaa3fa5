import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Json } from '#test/support/client.js'

/** Beside the source of this file, not beside what it was compiled to. */
const PACKAGE = new URL('../../../../test/clients/legacy/package.json', import.meta.url)

/** What there is to do where it is not installed; undefined where it is. */
export function legacyClientMissing(): string | undefined {
  if (existsSync(new URL('node_modules/@kubernetes/client-node/package.json', PACKAGE))) return undefined
  return 'not installed: npm ci --prefix test/clients/legacy'
}

export interface LegacyClient {
  /** Each method responds with the response and its body as the client has decoded it. */
  readonly api: Json
  watch(path: string, onEvent: (type: string, object: Json) => void): Promise<{ abort(): void }>
  informer(path: string, list: () => Promise<Json>): Json
}

export function legacyClient(server: string): LegacyClient {
  // Its types would need it to be installed wherever this is compiled.
  const library = createRequire(PACKAGE)('@kubernetes/client-node')
  const config = new library.KubeConfig()
  config.loadFromClusterAndUser({ name: 'binnacle', server, skipTLSVerify: true }, { name: 'nobody' })
  return {
    api: config.makeApiClient(library.ExtensionsV1beta1Api),
    watch: (path, onEvent) => new library.Watch(config).watch(path, {}, onEvent, () => {}),
    informer: (path, list) => library.makeInformer(config, path, list),
  }
}
