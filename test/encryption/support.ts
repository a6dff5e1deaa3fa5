import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Storage } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { openEtcdStorage } from '#storage/etcd/storage.js'
import { privateFolder, serve } from '../backup/support.js'
import type { ApiResponse, Client } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'

export const SECRETS = '/api/v1/namespaces/default/secrets'
export const MAPS = '/api/v1/namespaces/default/configmaps'

/** A store for server processes. */
export interface Home {
  /** The flags of a server on the store. */
  readonly flags: readonly string[]
  /** The folder with all that is on disk. */
  readonly folder: string
  /** A path in another folder that nobody else can read. */
  readonly file: (name: string) => string
  /** The store itself. No server may use an embedded one. */
  open(): Promise<Storage>
}

export const ENGINES: readonly {
  readonly name: string
  readonly skip: string | false
  make(t: TestContext): Promise<Home>
}[] = [
  {
    name: 'embedded',
    skip: false,
    async make(t) {
      const file = await privateFolder(t)
      const folder = file('data')
      return {
        flags: ['--data-dir', folder],
        folder,
        file,
        open: () => openEmbeddedStorage({ directory: folder, create: false }),
      }
    },
  },
  {
    name: 'etcd',
    skip: etcdMissing,
    async make(t) {
      const file = await privateFolder(t)
      const cluster = await EtcdCluster.start()
      t.after(() => cluster.remove())
      return {
        flags: ['--storage', 'etcd', '--etcd-endpoints', cluster.endpoints.join()],
        folder: cluster.folder,
        file,
        open: () => openEtcdStorage({ endpoints: cluster.endpoints, prefix: '/registry' }),
      }
    },
  },
]

export const newSecret = () => randomBytes(32).toString('base64')

export interface Key {
  readonly name: string
  readonly secret: string
}
export const key = (name: string): Key => ({ name, secret: newSecret() })

export const aesgcm = (...keys: readonly Key[]) => ({ aesgcm: { keys } })
export const secretbox = (...keys: readonly Key[]) => ({ secretbox: { keys } })
export const aescbc = (...keys: readonly Key[]) => ({ aescbc: { keys } })
export const IDENTITY = { identity: {} }

/** Writes a configuration for Secrets. */
export async function configure(path: string, ...providers: readonly object[]): Promise<string> {
  return configureFor(path, ['secrets'], ...providers)
}

export async function configureFor(
  path: string,
  resources: readonly string[],
  ...providers: readonly object[]
): Promise<string> {
  const kind = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration' }
  await writeFile(path, JSON.stringify({ ...kind, resources: [{ resources, providers }] }), { mode: 0o600 })
  return path
}

/** Starts a server process on a store, with a configuration if there is one. */
export function start(t: TestContext, { flags }: Home, config?: string, ...more: readonly string[]) {
  return serve(t, ...flags, ...(config === undefined ? [] : ['--encryption-config', config]), ...more)
}

/** A Secret whose only value is a marker. It is on disk in base64, if it is not encrypted. */
export const secretOf = (name: string, marker: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData: { password: marker },
})
export const mapOf = (name: string, marker: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { value: marker },
})

export const newMarker = () => `marker-${randomBytes(12).toString('hex')}`

/** Whether any file of a folder has the marker, as it is or in base64. */
export async function isOnDisk(folder: string, marker: string): Promise<boolean> {
  const forms = [marker, Buffer.from(marker).toString('base64')]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const content = await readFile(join(parentPath, name))
      return forms.some((form) => content.includes(form))
    })
  return (await Promise.all(found)).includes(true)
}

/** How the value of a key begins in the store, such as `k8s:enc:aesgcm:v1:one:`; empty for plain values. */
export async function storedPrefix({ open }: Home, key: string): Promise<string> {
  const storage = await open()
  try {
    const stored = await storage.get(key)
    return /^k8s:enc:[a-z]+:v1:[^:]+:|/.exec(stored?.value.toString('latin1') ?? '')?.[0] ?? ''
  } finally {
    await storage.close()
  }
}

/** The marker in a Secret that a server returns. */
export function markerIn({ status, body, text }: ApiResponse): string {
  assert.equal(status, 200, text)
  return Buffer.from(body.data.password, 'base64').toString()
}

export async function createSecret(client: Client, name: string, marker: string): Promise<string> {
  const { status, body, text } = await client.post(SECRETS, secretOf(name, marker))
  assert.equal(status, 201, text)
  return body.metadata.resourceVersion
}
