import { SERVER_RECORDS } from '#registry/keys.js'
import { CORE } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { collectionOf } from '#storage/compaction-watermarks.js'
import { aesCbc, aesGcm } from '#storage/encryption/aes.js'
import { type Encryption, type OnTransformed, ResourceEncryption } from '#storage/encryption/encryption.js'
import { IDENTITY, type Transformer } from '#storage/encryption/transformer.js'
import type { EncryptionConfiguration, KeySection, ProviderSection } from './encryption-configuration.js'
import { secretBytes } from './encryption-document.js'
import { coveringNames } from './resource-names.js'

type MakeTransformer = (name: string, secret: Buffer) => Transformer

/** The transformers of a valid configuration, by the names of resources. */
export type Transformers = ReadonlyMap<string, readonly Transformer[]>

/** A resource in two entries has the providers of both, as in Kubernetes. */
export async function transformersOf({ resources }: EncryptionConfiguration): Promise<Transformers> {
  const found = new Map<string, readonly Transformer[]>()
  for (const { resources: names, providers } of resources ?? []) {
    const transformers = (await Promise.all((providers ?? []).map(transformersOfProvider))).flat()
    for (const name of names ?? []) found.set(name, [...(found.get(name) ?? []), ...transformers])
  }
  return found
}

async function transformersOfProvider({
  aesgcm,
  aescbc,
  secretbox,
}: ProviderSection): Promise<readonly Transformer[]> {
  const make = (transformer: MakeTransformer, keys: readonly KeySection[] | null) =>
    (keys ?? []).map((key) => transformer(key.name, secretBytes(key) as Buffer))
  if (aesgcm !== undefined) return make(aesGcm, aesgcm.keys)
  if (aescbc !== undefined) return make(aesCbc, aescbc.keys)
  // Loaded only if it is used.
  if (secretbox !== undefined)
    return make((await import('#storage/encryption/secretbox.js')).secretbox, secretbox.keys)
  return [IDENTITY]
}

/** Finds the transformers of keys. */
export class ConfiguredEncryption implements Encryption {
  readonly #kinds: KindRegistry
  readonly #onTransformed: OnTransformed
  #transformers: Transformers
  /** By the first two segments of keys. */
  readonly #byPrefix = new Map<string, ResourceEncryption | undefined>()

  constructor(transformers: Transformers, kinds: KindRegistry, onTransformed: OnTransformed) {
    this.#transformers = transformers
    this.#kinds = kinds
    this.#onTransformed = onTransformed
  }

  of(key: string): ResourceEncryption | undefined {
    const prefix = collectionOf(key)
    const known = this.#byPrefix.get(prefix)
    if (known !== undefined || this.#byPrefix.has(prefix)) return known
    const found = this.#find(prefix)
    this.#byPrefix.set(prefix, found)
    return found
  }

  replace(transformers: Transformers): void {
    this.#transformers = transformers
    this.#byPrefix.clear()
  }

  /** The names that cover no kind that is served now. */
  unusedNames(): readonly string[] {
    const used = new Set(this.#kinds.kinds.flatMap(({ prefix }) => this.#namesOf(prefix)))
    return [...this.#transformers.keys()].filter((name) => !used.has(name))
  }

  #find(prefix: string): ResourceEncryption | undefined {
    const names = this.#namesOf(prefix)
    for (const name of names) {
      const transformers = this.#transformers.get(name)
      if (transformers !== undefined)
        return new ResourceEncryption(names[0] as string, transformers, this.#onTransformed)
    }
    return undefined
  }

  /** The names that cover the values under a prefix, the most specific first. */
  #namesOf(prefix: string): readonly string[] {
    if (!prefix.startsWith(SERVER_RECORDS)) return this.#namesOfKind(prefix)
    // Earlier templates of a workload are kept in records, and encrypted as the workload is.
    const owner = this.#kinds.kinds.find(({ history }) => history?.records === prefix)
    return owner === undefined ? [] : this.#namesOfKind(owner.prefix)
  }

  /** A custom resource may be read before its kind is known; its prefix has its name. */
  #namesOfKind(prefix: string): readonly string[] {
    const [group = '', plural = ''] = prefix.split('/')
    const stored = { group: group === CORE ? '' : group, plural }
    const versions = this.#kinds.storedUnder(prefix)?.versions ?? []
    const current = versions.filter(({ conventions }) => !conventions.legacyErrors)
    return prefix === '' ? [] : coveringNames([...current, ...versions, stored])
  }
}
