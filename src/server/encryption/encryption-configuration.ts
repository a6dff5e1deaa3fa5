import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, json, list, required, string, struct } from '#schema/type.js'

/** The `EncryptionConfiguration` file of Kubernetes. */

const PACKAGE = 'io.k8s.apiserver.config.v1'

export const KeySection = struct(`${PACKAGE}.Key`, 'A secret with a name.', () => ({
  name: required(1, string, 'The name, which is stored with each value.'),
  secret: required(2, string, 'The secret, in base64.'),
}))
export interface KeySection extends Infer<typeof KeySection> {}

const KeysSection = struct(`${PACKAGE}.KeysConfiguration`, 'The keys of a provider.', () => ({
  keys: required(1, list(KeySection), 'The keys. The first one encrypts.'),
}))
export interface KeysSection extends Infer<typeof KeysSection> {}

const IdentitySection = struct(`${PACKAGE}.IdentityConfiguration`, 'Values as they are.', () => ({}))

export const ProviderSection = struct(
  `${PACKAGE}.ProviderConfiguration`,
  'One way to store values: exactly one field.',
  () => ({
    aesgcm: explicit(1, KeysSection, 'AES-GCM, with keys of 16, 24 or 32 bytes.'),
    aescbc: explicit(2, KeysSection, 'AES-CBC, with keys of 16, 24 or 32 bytes.'),
    secretbox: explicit(3, KeysSection, 'XSalsa20 and Poly1305, with keys of 32 bytes.'),
    identity: explicit(4, IdentitySection, 'No encryption.'),
    // Known by name only, so that the error can say more than that the field is unknown.
    kms: explicit(5, json, 'A key management service. Not supported.'),
  }),
)
export interface ProviderSection extends Infer<typeof ProviderSection> {}

export const ResourceSection = struct(
  `${PACKAGE}.ResourceConfiguration`,
  'How some resources are stored.',
  () => ({
    resources: required(1, list(string), 'Resources such as secrets, pandas.example.com, *.apps or *.*'),
    providers: required(2, list(ProviderSection), 'The providers. The first one encrypts, all decrypt.'),
  }),
)
export interface ResourceSection extends Infer<typeof ResourceSection> {}

export const EncryptionConfiguration = struct(
  `${PACKAGE}.EncryptionConfiguration`,
  'How resources are stored.',
  () => ({
    ...typeMeta,
    resources: required(1, list(ResourceSection), 'The resources, with their providers.'),
  }),
)
export interface EncryptionConfiguration extends Infer<typeof EncryptionConfiguration> {}
