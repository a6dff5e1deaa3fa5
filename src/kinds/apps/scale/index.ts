import type { Subresource } from '../../../registry/kind.js'
import { extensionsV1beta1 } from '../../groups.js'
import { scaleEndpoint } from './endpoint.js'
import { Scale } from './schema.js'

/** The number of replicas alone, in a form that is the same for every kind that has replicas. */
export const scaleSubresource: Subresource = {
  name: 'scale',
  kind: 'Scale',
  verbs: ['get', 'patch', 'update'],
  groupVersion: extensionsV1beta1,
  schema: Scale,
  endpoint: scaleEndpoint,
}
