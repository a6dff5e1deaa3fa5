import { type Infer, optional, required, string, struct } from '#schema/type.js'

export const referenceFields = {
  kind: required(1, string, 'Kind of the object.'),
  name: required(2, string, 'Name of the object.'),
  apiVersion: optional(3, string, 'API group and version of the object.'),
}

export const CrossVersionObjectReference = struct(
  'io.k8s.api.autoscaling.v2.CrossVersionObjectReference',
  'An object in the same namespace, in whatever version of its group.',
  () => referenceFields,
)
export interface CrossVersionObjectReference extends Infer<typeof CrossVersionObjectReference> {}
