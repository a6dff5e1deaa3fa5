import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  bytes,
  explicit,
  type Infer,
  int32,
  list,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

const name = (word: string) => `io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.${word}`

export const ServiceReference = struct(
  name('ServiceReference'),
  'Service in front of another API server.',
  () => ({
    namespace: optional(1, string, 'Namespace of the service.'),
    name: optional(2, string, 'Name of the service.'),
    port: explicit(3, int32, 'Port of the service, between 1 and 65535; 443 when left out.', {
      default: 443,
    }),
  }),
)
export interface ServiceReference extends Infer<typeof ServiceReference> {}

export const APIServiceSpec = struct(
  name('APIServiceSpec'),
  'A version of an API group, and the server of it.',
  () => ({
    service: explicit(
      1,
      ServiceReference,
      'Service in front of the server of the version; this server itself when absent.',
    ),
    group: optional(2, string, 'Name of the API group; empty for the core group.'),
    version: optional(3, string, 'Version of the API group, such as v1.'),
    insecureSkipTLSVerify: optional(
      4,
      boolean,
      "True accepts any certificate of the service's server. Not together with caBundle.",
    ),
    caBundle: optional(5, bytes, "CA certificates, in PEM, that verify the service's certificate.", {
      listType: 'atomic',
    }),
    groupPriorityMinimum: required(
      7,
      int32,
      'Priority of the group, between 1 and 20000: clients prefer groups with a higher one. The highest of all versions counts.',
    ),
    versionPriority: required(
      8,
      int32,
      'Priority of the version within its group, between 1 and 1000: clients prefer versions with a higher one.',
    ),
  }),
)
export interface APIServiceSpec extends Infer<typeof APIServiceSpec> {}

export const APIServiceCondition = struct(
  name('APIServiceCondition'),
  'One condition of an APIService.',
  () => ({
    type: required(1, string, 'Type of the condition, such as Available.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(5, string, 'Details of the last change, for people.'),
  }),
)
export interface APIServiceCondition extends Infer<typeof APIServiceCondition> {}

export const APIServiceStatus = struct(name('APIServiceStatus'), 'Observed state of an APIService.', () => ({
  conditions: optional(1, list(APIServiceCondition), 'Latest conditions.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
}))
export interface APIServiceStatus extends Infer<typeof APIServiceStatus> {}

export const APIService = struct(
  name('APIService'),
  'A version of an API group. Its name is version.group, or v1. for the core group.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the APIService.'),
    spec: optional(2, APIServiceSpec, 'The version, and the server of it.'),
    status: optional(3, APIServiceStatus, 'Observed state of the APIService.'),
  }),
)
export interface APIService extends Infer<typeof APIService> {}
