import type { ServedResource } from '#federation/members/member-discovery.js'

export const MAPS: ServedResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  prefix: '/api/v1',
  kind: 'ConfigMap',
  isNamespaced: true,
}
