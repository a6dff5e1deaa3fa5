import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Json } from '../../support/client.js'

/** In the source folder, not in the build folder. */
const PACKAGE = new URL('../../../../test/clients/legacy/package.json', import.meta.url)

/** How to install it; undefined if it is installed. */
export function legacyClientMissing(): string | undefined {
  if (existsSync(new URL('node_modules/@kubernetes/client-node/package.json', PACKAGE))) return undefined
  return 'not installed: npm ci --prefix test/clients/legacy'
}

export interface LegacyClient {
  /** Each method resolves to the response and its decoded body. */
  readonly api: Json
  watch(path: string, onEvent: (type: string, object: Json) => void): Promise<{ abort(): void }>
  informer(path: string, list: () => Promise<Json>): Json
}

export function legacyClient(server: string): LegacyClient {
  // Its types would have to be installed wherever this is compiled.
  const library = createRequire(PACKAGE)('@kubernetes/client-node')
  const config = new library.KubeConfig()
  config.loadFromClusterAndUser({ name: 'binnacle', server, skipTLSVerify: true }, { name: 'nobody' })
  return {
    api: config.makeApiClient(library.ExtensionsV1beta1Api),
    watch: (path, onEvent) => new library.Watch(config).watch(path, {}, onEvent, () => {}),
    informer: (path, list) => library.makeInformer(config, path, list),
  }
}
