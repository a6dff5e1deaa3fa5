import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, optional, required, string, struct } from '#schema/type.js'

export const SCOPES = ['Cluster', 'Namespace'] as const

export const IngressClassParametersReference = struct(
  'io.k8s.api.networking.v1.IngressClassParametersReference',
  'Reference to an object with further settings for a controller.',
  () => ({
    apiGroup: explicit(1, string, 'Group of the object; the core group when left out.'),
    kind: required(2, string, 'Kind of the object.'),
    name: required(3, string, 'Name of the object.'),
    scope: explicit(4, string, 'Scope of the object: Cluster or Namespace; Cluster when left out.', {
      default: 'Cluster',
    }),
    namespace: explicit(5, string, 'Namespace of the object; required with scope Namespace, and only there.'),
  }),
)
export interface IngressClassParametersReference extends Infer<typeof IngressClassParametersReference> {}

export const IngressClassSpec = struct(
  'io.k8s.api.networking.v1.IngressClassSpec',
  'Which controller implements the ingresses of a class.',
  () => ({
    controller: optional(
      1,
      string,
      'Name of the controller, a domain and a path such as example.com/ingress-controller; never changes.',
    ),
    parameters: explicit(
      2,
      IngressClassParametersReference,
      'Object with further settings for the controller; none when left out.',
    ),
  }),
)
export interface IngressClassSpec extends Infer<typeof IngressClassSpec> {}

export const IngressClass = struct(
  'io.k8s.api.networking.v1.IngressClass',
  'A class of ingresses; it names the controller that implements them.',
  () => ({
    ...typeMeta,
    metadata: optional(
      1,
      ObjectMeta,
      'Name, labels and other standard data; annotation ingressclass.kubernetes.io/is-default-class makes it the default.',
    ),
    spec: optional(2, IngressClassSpec, 'Controller and settings of the class.'),
  }),
)
export interface IngressClass extends Infer<typeof IngressClass> {}
