import type { ServedResource } from '#federation/members/member-discovery.js'

/** What members serve config maps as. */
export const MAPS: ServedResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  prefix: '/api/v1',
  kind: 'ConfigMap',
  isNamespaced: true,
}
