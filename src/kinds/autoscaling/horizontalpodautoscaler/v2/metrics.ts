import { LabelSelector } from '#meta/label-selector.js'
import { explicit, type Infer, int32, optional, quantity, required, string, struct } from '#schema/type.js'

export const referenceFields = {
  kind: required(1, string, 'Kind of the object.'),
  name: required(2, string, 'Name of the object.'),
  apiVersion: optional(3, string, 'API group and version of the object.'),
}

export const CrossVersionObjectReference = struct(
  'io.k8s.api.autoscaling.v2.CrossVersionObjectReference',
  'Reference to an object in the same namespace; the version is a hint.',
  () => referenceFields,
)
export interface CrossVersionObjectReference extends Infer<typeof CrossVersionObjectReference> {}

/** Metrics: the target values and the observed ones. */

export const MetricIdentifier = struct('io.k8s.api.autoscaling.v2.MetricIdentifier', 'A metric.', () => ({
  name: required(1, string, 'Name of the metric.'),
  selector: explicit(
    2,
    LabelSelector,
    'Selects among the series of the metric by label; the name alone counts when absent.',
  ),
}))
export interface MetricIdentifier extends Infer<typeof MetricIdentifier> {}

export const MetricTarget = struct(
  'io.k8s.api.autoscaling.v2.MetricTarget',
  'Target value of a metric.',
  () => ({
    type: required(1, string, 'Which field is set: Utilization, Value or AverageValue.'),
    value: explicit(2, quantity, 'Target value of the metric.'),
    averageValue: explicit(3, quantity, 'Target value of the metric, divided by the number of pods.'),
    averageUtilization: explicit(4, int32, 'Target average over all pods, in percent of their requests.'),
  }),
)
export interface MetricTarget extends Infer<typeof MetricTarget> {}

export const MetricValueStatus = struct(
  'io.k8s.api.autoscaling.v2.MetricValueStatus',
  'Current value of a metric.',
  () => ({
    value: explicit(1, quantity, 'Value of the metric.'),
    averageValue: explicit(2, quantity, 'Value of the metric, divided by the number of pods.'),
    averageUtilization: explicit(3, int32, 'Average over all pods, in percent of their requests.'),
  }),
)
export interface MetricValueStatus extends Infer<typeof MetricValueStatus> {}

export const ObjectMetricSource = struct(
  'io.k8s.api.autoscaling.v2.ObjectMetricSource',
  'A metric of one object.',
  () => ({
    describedObject: required(
      1,
      CrossVersionObjectReference,
      'Object in the same namespace that has the metric.',
    ),
    target: required(2, MetricTarget, 'Target value.'),
    metric: required(3, MetricIdentifier, 'The metric.'),
  }),
)
export interface ObjectMetricSource extends Infer<typeof ObjectMetricSource> {}

export const PodsMetricSource = struct(
  'io.k8s.api.autoscaling.v2.PodsMetricSource',
  'A metric of each pod; its average counts.',
  () => ({
    metric: required(1, MetricIdentifier, 'The metric.'),
    target: required(2, MetricTarget, 'Target average value.'),
  }),
)
export interface PodsMetricSource extends Infer<typeof PodsMetricSource> {}

export const ResourceMetricSource = struct(
  'io.k8s.api.autoscaling.v2.ResourceMetricSource',
  'Use of a resource, such as cpu or memory, by the pods.',
  () => ({
    name: required(1, string, 'Name of the resource.'),
    target: required(2, MetricTarget, 'Target average value or utilization.'),
  }),
)
export interface ResourceMetricSource extends Infer<typeof ResourceMetricSource> {}

export const ContainerResourceMetricSource = struct(
  'io.k8s.api.autoscaling.v2.ContainerResourceMetricSource',
  'Use of a resource by one container of each pod.',
  () => ({
    name: required(1, string, 'Name of the resource.'),
    target: required(2, MetricTarget, 'Target average value or utilization.'),
    container: required(3, string, 'Name of the container.'),
  }),
)
export interface ContainerResourceMetricSource extends Infer<typeof ContainerResourceMetricSource> {}

export const ExternalMetricSource = struct(
  'io.k8s.api.autoscaling.v2.ExternalMetricSource',
  'A metric from outside the cluster.',
  () => ({
    metric: required(1, MetricIdentifier, 'The metric.'),
    target: required(2, MetricTarget, 'Target value.'),
  }),
)
export interface ExternalMetricSource extends Infer<typeof ExternalMetricSource> {}

export const MetricSpec = struct(
  'io.k8s.api.autoscaling.v2.MetricSpec',
  'A metric and its target value; set only the field that type names.',
  () => ({
    type: required(1, string, 'Object, Pods, Resource, ContainerResource or External.'),
    object: explicit(2, ObjectMetricSource, 'A metric of one object.'),
    pods: explicit(3, PodsMetricSource, 'A metric of each pod.'),
    resource: explicit(4, ResourceMetricSource, 'Use of a resource by the pods.'),
    containerResource: explicit(
      7,
      ContainerResourceMetricSource,
      'Use of a resource by one container of each pod.',
    ),
    external: explicit(5, ExternalMetricSource, 'A metric from outside the cluster.'),
  }),
)
export interface MetricSpec extends Infer<typeof MetricSpec> {}

export const ObjectMetricStatus = struct(
  'io.k8s.api.autoscaling.v2.ObjectMetricStatus',
  'Current value of a metric of one object.',
  () => ({
    metric: required(1, MetricIdentifier, 'The metric.'),
    current: required(2, MetricValueStatus, 'Current value.'),
    describedObject: required(3, CrossVersionObjectReference, 'Object that has the metric.'),
  }),
)
export interface ObjectMetricStatus extends Infer<typeof ObjectMetricStatus> {}

export const PodsMetricStatus = struct(
  'io.k8s.api.autoscaling.v2.PodsMetricStatus',
  'Current average value of a metric of each pod.',
  () => ({
    metric: required(1, MetricIdentifier, 'The metric.'),
    current: required(2, MetricValueStatus, 'Current value.'),
  }),
)
export interface PodsMetricStatus extends Infer<typeof PodsMetricStatus> {}

export const ResourceMetricStatus = struct(
  'io.k8s.api.autoscaling.v2.ResourceMetricStatus',
  'Current use of a resource by the pods.',
  () => ({
    name: required(1, string, 'Name of the resource.'),
    current: required(2, MetricValueStatus, 'Current value.'),
  }),
)
export interface ResourceMetricStatus extends Infer<typeof ResourceMetricStatus> {}

export const ContainerResourceMetricStatus = struct(
  'io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus',
  'Current use of a resource by one container of each pod.',
  () => ({
    name: required(1, string, 'Name of the resource.'),
    current: required(2, MetricValueStatus, 'Current value.'),
    container: required(3, string, 'Name of the container.'),
  }),
)
export interface ContainerResourceMetricStatus extends Infer<typeof ContainerResourceMetricStatus> {}

export const ExternalMetricStatus = struct(
  'io.k8s.api.autoscaling.v2.ExternalMetricStatus',
  'Current value of a metric from outside the cluster.',
  () => ({
    metric: required(1, MetricIdentifier, 'The metric.'),
    current: required(2, MetricValueStatus, 'Current value.'),
  }),
)
export interface ExternalMetricStatus extends Infer<typeof ExternalMetricStatus> {}

export const MetricStatus = struct(
  'io.k8s.api.autoscaling.v2.MetricStatus',
  'A metric and its current value.',
  () => ({
    type: required(1, string, 'Object, Pods, Resource, ContainerResource or External.'),
    object: explicit(2, ObjectMetricStatus, 'Current value of a metric of one object.'),
    pods: explicit(3, PodsMetricStatus, 'Current average value of a metric of each pod.'),
    resource: explicit(4, ResourceMetricStatus, 'Use of a resource by the pods.'),
    containerResource: explicit(
      7,
      ContainerResourceMetricStatus,
      'Use of a resource by one container of each pod.',
    ),
    external: explicit(5, ExternalMetricStatus, 'Current value of a metric from outside the cluster.'),
  }),
)
export interface MetricStatus extends Infer<typeof MetricStatus> {}
