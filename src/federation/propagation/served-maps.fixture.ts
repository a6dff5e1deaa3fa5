import type { ServedResource } from '../members/member-discovery.js'

/** What members serve config maps as. */
export const MAPS: ServedResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  prefix: '/api/v1',
  kind: 'ConfigMap',
  isNamespaced: true,
}
