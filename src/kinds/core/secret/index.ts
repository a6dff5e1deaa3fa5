import { createPrivateKey, X509Certificate } from 'node:crypto'
import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { Secret } from './schema.js'
import { validateSecret, validateSecretUpdate } from './validation.js'

const secretColumns: readonly Column<Secret>[] = [
  NAME,
  {
    name: 'Type',
    type: 'string',
    description: 'Type of the secret.',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Data',
    type: 'string',
    description: 'Number of keys.',
    cell: ({ data = {} }) => Object.keys(data).length,
  },
  AGE,
]

/** Warnings about a certificate and key that do not match. */
function keyPairWarnings({ type, data = {} }: Readonly<Secret>): readonly string[] {
  if (type !== 'kubernetes.io/tls') return []
  const message = keyPairError(decoded(data['tls.crt']), decoded(data['tls.key']))
  return message === undefined ? [] : [`tls: ${message}`]
}

const decoded = (value = '') => Buffer.from(value, 'base64')

function keyPairError(certificate: Buffer, key: Buffer): string | undefined {
  if (!isPem(certificate)) return 'failed to find any PEM data in certificate input'
  if (!isPem(key)) return 'failed to find any PEM data in key input'
  try {
    const matches = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    return matches ? undefined : 'private key does not match public key'
  } catch {
    return 'failed to parse certificate or private key'
  }
}

const isPem = (text: Buffer) => text.includes('-----BEGIN ')

export const secret = builtInKind<Secret>({
  kind: 'Secret',
  plural: 'secrets',
  singular: 'secret',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: Secret,
    subresources: [],
    selectableFields: { type: ({ type }: Secret) => type ?? '' },
    columns: secretColumns,
    rules: {
      // An annotation names the service account.
      readMetadata: true,
      validate: validateSecret,
      validateUpdate: validateSecretUpdate,
      warnings: keyPairWarnings,
    },
  },
})
