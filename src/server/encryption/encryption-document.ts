import type { ConfigDocument } from '#access/config-document.js'
import { OMITTED } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { AES_KEY_LENGTHS } from '#storage/encryption/aes.js'
import { MAX_KEY_NAME_LENGTH } from '#storage/encryption/transformer.js'
import {
  EncryptionConfiguration,
  type KeySection,
  type KeysSection,
  type ProviderSection,
  type ResourceSection,
} from './encryption-configuration.js'
import { maskOf, resourceNameError } from './resource-names.js'

export const encryptionDocument: ConfigDocument<typeof EncryptionConfiguration.fields> = {
  kind: 'EncryptionConfiguration',
  apiVersions: ['apiserver.config.k8s.io/v1'],
  type: EncryptionConfiguration,
  validate: validateEncryption,
}

const PROVIDERS = ['aesgcm', 'aescbc', 'secretbox', 'identity'] as const
const KEY_LENGTHS: Readonly<Record<'aesgcm' | 'aescbc' | 'secretbox', readonly number[]>> = {
  aesgcm: AES_KEY_LENGTHS,
  aescbc: AES_KEY_LENGTHS,
  secretbox: [32],
}

/** The bytes of a secret; undefined if it is no base64. */
export function secretBytes({ secret }: KeySection): Buffer | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === 0
    ? Buffer.from(secret, 'base64')
    : undefined
}

/** Validates an `EncryptionConfiguration`. Errors never show a secret. */
function validateEncryption({ resources }: EncryptionConfiguration, errors: FieldErrors): void {
  if (!resources?.length) errors.required('resources', 'at least one entry is required')
  const earlier = new Set<string>()
  errors.each('resources', resources, validateEntry, earlier)
}

/** `earlier` has the resources of the entries before. */
function validateEntry(
  { resources, providers }: ResourceSection,
  errors: FieldErrors,
  earlier: Set<string>,
): void {
  if (!resources?.length) errors.required('resources', 'at least one resource is required')
  const own = new Set<string>()
  errors.each('resources', resources, (resource, errors) => {
    validateResource(resource, errors, { own, earlier, all: resources ?? [] })
  })
  for (const resource of own) earlier.add(resource)
  if (!providers?.length) errors.required('providers', 'at least one provider is required')
  errors.each('providers', providers, validateProvider)
}

function validateResource(
  resource: string,
  errors: FieldErrors,
  {
    own,
    earlier,
    all,
  }: { readonly own: Set<string>; readonly earlier: ReadonlySet<string>; readonly all: readonly string[] },
): void {
  const error = resourceNameError(resource)
  if (error !== undefined) errors.invalid('', resource, error)
  else if (own.has(resource)) errors.duplicate('', resource)
  else {
    const wider = maskOf(resource, new Set(all))
    if (wider !== undefined) errors.invalid('', resource, `${wider} of the same list already covers it`)
    const mask = maskOf(resource, earlier)
    if (mask !== undefined) errors.invalid('', resource, `it is masked by the earlier entry ${mask}`)
  }
  own.add(resource)
}

function validateProvider(provider: ProviderSection, errors: FieldErrors): void {
  const { aesgcm, aescbc, secretbox, identity, kms } = provider
  if (kms !== undefined) {
    errors.forbidden('kms', `is not supported; use ${PROVIDERS.slice(0, 3).join(', ')} or identity`)
    return
  }
  const count = [aesgcm, aescbc, secretbox, identity].filter((given) => given !== undefined).length
  if (count === 0)
    errors.required('', `one of ${PROVIDERS.join(', ')} is required; without encryption: identity: {}`)
  if (count > 1) errors.invalid('', OMITTED, 'a provider is one field; more providers are more list items')
  errors.field('aesgcm', aesgcm, validateKeys, KEY_LENGTHS.aesgcm)
  errors.field('aescbc', aescbc, validateKeys, KEY_LENGTHS.aescbc)
  errors.field('secretbox', secretbox, validateKeys, KEY_LENGTHS.secretbox)
}

function validateKeys({ keys }: KeysSection, errors: FieldErrors, lengths: readonly number[]): void {
  if (!keys?.length) errors.required('keys', 'at least one key is required')
  const names = new Set<string>()
  errors.each('keys', keys, (key, errors) => validateKey(key, errors, { lengths, names }))
}

function validateKey(
  key: KeySection,
  errors: FieldErrors,
  { lengths, names }: { readonly lengths: readonly number[]; readonly names: Set<string> },
): void {
  const { name, secret } = key
  if (name === '') errors.required('name', 'a name is required')
  else if (name.length > MAX_KEY_NAME_LENGTH) errors.tooLong('name', MAX_KEY_NAME_LENGTH)
  else if (!/^[!-9;-~]+$/.test(name))
    errors.invalid('name', name, 'must be printable ASCII without spaces and colons')
  else if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  if (secret === '') {
    errors.required('secret', `"openssl rand -base64 ${lengths.at(-1)}" makes one`)
    return
  }
  const bytes = secretBytes(key)
  if (bytes === undefined) errors.invalid('secret', OMITTED, 'must be base64')
  else if (!lengths.includes(bytes.length)) {
    const expected =
      lengths.length === 1 ? `${lengths[0]}` : `${lengths.slice(0, -1).join(', ')} or ${lengths.at(-1)}`
    errors.invalid('secret', OMITTED, `must be ${expected} bytes in base64, has ${bytes.length}`)
  }
}
