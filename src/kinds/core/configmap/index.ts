import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { configMapColumns } from './columns.js'
import { ConfigMap } from './schema.js'
import { validateConfigMap, validateConfigMapUpdate } from './validation.js'

export const configMap = builtInKind<ConfigMap>({
  kind: 'ConfigMap',
  plural: 'configmaps',
  singular: 'configmap',
  shortNames: ['cm'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: ConfigMap,
    subresources: [],
    columns: configMapColumns,
    rules: { validate: validateConfigMap, validateUpdate: validateConfigMapUpdate },
  },
})
